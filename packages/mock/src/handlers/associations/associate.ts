import type { AssociationStore, Link } from "../../store/associations/associationStore.ts";
import { numberOf } from "../../store/values.ts";
import { type AssociationType, type AssociationTypes, bothDirections, defaultAssociationTypes, isToPrimary } from "./associationTypes.ts";

export interface RecordIds {
  readonly fromId: string;
  readonly toId: string;
}

export interface Pair extends RecordIds {
  readonly type: AssociationType;
  /** The path of the associations in a request that also creates the first record. */
  readonly place?: string;
}

/**
 * A record has at most one primary company, and a lead at most one primary contact and deal too. A previous one stays associated without a
 * label.
 * @returns the pairs; if several pairs have the primary type for the same record, only the last one keeps it
 */
export async function associate(store: AssociationStore, pairs: readonly Pair[]): Promise<Pair[]> {
  const primaries = await primaryRecords(store, pairs);
  const changes = new Map<string, { link: Link; isThere: boolean }>();
  for (const pair of pairs) {
    const seat = seatOf(pair);
    const former = seat && primaries.get(seat.key);
    if (seat && former !== undefined && former !== seat.primaryId) {
      const formerPair = { type: seat.type, fromId: seat.recordId, toId: former };
      change(formerPair, false);
      change(withoutLabel(formerPair), true);
    }
    if (seat) primaries.set(seat.key, seat.primaryId);
    change(pair, true);
  }
  await store.remove([...changes.values()].filter(({ isThere }) => !isThere).map(({ link }) => link));
  await store.add([...changes.values()].filter(({ isThere }) => isThere).map(({ link }) => link));
  return pairs.map((pair) => {
    const seat = seatOf(pair);
    return seat && primaries.get(seat.key) !== seat.primaryId ? withoutLabel(pair) : pair;
  });

  function change({ type, fromId, toId }: Pair, isThere: boolean): void {
    for (const link of bothDirections(type, fromId, toId)) changes.set(linkKey(link), { link, isThere });
  }
}

/** Ignores associations that do not exist. Removing the unlabeled type removes all types between the records. */
export async function dissociate(store: AssociationStore, types: AssociationTypes, pairs: readonly Pair[]): Promise<void> {
  // Clients may send any string as an id.
  const possible = pairs.filter(({ fromId, toId }) => numberOf(fromId) !== undefined && numberOf(toId) !== undefined);
  const whole = possible.filter(({ type }) => type.label === null);
  await store.remove(linksOf([...possible, ...(await storedAlong(store, types, whole))]));
}

/** Returns the associations of all types between the records of each pair. */
export async function storedAlong(store: AssociationStore, types: AssociationTypes, pairs: readonly Pair[]): Promise<Pair[]> {
  const associations: Pair[] = [];
  for (const [type, ofType] of Map.groupBy(pairs, (pair) => pair.type)) {
    associations.push(...(await storedPairs(store, { ...type, types }, ofType)));
  }
  return associations;
}

export async function storedPairs(
  store: AssociationStore,
  { fromType, toType, types }: Pick<Link, "fromType" | "toType"> & { readonly types: AssociationTypes },
  records: readonly RecordIds[],
): Promise<Pair[]> {
  const keys = new Set(records.map(keyOf));
  const links = await store.from(fromType, [...new Set(records.map(({ fromId }) => fromId))], toType);
  return links.flatMap(({ typeId, fromId, toId }) => {
    const type = keys.has(keyOf({ fromId, toId })) ? types.withId(typeId) : undefined;
    return type ? [{ type, fromId, toId }] : [];
  });
}

export function linksOf(pairs: readonly Pair[]): Link[] {
  return pairs.flatMap(({ type, fromId, toId }) => bothDirections(type, fromId, toId));
}

export function linkKey({ typeId, fromId, toId }: Link): string {
  return `${typeId} ${fromId} ${toId}`;
}

export function keyOf({ fromId, toId }: RecordIds): string {
  return `${fromId} ${toId}`;
}

interface Seat {
  readonly key: string;
  readonly type: AssociationType;
  readonly recordId: string;
  readonly primaryId: string;
}

function seatOf({ type, fromId, toId }: Pair): Seat | undefined {
  if (type.unlabeled === undefined) return undefined;
  if (isToPrimary(type)) return { key: `${type.id} ${fromId}`, type, recordId: fromId, primaryId: toId };
  return seatOf({ type: defaultType(type.inverse), fromId: toId, toId: fromId });
}

async function primaryRecords(store: AssociationStore, pairs: readonly Pair[]): Promise<Map<string, string>> {
  const primaries = new Map<string, string>();
  const seats = pairs.map(seatOf).filter((seat) => seat !== undefined);
  for (const type of new Set(seats.map((seat) => seat.type))) {
    const recordIds = new Set(seats.filter((seat) => seat.type === type).map((seat) => seat.recordId));
    for (const link of await store.from(type.fromType, [...recordIds], type.toType)) {
      if (link.typeId === type.id) primaries.set(`${type.id} ${link.fromId}`, link.toId);
    }
  }
  return primaries;
}

function withoutLabel(pair: Pair): Pair {
  return pair.type.unlabeled === undefined ? pair : { ...pair, type: defaultType(pair.type.unlabeled) };
}

function defaultType(id: number): AssociationType {
  const type = defaultAssociationTypes.withId(id);
  if (!type) throw new Error(`Unknown association type ${id}.`);
  return type;
}
