import { Rejection } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import type { AccountStore } from "../../store/store.ts";
import { type BatchResponse, batchError, batchResponse } from "../common/batch.ts";
import { existence } from "../records/recyclingBin.ts";
import type { RecordIds } from "./associate.ts";
import type { Ends } from "./ends.ts";

/** Treats archived records as missing. */
export async function existingRecords<Input extends RecordIds>(
  { records }: AccountStore,
  { fromType, toType }: Ends,
  inputs: readonly Input[],
): Promise<{ complete: Input[]; missing: string[] }> {
  const ends = [...inputs.map(({ fromId }) => [fromType, fromId] as const), ...inputs.map(({ toId }) => [toType, toId] as const)];
  const exists = await existence(records, ends);
  return {
    complete: inputs.filter(({ fromId, toId }) => exists(fromType, fromId) && exists(toType, toId)),
    missing: ends.filter(([type, id]) => !exists(type, id)).map(([, id]) => id),
  };
}

/** Creates associations of existing records. Rejects only if all inputs fail because their records do not exist. */
export async function createBatch<Input extends RecordIds, Result>(
  { store, now }: Context,
  ends: Ends,
  inputs: readonly Input[],
  create: (complete: readonly Input[]) => Promise<Result[]>,
): Promise<BatchResponse<201, Result>> {
  const { complete, missing } = await existingRecords(store, ends, inputs);
  const rejection = missingRecords(missing);
  if (missing.length > 0 && complete.length === 0) throw rejection;
  return batchResponse(201, now, await create(complete), missing.length > 0 ? [batchError(rejection)] : []);
}

export function missingRecords(ids: readonly string[]): Rejection {
  const context = { INVALID_OBJECT_IDS: [...new Set(ids)] };
  return new Rejection("VALIDATION_ERROR", "Some records to associate do not exist.", { context });
}
