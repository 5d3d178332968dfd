import type { Context } from "../../platform/context.ts";
import { notFound } from "./find.ts";
import type { ObjectType } from "./objectTypes.ts";
import { isGone } from "./recyclingBin.ts";

/**
 * Archiving an archived record changes nothing (behaviour.md, 4).
 * @throws Rejection when the record does not exist
 */
export async function archiveRecord(type: ObjectType, id: string, { store, now }: Context): Promise<void> {
  const [record] = await store.records.find(type.typeId, [id]);
  if (!record || isGone(record, now)) throw notFound(type);
  if (record.archivedAt === null) await store.records.put([{ ...record, archivedAt: now, updatedAt: now }]);
}
