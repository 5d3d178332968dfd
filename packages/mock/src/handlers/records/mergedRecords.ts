import { historyOf, type StoredRecord } from "../../store/store.ts";

/** The ids of the records merged into a record, separated by semicolons. */
export const mergedIdsProperty = "hs_merged_object_ids";

/** The id of the remaining record. A merged record is stored as if it had been archived long ago. */
export const mergedIntoProperty = "hs_merged_into_object_id";

export function mergedInto(record: StoredRecord): string | undefined {
  return historyOf(record, mergedIntoProperty)[0]?.value;
}
