import type { RecordStore, StoredRecord } from "../../store/records/recordStore.ts";

const msToRestore = 90 * 24 * 60 * 60 * 1000;

export function archivedSince(now: number): number {
  return now - msToRestore;
}

/** An archived record that can no longer be restored is treated as nonexistent. */
export function isGone(record: Pick<StoredRecord, "archivedAt">, now: number): boolean {
  return record.archivedAt !== null && record.archivedAt <= archivedSince(now);
}

export type End = readonly [objectType: string, recordId: string];

/** Returns a function that checks whether a record exists and is not archived. */
export async function existence(records: RecordStore, ends: readonly End[]): Promise<(objectType: string, id: string) => boolean> {
  const current = new Map<string, Set<string>>();
  for (const [objectType, ofType] of Map.groupBy(ends, ([type]) => type)) {
    const ids = ofType.map(([, id]) => id);
    current.set(objectType, await records.currentIds(objectType, ids));
  }
  return (objectType, id) => current.get(objectType)?.has(id) === true;
}
