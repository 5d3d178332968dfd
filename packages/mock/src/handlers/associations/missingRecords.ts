import { Rejection, shortList } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { Link } from "../../store/associations/associationStore.ts";
import { type BatchResponse, batchError, batchResponse } from "../common/batch.ts";
import { type End, existence } from "../records/recyclingBin.ts";
import type { RecordIds } from "./associate.ts";
import type { Ends } from "./ends.ts";

/** Creates associations of existing records. Rejects only if all inputs fail because their records do not exist. */
export async function createBatch<Input extends RecordIds, Result>(
  { store, now }: Context,
  ends: Ends,
  inputs: readonly Input[],
  create: (complete: readonly Input[]) => Promise<Result[]>,
): Promise<BatchResponse<201, Result>> {
  const all = inputs.flatMap((input) => recordEnds(ends, input));
  const exists = await existence(store.records, all);
  const complete = inputs.filter((input) => recordEnds(ends, input).every((end) => exists(...end)));
  const missing = all.filter((end) => !exists(...end)).map(([, id]) => id);
  const rejection = missingRecords(missing);
  if (missing.length > 0 && complete.length === 0) throw rejection;
  return batchResponse(201, now, await create(complete), missing.length > 0 ? [batchError(rejection)] : []);
}

export async function rejectMissing({ records }: AccountStore, ends: readonly End[]): Promise<void> {
  const exists = await existence(records, ends);
  const missing = ends.filter((end) => !exists(...end)).map(([, id]) => id);
  if (missing.length > 0) throw missingRecords(missing);
}

export function missingRecords(ids: readonly string[]): Rejection {
  const missing = [...new Set(ids)];
  const message = `Some records to associate do not exist: ${shortList(missing, "and")}.`;
  return new Rejection("VALIDATION_ERROR", message, { context: { INVALID_OBJECT_IDS: missing } });
}

export function recordEnds({ fromType, toType }: Pick<Link, "fromType" | "toType">, { fromId, toId }: RecordIds): End[] {
  return [
    [fromType, fromId],
    [toType, toId],
  ];
}
