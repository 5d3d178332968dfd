import { historyOf, type StoredRecord } from "../../store/records/recordStore.ts";

/** Lists the ids of the records that were merged into a record, separated by semicolons. */
export const mergedIdsProperty = "hs_merged_object_ids";

/** Contains the id of the remaining record. */
export const mergedIntoProperty = "hs_merged_into_object_id";

/** The time at which a merged record is archived. By every clock, the record can no longer be restored. */
export const mergedAt: number = Date.parse("0000-01-01T00:00:00Z");

export function mergedInto(record: StoredRecord): string | undefined {
  return historyOf(record, mergedIntoProperty)[0]?.value;
}
