import type { Context } from "../../platform/context.ts";
import { notFound } from "./find.ts";
import type { ObjectType } from "./objectTypes.ts";
import { isGone } from "./recyclingBin.ts";

/** Archiving an archived record changes nothing. @throws Rejection when the record does not exist */
export async function archiveRecord(type: ObjectType, id: string, { store, now }: Pick<Context, "store" | "now">): Promise<void> {
  const [record] = await store.records.find(type.typeId, [id]);
  if (!record || isGone(record, now)) throw notFound(type);
  if (record.archivedAt === null) await store.records.put([{ ...record, archivedAt: now, updatedAt: now }]);
}

/** Ignores archived and unknown records. */
export async function archiveRecords(type: ObjectType, ids: Iterable<string>, { store, now }: Context): Promise<void> {
  const records = await store.records.find(type.typeId, [...ids]);
  const current = records.filter(({ archivedAt }) => archivedAt === null);
  await store.records.put(current.map((record) => ({ ...record, archivedAt: now, updatedAt: now })));
}
