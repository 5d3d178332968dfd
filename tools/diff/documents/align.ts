import type { Document } from "../../openapi/document.ts";
import { listOperations, type OperationSource } from "../../pipeline/model/sources.ts";

/** Path parameters in the older document are renamed to match the newer path. */
export interface Pair {
  readonly before: OperationSource;
  readonly after: OperationSource;
}

export interface Aligned {
  readonly before: Document;
  readonly after: Document;
  readonly pairs: readonly Pair[];
  readonly removed: readonly OperationSource[];
  readonly added: readonly OperationSource[];
}

/** Pairs operations by method and path, ignoring the names of path parameters. Pairs the remaining operations by operationId. */
export function align(before: Document, after: Document): Aligned {
  const old = listOperations(before, "paths");
  const now = listOperations(after, "paths");
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

export function addressOf({ method, path }: OperationSource): string {
  return `${method} ${path.replace(/\{[^}]*\}/g, "{}")}`;
}

function withParameters(source: OperationSource, path: string): OperationSource {
  const [old, now] = [source.path, path].map((one) => [...one.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name));
  const names = old?.length === now?.length ? new Map(old?.map((name, index) => [name, now?.[index] ?? name])) : new Map<string, string>();
  // The operation's parameters come last, because they override parameters of the path item with the same place and name.
  const all = [...(source.item.parameters ?? []), ...(source.operation.parameters ?? [])];
  const parameters = all.map((parameter) =>
    "in" in parameter && parameter.in === "path" ? { ...parameter, name: names.get(parameter.name) ?? parameter.name } : parameter,
  );
  return { ...source, operation: { ...source.operation, parameters } };
}
