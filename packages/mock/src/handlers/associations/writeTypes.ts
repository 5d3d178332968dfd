import type { AccountStore } from "../../store/accountStore.ts";
import { dissociate, keyOf, linksOf, type Pair, type RecordIds, storedPairs } from "./associate.ts";
import { type AssociationType, unlabeledType } from "./associationTypes.ts";
import type { Ends } from "./ends.ts";
import { associateWithinLimits } from "./limits.ts";

export interface TypedRecordIds extends RecordIds {
  readonly types: readonly AssociationType[];
}

/** Also associates the records by the unlabeled type. The last of several inputs for the same records wins. */
export async function replaceTypes(store: AccountStore, ends: Ends, inputs: readonly TypedRecordIds[]): Promise<void> {
  const unlabeled = unlabeledType(ends.between) ?? [];
  const lastInputs = [...new Map(inputs.map((input) => [recordsKey(ends, input), input])).values()];
  const pairs = pairsOf(lastInputs.map((input) => ({ ...input, types: [...new Set(input.types.concat(unlabeled))] })));
  const newKeys = new Set(pairs.map(pairKey));
  const currentPairs = await storedPairs(store.associations, ends, lastInputs);
  const outdatedPairs = currentPairs.filter((pair) => !newKeys.has(pairKey(pair)));
  await associateWithinLimits(store, pairs, outdatedPairs);
}

export async function removeAll({ associations }: AccountStore, ends: Ends, records: readonly RecordIds[]): Promise<void> {
  await associations.remove(linksOf(await storedPairs(associations, ends, records)));
}

/** The records stay associated by the unlabeled type. Removing the unlabeled type removes all types. */
export async function removeTypes({ associations }: AccountStore, ends: Ends, inputs: readonly TypedRecordIds[]): Promise<void> {
  const unlabeled = unlabeledType(ends.between);
  const existingKeys = new Set((await storedPairs(associations, ends, inputs)).map(keyOf));
  const existing = inputs.filter((input) => existingKeys.has(keyOf(input)));
  if (unlabeled) await associations.add(linksOf(existing.map(({ fromId, toId }) => ({ type: unlabeled, fromId, toId }))));
  await dissociate(associations, ends.types, pairsOf(existing));
}

function pairsOf(inputs: readonly TypedRecordIds[]): Pair[] {
  return inputs.flatMap(({ fromId, toId, types }) => types.map((type) => ({ type, fromId, toId })));
}

function pairKey(pair: Pair): string {
  return `${pair.type.id} ${keyOf(pair)}`;
}

/** Returns a key that does not depend on the direction of the association. */
function recordsKey({ fromType, toType }: Ends, records: RecordIds): string {
  return fromType === toType ? [records.fromId, records.toId].sort().join(" ") : keyOf(records);
}
