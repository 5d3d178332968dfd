import type { AssociationInputV1 } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import { dissociate, linkKey, linksOf, type Pair, storedAlong } from "../associations/associate.ts";
import { type AssociationTypes, associationTypesOf } from "../associations/associationTypes.ts";
import { missingRecords, recordEnds } from "../associations/missingRecords.ts";
import { problemOf, rejectIfAny } from "../common/problems.ts";
import { existence } from "../records/recyclingBin.ts";

/** An item whose definition covers activities of any type has several pairs. @throws Rejection when a definition does not exist */
function possiblePairs(types: AssociationTypes, body: AssociationInputV1 | AssociationInputV1[]): Pair[][] {
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
  const items = possiblePairs(await associationTypesOf(store.documents), body);
  const exists = await existence(
    store.records,
    items.flat().flatMap((pair) => recordEnds(pair.type, pair)),
  );
  const missing = new Set<string>();
  const pairs = items.flatMap((possible) => {
    const pair = possible.find((one) => recordEnds(one.type, one).every((end) => exists(...end)));
    if (pair) return [pair];
    for (const { fromId } of possible) if (!possible.some(({ type }) => exists(type.fromType, fromId))) missing.add(fromId);
    for (const { toId } of possible) if (!possible.some(({ type }) => exists(type.toType, toId))) missing.add(toId);
    return [];
  });
  if (missing.size > 0) throw missingRecords([...missing]);
  return pairs;
}

/**
 * If an item is repeated, its next pair is selected. Associations with archived records are selected last (assumed).
 * @throws Rejection when a definition does not exist
 */
export async function removeLinked(store: AccountStore, body: AssociationInputV1 | AssociationInputV1[]): Promise<void> {
  const types = await associationTypesOf(store.documents);
  const items = possiblePairs(types, body);
  const doubtful = items.filter((possible) => possible.length > 1).flat();
  const links = new Set(linksOf(await storedAlong(store.associations, types, doubtful)).map(linkKey));
  const exists = await existence(
    store.records,
    doubtful.flatMap((pair) => recordEnds(pair.type, pair)),
  );
  const pairs = items.flatMap((possible) => {
    const candidates =
      possible.length === 1 ? possible : possible.filter((pair) => linksOf([pair]).some((link) => links.has(linkKey(link))));
    const pair = candidates.find((one) => recordEnds(one.type, one).every((end) => exists(...end))) ?? candidates[0];
    if (!pair) return [];
    for (const link of linksOf([pair])) links.delete(linkKey(link));
    return [pair];
  });
  await dissociate(store.associations, types, pairs);
}

export function unknownDefinition(field: string, definitionId: unknown): Problem {
  return problemOf(
    field,
    "associationType",
    "must be the id of an association type. associations.listLabels lists the types between two object types",
    definitionId,
  );
}

/** Removes leading zeros, which stored ids do not have. */
function digitsOf(id: number | string): string {
  return typeof id === "number" ? String(id) : id.replace(/^0+(?=\d)/, "");
}
