import type { AssociationInputV1 } from "@crm-platform/types";
import type { AccountStore, AssociationStore, Link } from "../../store/store.ts";
import type { Pair } from "../associations/associate.ts";
import { bothDirections } from "../associations/associationTypes.ts";
import { existence, possiblePairs } from "./pairs.ts";

/**
 * A repeated item selects the next possible pair. Associations with archived records are selected last (assumed).
 * @throws Rejection when a definition does not exist
 */
export async function linkedPairs(store: AccountStore, body: AssociationInputV1 | AssociationInputV1[]): Promise<Pair[]> {
  const items = await possiblePairs(store, body);
  const doubtful = items.filter((possible) => possible.length > 1).flat();
  const links = await linksOf(store.associations, doubtful);
  const exists = await existence(store, doubtful);
  return items.flatMap((possible) => {
    const linked = possible.length === 1 ? possible : possible.filter((pair) => links.has(keysOf(pair)[0]));
    const pair = linked.find(({ type, fromId, toId }) => exists(type.fromType, fromId) && exists(type.toType, toId)) ?? linked[0];
    if (!pair) return [];
    for (const key of keysOf(pair)) links.delete(key);
    return [pair];
  });
}

async function linksOf(store: AssociationStore, pairs: readonly Pair[]): Promise<Set<string>> {
  const links = new Set<string>();
  for (const type of new Set(pairs.map((pair) => pair.type))) {
    const fromIds = new Set(pairs.filter((pair) => pair.type === type).map((pair) => pair.fromId));
    for (const link of await store.from(type.fromType, [...fromIds], type.toType)) {
      for (const key of keysOf({ type, fromId: link.fromId, toId: link.toId })) if (link.typeId === type.id) links.add(key);
    }
  }
  return links;
}

function keysOf({ type, fromId, toId }: Pair): readonly [string, string] {
  const [there, back] = bothDirections(type, fromId, toId);
  return [keyOf(there), keyOf(back)];
}

function keyOf({ typeId, fromId, toId }: Link): string {
  return `${typeId} ${fromId} ${toId}`;
}
