import { historyOf, type StoredRecord } from "../../store/store.ts";

/** Lists the ids of the records that were merged into a record, separated by semicolons. */
export const mergedIdsProperty = "hs_merged_object_ids";

/** Contains the id of the remaining record. A merged record is stored as if it had been archived long ago. */
export const mergedIntoProperty = "hs_merged_into_object_id";

export function mergedInto(record: StoredRecord): string | undefined {
  return historyOf(record, mergedIntoProperty)[0]?.value;
}
