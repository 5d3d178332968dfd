import { Rejection } from "../../contract/errors/rejection.ts";
import type { AccountStore } from "../../store/store.ts";
import { rejectIfAny } from "../common/problems.ts";
import type { Run } from "../handlers.ts";
import type { ObjectType } from "../records/objectTypes.ts";
import { currentIds } from "../records/recyclingBin.ts";
import { associationTypesOf } from "./associationTypes.ts";
import { cursorProblem, readBatch } from "./readBatch.ts";
import { recordPages } from "./readTypes.ts";
import { accessedTypes } from "./rejections.ts";

const maxListPage = 500;
const maxBatchPage = 100;

/** The id of the last record on the previous page. */
const cursorPattern = /^\d+$/;

export const list: Run<"associations.list"> = async ({ path, query }, context) => {
  const { from, to } = accessedTypes(path, "read", context);
  const { store } = context;
  const { after, limit = maxListPage } = query;
  if (after !== undefined && !cursorPattern.test(after)) rejectIfAny([cursorProblem("after", after)]);
  await requireRecord(store, from, path.fromObjectId);
  const types = (await associationTypesOf(store.documents)).between(from.typeId, to.typeId);
  const [page] = await recordPages(store, types, [{ id: path.fromObjectId, after: startOf(after) }], limit);
  return { status: 200, body: { results: page?.records ?? [], ...pagingOf(page?.next) } };
};

export const batchRead: Run<"associations.batchRead"> = async ({ path, body }, context) => {
  const ends = accessedTypes(path, "read", context);
  rejectIfAny(
    body.inputs.flatMap(({ after }, index) =>
      after === undefined || cursorPattern.test(after) ? [] : [cursorProblem(`inputs[${index}].after`, after)],
    ),
  );
  const { store } = context;
  const types = (await associationTypesOf(store.documents)).between(ends.from.typeId, ends.to.typeId);
  return readBatch(context, ends, body.inputs, async (inputs) => {
    const starts = inputs.map(({ id, after }) => ({ id, after: startOf(after) }));
    const pages = await recordPages(store, types, starts, maxBatchPage);
    return inputs.map(({ id }, index) => {
      const { records = [], next } = pages[index] ?? {};
      return { isEmpty: records.length === 0, result: { from: { id }, to: records, ...pagingOf(next) } };
    });
  });
};

/** @throws Rejection when the record in the path does not exist or is archived */
export async function requireRecord(store: AccountStore, type: ObjectType, id: string): Promise<void> {
  const current = await currentIds(store.records, type.typeId, [id]);
  if (!current.has(id)) throw new Rejection("OBJECT_NOT_FOUND", `No ${type.singular} has the id in the path.`);
}

function startOf(after = "0"): number {
  return Math.min(Number(after), Number.MAX_SAFE_INTEGER);
}

function pagingOf(next: string | undefined): { paging?: { next: { after: string } } } {
  return next === undefined ? {} : { paging: { next: { after: next } } };
}
