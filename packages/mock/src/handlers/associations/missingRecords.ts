import type { StandardError } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { AccountStore } from "../../store/store.ts";
import type { ObjectType } from "../records/objectTypes.ts";
import { currentIds } from "../records/recyclingBin.ts";

interface Records {
  readonly fromId: string;
  readonly toId: string;
}

const message = "Some records to associate do not exist.";

/** Treats archived records as missing. */
export async function existingRecords<Input extends Records>(
  store: AccountStore,
  { from, to }: { readonly from: ObjectType; readonly to: ObjectType },
  inputs: readonly Input[],
): Promise<{ complete: Input[]; missing: string[] }> {
  const fromIds = inputs.map(({ fromId }) => fromId);
  const toIds = inputs.map(({ toId }) => toId);
  const existingFrom = await currentIds(store.records, from.typeId, fromIds);
  const existingTo = await currentIds(store.records, to.typeId, toIds);
  const complete = inputs.filter(({ fromId, toId }) => existingFrom.has(fromId) && existingTo.has(toId));
  const missing = [...fromIds.filter((id) => !existingFrom.has(id)), ...toIds.filter((id) => !existingTo.has(id))];
  return { complete, missing: [...new Set(missing)] };
}

export function missingRecords(ids: string[]): Rejection {
  return new Rejection("VALIDATION_ERROR", message, { context: { INVALID_OBJECT_IDS: ids } });
}

export function missingRecordsError(ids: string[]): StandardError {
  return { status: "400", category: "VALIDATION_ERROR", message, context: { INVALID_OBJECT_IDS: ids }, errors: [], links: {} };
}
