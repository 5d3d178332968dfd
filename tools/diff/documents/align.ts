import type { Document, Operation, Parameter, PathItem, Reference } from "../../openapi/document.ts";
import { Resolver } from "../../openapi/resolve.ts";
import { listOperations, type OperationSource } from "../../pipeline/model/sources.ts";

/** An operation of both documents. The operation before has the parameters of its path, by the names that the path has now. */
export interface Pair {
  readonly before: OperationSource;
  readonly after: OperationSource;
}

/** Two documents, and which of their operations belong together. */
export interface Aligned {
  readonly before: Document;
  readonly after: Document;
  readonly pairs: readonly Pair[];
  readonly removed: readonly OperationSource[];
  readonly added: readonly OperationSource[];
}

/**
 * Decides which operation is which: the one of the same method and path, whatever its parameters are called, or else the one
 * of the same operationId.
 */
export function align(before: Document, after: Document): Aligned {
  const old = listOperations(before, new Resolver(before));
  const now = listOperations(after, new Resolver(after));
  const pairs = pairUp(old, now);
  return {
    before,
    after,
    pairs: pairs.map((pair) => ({
      before: withParameters(pair.before, pair.after.path),
      after: withParameters(pair.after, pair.after.path),
    })),
    removed: old.filter((one) => !pairs.some((pair) => pair.before === one)),
    added: now.filter((one) => !pairs.some((pair) => pair.after === one)),
  };
}

function pairUp(old: readonly OperationSource[], now: readonly OperationSource[]): Pair[] {
  const byAddress = new Map(old.map((one) => [addressOf(one), one]));
  const byId = new Map(old.map((one) => [one.id, one]));
  const atSameAddress = new Map(now.map((after) => [after, byAddress.get(addressOf(after))]));
  const taken = new Set(atSameAddress.values());
  return now.flatMap((after) => {
    const sameId = byId.get(after.id);
    const before = atSameAddress.get(after) ?? (taken.has(sameId) ? undefined : sameId);
    return before === undefined ? [] : [{ before, after }];
  });
}

/** Method and path, without the names of the parameters in it. */
export function addressOf({ method, path }: OperationSource): string {
  return `${method} ${path.replace(/\{[^}]*\}/g, "{}")}`;
}

/** An operation with the parameters of its path item; those in the path have the names that another spelling of the path gives them. */
function withParameters(source: OperationSource, path: string): OperationSource {
  const [old, now] = [source.path, path].map((one) => [...one.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name));
  const names = old?.length === now?.length ? new Map(old?.map((name, index) => [name, now?.[index] ?? name])) : new Map<string, string>();
  const parameters = parametersOf(source.item, source.operation).map((parameter) =>
    "in" in parameter && parameter.in === "path" ? { ...parameter, name: names.get(parameter.name) ?? parameter.name } : parameter,
  );
  return { ...source, operation: { ...source.operation, parameters } };
}

/** A parameter of the path item holds unless the operation has one of the same place and name. */
function parametersOf(item: PathItem, { parameters = [] }: Operation): readonly (Parameter | Reference)[] {
  const isSame = (one: Parameter | Reference, other: Parameter | Reference): boolean =>
    "name" in one && "name" in other && one.name === other.name && one.in === other.in;
  return [...(item.parameters ?? []).filter((parameter) => !parameters.some((other) => isSame(parameter, other))), ...parameters];
}
