import { historyOf, type StoredRecord } from "../../store/store.ts";

/** Lists the ids of the merged records on the remaining one, separated by semicolons. */
export const mergedIdsProperty = "hs_merged_object_ids";

/** Names the remaining record on a merged one, which is stored as a record that was archived long ago. */
export const mergedIntoProperty = "hs_merged_into_object_id";

export function mergedInto(record: StoredRecord): string | undefined {
  return historyOf(record, mergedIntoProperty)[0]?.value;
}
