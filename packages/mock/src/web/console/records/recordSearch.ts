import type { AccountStore, RecordStore, StoredRecord } from "../../../store/store.ts";
import { nameOfRecord } from "./recordName.ts";

/** So many records are on a page. */
export const maxListed = 50;

/** A search looks at so many records and says where it stopped: an account may have any number. */
const maxScanned = 2_000;

export interface RecordPage {
  readonly records: readonly StoredRecord[];
  /** Where the next page begins: after the record of this id; `undefined` when there is no more. */
  readonly next: number | undefined;
}

/** A page of the records of a type, in the order of their ids. */
export async function recordPage(records: RecordStore, objectType: string, after: number): Promise<RecordPage> {
  const found = await records.page(objectType, after, maxListed + 1);
  const page = found.slice(0, maxListed);
  return { records: page, next: found.length > maxListed ? Number(page.at(-1)?.id) : undefined };
}

/**
 * The records of a type that have a text as their id, or in a value, in any case. Those that an index knows come first: by the id,
 * and by the whole value of a unique property.
 */
export async function searchRecords({ records }: AccountStore, objectType: string, text: string, after: number): Promise<RecordPage> {
  const known = await indexed(records, objectType, text);
  const wanted = text.toLowerCase();
  const found: StoredRecord[] = after < 0 ? [...known] : [];
  const ids = new Set(known.map(({ id }) => id));
  const looked = await records.page(objectType, after, maxScanned);
  for (const record of looked) {
    if (found.length >= maxListed) return { records: found, next: Number(record.id) - 1 };
    if (!ids.has(record.id) && hasText(record, wanted)) found.push(record);
  }
  return { records: found, next: looked.length === maxScanned ? Number(looked.at(-1)?.id) : undefined };
}

async function indexed(records: RecordStore, objectType: string, text: string): Promise<StoredRecord[]> {
  const found = await records.find(objectType, [text]);
  for (const { name, unique } of await records.properties(objectType)) {
    if (!unique) continue;
    for (const { record } of await records.findByUnique(objectType, name, [text])) {
      if (!found.some(({ id }) => id === record.id)) found.push(record);
    }
  }
  return found;
}

function hasText(record: StoredRecord, wanted: string): boolean {
  const values = Object.values(record.properties).map((versions) => versions[0]?.value ?? "");
  return [nameOfRecord(record), ...values].some((value) => value.toLowerCase().includes(wanted));
}
