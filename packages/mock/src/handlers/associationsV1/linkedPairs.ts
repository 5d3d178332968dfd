import type { AssociationInputV1 } from "@crm-platform/types";
import type { AccountStore } from "../../store/store.ts";
import { dissociate, linkKey, linksOf, type Pair, storedPairs } from "../associations/associate.ts";
import { type AssociationTypes, associationTypesOf } from "../associations/associationTypes.ts";
import { existence } from "../records/recyclingBin.ts";
import { endsOf, possiblePairs } from "./pairs.ts";

/**
 * A repeated item selects the next possible pair. Associations with archived records are selected last (assumed).
 * @throws Rejection when a definition does not exist
 */
export async function removeLinked(store: AccountStore, body: AssociationInputV1 | AssociationInputV1[]): Promise<void> {
  const types = await associationTypesOf(store.documents);
  const items = possiblePairs(types, body);
  const doubtful = items.filter((possible) => possible.length > 1).flat();
  const links = await linksAmong(store, types, doubtful);
  const exists = await existence(store.records, doubtful.flatMap(endsOf));
  const pairs = items.flatMap((possible) => {
    const linked = possible.length === 1 ? possible : possible.filter((pair) => linksOf([pair]).some((link) => links.has(linkKey(link))));
    const pair = linked.find((one) => endsOf(one).every((end) => exists(...end))) ?? linked[0];
    if (!pair) return [];
    for (const link of linksOf([pair])) links.delete(linkKey(link));
    return [pair];
  });
  await dissociate(store.associations, types, pairs);
}

/** Returns the keys of the pairs that are stored, in both directions. */
async function linksAmong(store: AccountStore, types: AssociationTypes, pairs: readonly Pair[]): Promise<Set<string>> {
  const stored: Pair[] = [];
  for (const [type, ofType] of Map.groupBy(pairs, (pair) => pair.type)) {
    const found = await storedPairs(store.associations, { ...type, types }, ofType);
    stored.push(...found.filter((pair) => pair.type === type));
  }
  return new Set(linksOf(stored).map(linkKey));
}
