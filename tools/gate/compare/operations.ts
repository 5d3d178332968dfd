import type { Document, Json } from "../../openapi/document.ts";
import { listOperations, type OperationSource } from "../../pipeline/model/sources.ts";
import type { Documents } from "./difference.ts";
import type { Generated } from "./generated.ts";

/** An operation in both documents, or in one of them. Facts from elsewhere in the document are added to the operation. */
export interface OperationPair {
  /** The id in the new document, unless the operation was removed. */
  readonly id: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** Pairs operations by method and path, ignoring the names of path parameters. Pairs the remaining operations by operationId. */
export function pairOperations(
  { before, after }: Documents,
  generated: { readonly before: Generated; readonly after: Generated } | undefined,
): OperationPair[] {
  const [old, now] = [listOperations(before, "paths"), listOperations(after, "paths")];
  const byAddress = new Map(old.map((one) => [addressOf(one), one]));
  const byId = new Map(old.map((one) => [one.id, one]));
  const partners = new Map(now.map((one) => [one, byAddress.get(addressOf(one))]));
  const atSameAddress = new Set(partners.values());
  for (const [one, partner] of partners) {
    const sameId = byId.get(one.id);
    if (partner === undefined && !atSameAddress.has(sameId)) partners.set(one, sameId);
  }
  const remaining = new Set(partners.values());
  const nodeBefore = (one: OperationSource, path = one.path): Json => nodeOf(one, path, before, generated?.before);
  const nodeAfter = (one: OperationSource): Json => nodeOf(one, one.path, after, generated?.after);
  const [common, added] = [true, false].map((isPaired) => now.filter((one) => (partners.get(one) !== undefined) === isPaired));
  return [
    ...(common ?? []).map((one) => {
      const partner = partners.get(one) ?? one;
      return { id: one.id, before: nodeBefore(partner, one.path), after: nodeAfter(one) };
    }),
    ...(added ?? []).map((one) => ({ id: one.id, before: undefined, after: nodeAfter(one) })),
    ...old.filter((one) => !remaining.has(one)).map((one) => ({ id: one.id, before: nodeBefore(one), after: undefined })),
  ];
}

function addressOf({ method, path }: OperationSource): string {
  return `${method} ${path.replace(/\{[^}]*\}/g, "{}")}`;
}

/** @param path the path in the new document, after which the path parameters are renamed */
function nodeOf(
  { id, item, operation, method, path }: OperationSource,
  newPath: string,
  document: Document,
  generated: Generated | undefined,
): Json {
  const [names, newNames] = [path, newPath].map((one) => [...one.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name));
  const newName = (name: string): string => (names?.length === newNames?.length && newNames?.[names?.indexOf(name) ?? -1]) || name;
  // The operation's parameters come last, because they override parameters of the path item with the same place and name.
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
    "in" in parameter && parameter.in === "path" ? { ...parameter, name: newName(parameter.name) } : parameter,
  );
  const security = operation.security ?? document.security ?? [];
  const facts = { address: { method, path }, identity: { id, area: operation.tags?.[0] ?? "" }, calls: generated?.calls.get(id) ?? {} };
  return { ...operation, ...facts, parameters, security } as unknown as Json;
}
