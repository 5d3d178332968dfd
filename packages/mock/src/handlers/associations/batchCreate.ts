import type { AssociationBatchV3, AssociationV3, operations, StandardError } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import type { RequestOf, ResultOf } from "../../platform/handler.ts";
import { completed } from "../common/batch.ts";
import { currentIds } from "../records/recyclingBin.ts";
import { associate, type Pair } from "./associate.ts";
import { type AssociationTypes, associationTypesOf } from "./associationTypes.ts";
import { pairsOf } from "./pairs.ts";
import { objectTypesOf } from "./rejections.ts";

type Operation = operations["associationsV3.batchCreate"];

const missingRecords = "Some records to associate do not exist.";

/** Rejects only if all inputs fail, for example because their records do not exist. */
export async function batchCreate({ path, body }: RequestOf<Operation>, { store, now }: Context): Promise<ResultOf<Operation>> {
  const { from, to } = objectTypesOf(path);
  const types = await associationTypesOf(store.documents);
  const pairs = pairsOf(types.between(from.typeId, to.typeId), body.inputs);
  const fromIds = await currentIds(
    store.records,
    from.typeId,
    pairs.map((pair) => pair.fromId),
  );
  const toIds = await currentIds(
    store.records,
    to.typeId,
    pairs.map((pair) => pair.toId),
  );
  const complete = pairs.filter((pair) => fromIds.has(pair.fromId) && toIds.has(pair.toId));
  const ids = [
    ...new Set([
      ...pairs.map((pair) => pair.fromId).filter((id) => !fromIds.has(id)),
      ...pairs.map((pair) => pair.toId).filter((id) => !toIds.has(id)),
    ]),
  ];
  if (ids.length > 0 && complete.length === 0) {
    throw new Rejection("VALIDATION_ERROR", missingRecords, { context: { INVALID_OBJECT_IDS: ids } });
  }
  const results = (await associate(store.associations, complete)).flatMap((pair) => directionsOf(pair, types));
  const batch: AssociationBatchV3 = { ...completed(now), results };
  if (ids.length === 0) return { status: 201, body: batch };
  return { status: 207, body: { ...batch, numErrors: 1, errors: [invalidIds(ids)] } };
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

function invalidIds(ids: string[]): StandardError {
  return {
    status: "400",
    category: "VALIDATION_ERROR",
    message: missingRecords,
    context: { INVALID_OBJECT_IDS: ids },
    errors: [],
    links: {},
  };
}
