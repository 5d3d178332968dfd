import type { StandardError } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import { type BatchResponse, batchError, batchResponse } from "../common/batch.ts";
import type { Ends } from "./ends.ts";
import type { Start } from "./linksAfter.ts";
import { rejectInvalidCursors, startOf } from "./paging.ts";

export interface Input {
  readonly id: string;
  readonly after?: string;
}

type Read<Result> = (starts: readonly Start[], inputs: readonly Input[]) => Promise<Result[]>;

/**
 * For a record without associations, returns an error instead of a result.
 * @param counterpart what such a record lacks, for the error message, such as `associated company`
 */
export async function readBatch<Result extends { readonly to: readonly unknown[] }>(
  { store, now }: Context,
  ends: Ends,
  bodyInputs: readonly Input[],
  cursor: RegExp,
  read: Read<Result>,
  counterpart: string = `associated ${ends.to.singular}`,
): Promise<BatchResponse<200, Result>> {
  rejectInvalidCursors(Object.fromEntries(bodyInputs.map(({ after }, index) => [`inputs[${index}].after`, after])), cursor);
  const ids = new Set(bodyInputs.map(({ id }) => id));
  const current = await store.records.currentIds(ends.fromType, ids);
  const inputs = distinct(bodyInputs).filter(({ id }) => current.has(id));
  const pages = await readAt(inputs, read);
  const associatedIds = idsWithAny(inputs, pages);
  // A record without associations after its cursor may still have associations before it.
  const doubtful = inputs.filter(({ id, after }) => after !== undefined && !associatedIds.has(id)).map(({ id }) => ({ id }));
  for (const id of idsWithAny(doubtful, await readAt(doubtful, read))) associatedIds.add(id);
  const results = pages.filter((_, index) => associatedIds.has(inputs[index]?.id ?? ""));
  const errors = [...ids].filter((id) => !associatedIds.has(id)).map((id) => noAssociations(id, ends, counterpart));
  return batchResponse(200, now, results, errors);
}

function readAt<Result>(inputs: readonly Input[], read: Read<Result>): Promise<Result[]> {
  const starts = inputs.map(({ id, after }) => ({ id, after: startOf(after) }));
  return read(starts, inputs);
}

function idsWithAny(inputs: readonly Input[], pages: readonly { readonly to: readonly unknown[] }[]): Set<string> {
  return new Set(inputs.filter((_, index) => pages[index]?.to.length !== 0).map(({ id }) => id));
}

/** Removes repeated inputs, because other batches also return the result for a repeated id once (assumed). */
function distinct(inputs: readonly Input[]): Input[] {
  return [...new Map(inputs.map((input) => [`${input.id} ${input.after ?? ""}`, input])).values()];
}

function noAssociations(id: string, { from, to }: Ends, counterpart: string): StandardError {
  const context = { fromObjectId: [id], fromObjectType: [from.internalName], toObjectType: [to.internalName] };
  const rejection = new Rejection("OBJECT_NOT_FOUND", `The ${from.singular} has no ${counterpart}.`, { context });
  return { ...batchError(rejection), subCategory: "crm.associations.NO_ASSOCIATIONS_FOUND" };
}
