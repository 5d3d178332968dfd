import type { RecordAssociations } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import { pagingOf } from "../common/paging.ts";
import type { RunWith } from "../handlers.ts";
import type { ObjectType } from "../records/objectTypes.ts";
import type { AssociationType } from "./associationTypes.ts";
import type { Ends } from "./ends.ts";
import { linksAfter, type Start } from "./linksAfter.ts";
import { recordCursor, rejectInvalidCursors, startOf } from "./paging.ts";
import { readBatch } from "./readBatch.ts";
import { shownType } from "./specs.ts";

const maxListPage = 500;
const maxBatchPage = 100;

export const list: RunWith<Ends, "associations.list"> = async (ends, { path, query: { after, limit = maxListPage } }, { store }) => {
  rejectInvalidCursors({ after }, recordCursor);
  await requireRecord(store, ends.from, path.fromObjectId);
  const [page] = await recordPages(store, ends.between, [{ id: path.fromObjectId, after: startOf(after) }], limit);
  const { to: results = [], from: _, ...paging } = page ?? {};
  return { status: 200, body: { results, ...paging } };
};

export const batchRead: RunWith<Ends, "associations.batchRead"> = (ends, { body }, context) =>
  readBatch(context, ends, body.inputs, recordCursor, (starts) => recordPages(context.store, ends.between, starts, maxBatchPage));

export async function requireRecord(store: AccountStore, type: ObjectType, id: string): Promise<void> {
  const current = await store.records.currentIds(type.typeId, [id]);
  if (!current.has(id)) throw new Rejection("OBJECT_NOT_FOUND", `No ${type.singular} has the id in the path.`);
}

/** Returns, for each record in `starts`, a page of associated records, ordered by id, with all types of each association. */
async function recordPages(
  store: AccountStore,
  types: readonly AssociationType[],
  starts: readonly Start[],
  limit: number,
): Promise<RecordAssociations[]> {
  const linksPerStart = await linksAfter(store, types, starts, limit + 1);
  return starts.map(({ id }, index) => {
    const byRecord = [...Map.groupBy(linksPerStart[index] ?? [], ({ toId }) => toId)];
    const records = byRecord.slice(0, limit).map(([toObjectId, own]) => {
      const ids = new Set(own.map(({ typeId }) => typeId));
      return { toObjectId, associationTypes: typesAmong(types, ids).map(shownType) };
    });
    return { from: { id }, to: records, ...pagingOf(byRecord.length > limit ? records.at(-1)?.toObjectId : undefined) };
  });
}

/** Every association has the unlabeled type, even one that another interface created with a different type. */
function typesAmong(types: readonly AssociationType[], ids: ReadonlySet<number>): AssociationType[] {
  return types.filter((type) => ids.has(type.id) || type.label === null).sort((one, other) => one.id - other.id);
}
