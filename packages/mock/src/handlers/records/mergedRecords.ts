import { historyOf, type StoredRecord } from "../../store/store.ts";

/** The property of a remaining record that lists the ids of the records merged into it, separated by semicolons. */
export const mergedIdsProperty = "hs_merged_object_ids";

/**
 * The property of a merged record that contains the id of the remaining one. A merged record is stored as if it had been archived long ago.
 */
export const mergedIntoProperty = "hs_merged_into_object_id";

export function mergedInto(record: StoredRecord): string | undefined {
  return historyOf(record, mergedIntoProperty)[0]?.value;
}
