import type { StoredRecord } from "../../records/recordStore.ts";
import { type Indexable, indexableOf } from "../indexable.ts";

/** A change of a record in the index. A state is `undefined` if the record is archived or missing. */
export interface Change {
  readonly objectType: string;
  readonly id: number;
  readonly before: Indexable | undefined;
  readonly after: Indexable | undefined;
}

/** @param before the state of the record in the index */
export function changeOf(record: StoredRecord, before: Indexable | undefined): Change {
  return { objectType: record.objectType, id: Number(record.id), before, after: indexableOf(record) };
}

export function* changedValues({ before, after }: Pick<Change, "before" | "after">): Generator<[name: string, value: string | undefined]> {
  for (const name of new Set([...(before?.values.keys() ?? []), ...(after?.values.keys() ?? [])])) {
    const value = after?.values.get(name);
    if (value !== before?.values.get(name)) yield [name, value];
  }
}

// Indexing this many characters takes less than a tenth of a second.
export const maxIndexedCharacters = 32_000;

export function sizeOfChange(change: Pick<Change, "before" | "after">): number {
  let size = 0;
  for (const [name, value] of changedValues(change)) size += sizeOfValue(value) + sizeOfValue(change.before?.values.get(name));
  return size;
}

/** The constant stands for the cost of a value's row. */
export function sizeOfValue(value = ""): number {
  return value.length + 10;
}
