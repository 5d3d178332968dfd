import type { AccountStore, Link } from "../../store/store.ts";
import type { ObjectType } from "../records/objectTypes.ts";
import { associate, type Pair } from "./associate.ts";
import { type AssociationType, type AssociationTypes, bothDirections, unlabeledType } from "./associationTypes.ts";
import { withinLimits } from "./limits.ts";
import { keyOf, storedTypes } from "./readTypes.ts";

export interface Typed {
  readonly fromId: string;
  readonly toId: string;
  readonly types: readonly AssociationType[];
}

export interface Ends {
  readonly from: ObjectType;
  readonly to: ObjectType;
  readonly types: AssociationTypes;
}

export function typesBetween({ from, to, types }: Ends): readonly AssociationType[] {
  return types.between(from.typeId, to.typeId);
}

/** Also associates the records by the unlabeled type. The last of several inputs for the same records wins. */
export async function replaceTypes(store: AccountStore, ends: Ends, inputs: readonly Typed[]): Promise<void> {
  const unlabeled = unlabeledType(typesBetween(ends));
  const wanted = [...new Map(inputs.map((input) => [recordsKey(ends, input), input])).values()].map((input) => ({
    ...input,
    types: new Set(unlabeled ? [...input.types, unlabeled] : input.types),
  }));
  const stored = await linked(store, ends, wanted);
  const replaced = wanted.flatMap(({ fromId, toId, types }) =>
    (stored.get(keyOf({ fromId, toId })) ?? []).filter((type) => !types.has(type)).map((type) => ({ type, fromId, toId })),
  );
  const pairs = wanted.flatMap(({ fromId, toId, types }) => [...types].map((type): Pair => ({ type, fromId, toId })));
  await withinLimits(store, pairs, async () => {
    await store.associations.remove(linksOf(replaced));
    await associate(store.associations, pairs);
  });
}

export async function removeAll(store: AccountStore, ends: Ends, inputs: readonly Omit<Typed, "types">[]): Promise<void> {
  const stored = await linked(store, ends, inputs);
  const pairs = inputs.flatMap(({ fromId, toId }) => (stored.get(keyOf({ fromId, toId })) ?? []).map((type) => ({ type, fromId, toId })));
  await store.associations.remove(linksOf(pairs));
}

/** The records stay associated by the unlabeled type, unless it is removed, which removes all types. */
export async function removeTypes(store: AccountStore, ends: Ends, inputs: readonly Typed[]): Promise<void> {
  const unlabeled = unlabeledType(typesBetween(ends));
  const isWhole = ({ types }: Typed) => unlabeled !== undefined && types.includes(unlabeled);
  const known = await linked(store, ends, inputs);
  const existing = inputs.filter((input) => known.has(keyOf(input)));
  await removeAll(store, ends, existing.filter(isWhole));
  const pairs = existing.flatMap(({ fromId, toId, types }) => types.map((type) => ({ type, fromId, toId })));
  await store.associations.remove(linksOf(pairs));
  if (!unlabeled) return;
  const removed = new Set(existing.filter(isWhole).map((input) => recordsKey(ends, input)));
  const left = await linked(store, ends, existing);
  const bare = existing.filter((input) => !left.has(keyOf(input)) && !removed.has(recordsKey(ends, input)));
  await store.associations.add(linksOf(bare.map(({ fromId, toId }) => ({ type: unlabeled, fromId, toId }))));
}

/** Returns the types of existing associations, keyed by the ids of their records. */
async function linked(store: AccountStore, ends: Ends, inputs: readonly Omit<Typed, "types">[]): Promise<Map<string, AssociationType[]>> {
  const direction = { fromType: ends.from.typeId, toType: ends.to.typeId };
  const stored = await storedTypes(
    store.associations,
    direction,
    inputs.map(({ fromId }) => fromId),
  );
  return new Map([...stored].map(([key, ids]) => [key, [...ids].flatMap((id) => ends.types.withId(id) ?? [])]));
}

function linksOf(pairs: readonly Pair[]): Link[] {
  return pairs.flatMap(({ type, fromId, toId }) => bothDirections(type, fromId, toId));
}

/** Returns a key that does not depend on the direction of the association. */
function recordsKey({ from, to }: Ends, { fromId, toId }: Omit<Typed, "types">): string {
  return from.typeId === to.typeId ? [fromId, toId].sort().join(" ") : keyOf({ fromId, toId });
}
