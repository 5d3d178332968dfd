import { Rejection } from "../../../contract/errors/rejection.ts";
import type { ObjectTypeEntry, RecordDetails, RecordList, RecordSummary } from "../../../generated/control/schemas.ts";
import { pagingOf } from "../../../handlers/common/paging.ts";
import { timestampOf } from "../../../handlers/common/timestamps.ts";
import { objectTypeNames, objectTypeOf, pluralOf } from "../../../handlers/records/objectTypes.ts";
import type { AccountStore } from "../../../store/accountStore.ts";
import { historyOf, type RecordStore, type RecordsToRead, type StoredRecord } from "../../../store/records/recordStore.ts";
import type { ControlContext } from "../../context.ts";
import { existingAccount } from "../../existingAccount.ts";
import { shownVersion } from "../../state/records.ts";
import { nameOfRecord } from "./recordName.ts";

export interface RecordPage {
  /** Returns only records whose id equals this text, or that have a value containing it, ignoring case. */
  readonly text?: string;
  /** `true` returns only archived records, `false` only records that are not archived. @default all records */
  readonly archived?: boolean;
  /** Returns only records with a greater id. Omit it for the first page. */
  readonly after?: number;
  /** Maximum number of records, up to 1,000. @default 100 */
  readonly limit?: number;
}

const maxSearched = 2_000;

const anyArchived = { archivedAfter: Number.MIN_SAFE_INTEGER } as const;

export async function listTypes(context: ControlContext, accountId: number): Promise<ObjectTypeEntry[]> {
  const used = await (await existingAccount(context, accountId)).records.types();
  const known = objectTypeNames.map(typeIdOf);
  const custom = used.filter((typeId) => !known.includes(typeId));
  return [...known, ...custom].map((typeId) => ({ typeId, name: pluralOf(typeId), hasRecords: used.includes(typeId) }));
}

export async function listRecords(context: ControlContext, accountId: number, objectType: string, page: RecordPage): Promise<RecordList> {
  const { text = "", archived, after, limit = 100 } = page;
  const { records } = await existingAccount(context, accountId);
  const wanted = {
    typeId: typeIdOf(objectType),
    only: archived === undefined ? undefined : archived ? anyArchived : "current",
    after,
    limit,
  } as const;
  const { found, next } = await (text === "" ? pageOf(records, wanted) : search(records, text, wanted));
  return { results: found.map(summaryOf), ...pagingOf(next) };
}

export async function getRecord(context: ControlContext, accountId: number, objectType: string, recordId: string): Promise<RecordDetails> {
  return detailsOf(await recordOf(await existingAccount(context, accountId), objectType, recordId));
}

export async function recordOf({ records }: AccountStore, objectType: string, id: string): Promise<StoredRecord> {
  const [record] = await records.find(typeIdOf(objectType), [id]);
  if (!record) throw unknownRecord();
  return record;
}

export function unknownRecord(): Rejection {
  return new Rejection("OBJECT_NOT_FOUND", "The account has no record of this type with this id.");
}

/** An unknown name is returned unchanged, because such a type has no records. */
function typeIdOf(objectType: string): string {
  return objectTypeOf(objectType)?.typeId ?? objectType;
}

interface Wanted {
  readonly typeId: string;
  readonly only: RecordsToRead | undefined;
  readonly after: number | undefined;
  readonly limit: number;
}

/** `next` is the id after which the next page starts, or `undefined` on the last page. */
interface Found {
  readonly found: readonly StoredRecord[];
  readonly next: number | undefined;
}

async function pageOf(records: RecordStore, { typeId, only, after, limit }: Wanted): Promise<Found> {
  const read = await records.page(typeId, after ?? 0, limit + 1, only);
  const found = read.slice(0, limit);
  return { found, next: read.length > limit ? Number(found.at(-1)?.id) : undefined };
}

/** Without `after`, the page starts with the records whose id or unique value equals `text`, because an index finds them. */
async function search(records: RecordStore, text: string, { typeId, only, after, limit }: Wanted): Promise<Found> {
  const isWanted = ({ archivedAt }: StoredRecord) => only === undefined || (archivedAt === null) === (only === "current");
  const indexed = (await findIndexed(records, typeId, text)).filter(isWanted);
  const first = indexed.slice(0, limit);
  const others = new Set(indexed.slice(limit).map(({ id }) => id));
  const found = after === undefined ? [...first] : [];
  const read = await records.page(typeId, after ?? 0, maxSearched, only);
  for (const record of read) {
    const isFirst = first.some(({ id }) => id === record.id);
    if (isFirst || !(others.has(record.id) || hasText(record, text.toLowerCase()))) continue;
    if (found.length >= limit) return { found, next: Number(record.id) - 1 };
    found.push(record);
  }
  return { found, next: read.length === maxSearched ? Number(read.at(-1)?.id) : undefined };
}

async function findIndexed(records: RecordStore, typeId: string, text: string): Promise<StoredRecord[]> {
  const found = await records.find(typeId, [text]);
  for (const name of await records.uniqueProperties(typeId)) {
    for (const { record } of await records.findByUnique(typeId, name, [text])) {
      if (!found.some(({ id }) => id === record.id)) found.push(record);
    }
  }
  return found;
}

function hasText(record: StoredRecord, wanted: string): boolean {
  const values = Object.values(record.properties).map((versions) => versions[0]?.value ?? "");
  return [nameOfRecord(record), ...values].some((value) => value.toLowerCase().includes(wanted));
}

function summaryOf(record: StoredRecord): RecordSummary {
  const { objectType: typeId, id, createdAt, updatedAt, archivedAt } = record;
  return {
    objectType: pluralOf(typeId),
    typeId,
    id,
    name: nameOfRecord(record),
    createdAt: timestampOf(createdAt),
    updatedAt: timestampOf(updatedAt),
    ...(archivedAt === null ? {} : { archivedAt: timestampOf(archivedAt) }),
  };
}

export function detailsOf(record: StoredRecord): RecordDetails {
  const names = Object.keys(record.properties).sort();
  const histories = names.map((name) => [name, historyOf(record, name).map(shownVersion)] as const);
  return { ...summaryOf(record), properties: Object.fromEntries(histories) };
}
