import type { AssociationInputV1 } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import type { AccountStore } from "../../store/store.ts";
import type { Pair } from "../associations/associate.ts";
import { associationTypesOf } from "../associations/associationTypes.ts";
import { missingRecords } from "../associations/missingRecords.ts";
import { problemOf, rejectIfAny } from "../common/problems.ts";
import { currentIds } from "../records/recyclingBin.ts";

/** An item whose definition covers activities of any type has several pairs. @throws Rejection when a definition does not exist */
export async function possiblePairs(store: AccountStore, body: AssociationInputV1 | AssociationInputV1[]): Promise<Pair[][]> {
  const types = await associationTypesOf(store.documents);
  const items = [body].flat();
  const pairs = items.map(({ fromObjectId, toObjectId, definitionId }) => {
    const ids = { fromId: digitsOf(fromObjectId), toId: digitsOf(toObjectId) };
    return types.ofDefinition(Number(definitionId)).map((type) => ({ type, ...ids }));
  });
  const field = (index: number) => (Array.isArray(body) ? `[${index}].definitionId` : "definitionId");
  rejectIfAny(
    pairs.flatMap((possible, index) => (possible.length === 0 ? [unknownDefinition(field(index), items[index]?.definitionId)] : [])),
  );
  return pairs;
}

/** @throws Rejection when a definition or a record does not exist; in that case, no item is processed (assumed) */
export async function existingPairs(store: AccountStore, body: AssociationInputV1 | AssociationInputV1[]): Promise<Pair[]> {
  const items = await possiblePairs(store, body);
  const exists = await existence(store, items.flat());
  const missing = new Set<string>();
  const pairs = items.flatMap((possible) => {
    const pair = possible.find(({ type, fromId, toId }) => exists(type.fromType, fromId) && exists(type.toType, toId));
    if (pair) return [pair];
    for (const { fromId } of possible) if (!possible.some(({ type }) => exists(type.fromType, fromId))) missing.add(fromId);
    for (const { toId } of possible) if (!possible.some(({ type }) => exists(type.toType, toId))) missing.add(toId);
    return [];
  });
  if (missing.size === 0) return pairs;
  throw missingRecords([...missing]);
}

export function unknownDefinition(field: string, definitionId: unknown): Problem {
  return problemOf(field, "associationType", "must be the id of an association type", definitionId);
}

/** Runs one query per object type. */
export async function existence(store: AccountStore, pairs: readonly Pair[]): Promise<(objectType: string, id: string) => boolean> {
  const wanted = new Map<string, Set<string>>();
  const want = (objectType: string, id: string) => wanted.set(objectType, (wanted.get(objectType) ?? new Set()).add(id));
  for (const { type, fromId, toId } of pairs) {
    want(type.fromType, fromId);
    want(type.toType, toId);
  }
  const current = new Map<string, Set<string>>();
  for (const [objectType, ids] of wanted) current.set(objectType, await currentIds(store.records, objectType, ids));
  return (objectType, id) => current.get(objectType)?.has(id) === true;
}

/** Removes leading zeros, which stored ids do not have. */
function digitsOf(id: number | string): string {
  return typeof id === "number" ? String(id) : id.replace(/^0+(?=\d)/, "");
}
