import type { AssociationBatchV3, AssociationV3, operations } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import type { RequestOf, ResultOf } from "../../platform/handler.ts";
import type { Pair } from "../associations/associate.ts";
import { type AssociationTypes, associationTypesOf } from "../associations/associationTypes.ts";
import { associateWithinLimits } from "../associations/limits.ts";
import { existingRecords, missingRecords, missingRecordsError } from "../associations/missingRecords.ts";
import { objectTypesOf } from "../associations/rejections.ts";
import { completed } from "../common/batch.ts";
import { pairsOf } from "./pairs.ts";

type Operation = operations["associationsV3.batchCreate"];

/** Rejects only if all inputs fail, for example because their records do not exist. */
export async function batchCreate({ path, body }: RequestOf<Operation>, { store, now }: Context): Promise<ResultOf<Operation>> {
  const ends = objectTypesOf(path);
  const types = await associationTypesOf(store.documents);
  const pairs = pairsOf(types.between(ends.from.typeId, ends.to.typeId), body.inputs);
  const { complete, missing } = await existingRecords(store, ends, pairs);
  if (missing.length > 0 && complete.length === 0) throw missingRecords(missing);
  const results = (await associateWithinLimits(store, complete)).flatMap((pair) => directionsOf(pair, types));
  const batch: AssociationBatchV3 = { ...completed(now), results };
  if (missing.length === 0) return { status: 201, body: batch };
  return { status: 207, body: { ...batch, numErrors: 1, errors: [missingRecordsError(missing)] } };
}

/** Returns both directions of a pair, because responses contain both (behaviour.md, 5). */
function directionsOf({ type, fromId, toId }: Pair, types: AssociationTypes): AssociationV3[] {
  const name = type.name ?? "";
  const from = { id: fromId };
  const to = { id: toId };
  return [
    { from, to, type: name },
    { from: to, to: from, type: types.withId(type.inverse)?.name ?? name },
  ];
}
