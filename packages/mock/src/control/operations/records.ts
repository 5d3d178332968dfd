import { invalidRequest, Rejection } from "../../contract/errors/rejection.ts";
import type {
  ObjectTypeEntry,
  RecordDetails,
  RecordInput,
  RecordList,
  RecordState,
  RecordSummary,
  ValueWithTimestamp,
} from "../../generated/control/schemas.ts";
import { timestampOf } from "../../handlers/common/timestamps.ts";
import { alwaysReturned } from "../../handlers/records/builtInProperties.ts";
import { type ObjectType, objectTypeNames, objectTypeOf, pluralOf } from "../../handlers/records/objectTypes.ts";
import { type AccountStore, historyOf, type RecordStore, type StoredRecord } from "../../store/store.ts";
import type { ControlContext } from "../context.ts";
import { changeAccount, existingAccount } from "../existingAccount.ts";
import { shownRecord, shownVersion } from "../state/records.ts";
import { writeState } from "../state/state.ts";
import { nameOfRecord } from "./recordName.ts";

/** A page of the records of a type, or of search results. */
export interface RecordPage {
  /** Only records whose id equals this text, or with a value that contains it, ignoring case. */
  readonly text?: string;
  /** Only records whose id is greater than this one. */
  readonly after?: number;
  /** Maximum number of records, up to 1,000. @default 100 */
  readonly limit?: number;
}

const maxSearched = 2_000;

const sourceType = "CRM_UI";

export async function listTypes(context: ControlContext, accountId: number): Promise<ObjectTypeEntry[]> {
  const used = await (await existingAccount(context, accountId)).records.types();
  const known = objectTypeNames.map(typeIdOf);
  const custom = used.filter((typeId) => !known.includes(typeId));
  return [...known, ...custom].map((typeId) => ({ typeId, name: pluralOf(typeId), hasRecords: used.includes(typeId) }));
}

export async function listRecords(context: ControlContext, accountId: number, objectType: string, page: RecordPage): Promise<RecordList> {
  const { text = "", after = 0, limit = 100 } = page;
  const { records } = await existingAccount(context, accountId);
  const typeId = typeIdOf(objectType);
  const { found, next } = await (text === "" ? pageOf(records, typeId, after, limit) : search(records, typeId, { text, after, limit }));
  const results = found.map(summaryOf);
  return next === undefined ? { results } : { results, paging: { next: { after: next } } };
}

export async function getRecord(context: ControlContext, accountId: number, objectType: string, recordId: string): Promise<RecordDetails> {
  return detailsOf(await recordOf(await existingAccount(context, accountId), objectType, recordId));
}

/** @throws Rejection for an id that is in use, an unknown object type or invalid values, or when the account does not exist */
export async function createRecord(
  context: ControlContext,
  accountId: number,
  objectType: string,
  { id: wanted, properties = {} }: RecordInput,
): Promise<RecordDetails> {
  const type = objectTypeOf(objectType);
  if (!type) throw wrong("objectType", "objectType", "must be an object type: its plural or singular name, or its type id");
  rejectReadOnly(Object.keys(properties));
  return changeAccount(context, accountId, async ({ account, now }) => {
    const id = wanted ?? String((await account.records.lastId(type.typeId)) + 1);
    const [taken] = await account.records.find(type.typeId, [id]);
    if (taken) throw wrong("id", "unique", "must not be the id of an existing record");
    return write(account, type, { id, properties }, now);
  });
}

/** @throws Rejection for invalid values, or when the record does not exist */
export async function setRecord(
  context: ControlContext,
  accountId: number,
  { objectType, recordId }: { readonly objectType: string; readonly recordId: string },
  values: Readonly<Record<string, string>>,
): Promise<RecordDetails> {
  return changeAccount(context, accountId, async ({ account, now }) => {
    const record = await recordOf(account, objectType, recordId);
    const changed = Object.entries(values).filter(([name, value]) => !isEqual(historyOf(record, name)[0]?.value, value));
    rejectReadOnly(changed.map(([name]) => name));
    const updatedAt = timestampOf(now);
    const properties = changed.map(([name, value]): [string, ValueWithTimestamp[]] => {
      const earlier = historyOf(record, name).map(shownVersion);
      return [name, [{ value, timestamp: updatedAt, sourceType }, ...earlier]];
    });
    const state = shownRecord(record);
    const whole = { ...state, updatedAt, properties: { ...state.properties, ...Object.fromEntries(properties) } };
    const type = objectTypeOf(objectType) as ObjectType;
    return write(account, type, whole, now);
  });
}

/** Compares values regardless of their line breaks, because browsers send each line break as CR LF. */
function isEqual(present: string | undefined, value: string): boolean {
  return present?.replaceAll("\r\n", "\n") === value.replaceAll("\r\n", "\n");
}

function rejectReadOnly(names: readonly string[]): void {
  const name = names.find((one) => alwaysReturned.includes(one));
  if (name !== undefined) throw wrong(`properties.${name}`, "readOnly", "must not be set, because the mock derives it from the record");
}

async function write(account: AccountStore, { typeId, plural }: ObjectType, record: RecordState, now: number): Promise<RecordDetails> {
  const field = `records.${plural}[0].`;
  try {
    await writeState(account, { records: { [plural]: [record] } }, { now, replaces: false });
  } catch (error) {
    if (!(error instanceof Rejection) || error.problems.length === 0) throw error;
    const own = (text: string) => text.replace(field, "");
    throw invalidRequest(error.problems.map((problem) => ({ ...problem, in: own(problem.in), message: own(problem.message) })));
  }
  return detailsOf(await recordOf(account, typeId, record.id));
}

async function recordOf({ records }: AccountStore, objectType: string, id: string): Promise<StoredRecord> {
  const [record] = await records.find(typeIdOf(objectType), [id]);
  if (!record) throw new Rejection("OBJECT_NOT_FOUND", "The account has no record of this type with this id.");
  return record;
}

/** Returns the name of an unknown type as its id, because such a type has no records. */
function typeIdOf(objectType: string): string {
  return objectTypeOf(objectType)?.typeId ?? objectType;
}

/** The records of a page. `next` is the id after which the next page starts; `undefined` on the last page. */
interface Found {
  readonly found: readonly StoredRecord[];
  readonly next: number | undefined;
}

async function pageOf(records: RecordStore, typeId: string, after: number, limit: number): Promise<Found> {
  const read = await records.page(typeId, after, limit + 1);
  const found = read.slice(0, limit);
  return { found, next: read.length > limit ? Number(found.at(-1)?.id) : undefined };
}

/** Finds records by id and unique value first, because these are indexed, and then reads records in order. */
async function search(records: RecordStore, typeId: string, { text, after, limit }: Required<RecordPage>): Promise<Found> {
  const indexed = await findIndexed(records, typeId, text);
  const found = after === 0 ? [...indexed] : [];
  const ids = new Set(indexed.map(({ id }) => id));
  const read = await records.page(typeId, after, maxSearched);
  for (const record of read) {
    if (found.length >= limit) return { found, next: Number(record.id) - 1 };
    if (!ids.has(record.id) && hasText(record, text.toLowerCase())) found.push(record);
  }
  return { found, next: read.length === maxSearched ? Number(read.at(-1)?.id) : undefined };
}

async function findIndexed(records: RecordStore, typeId: string, text: string): Promise<StoredRecord[]> {
  const found = await records.find(typeId, [text]);
  for (const { name, unique } of await records.properties(typeId)) {
    if (!unique) continue;
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

function detailsOf(record: StoredRecord): RecordDetails {
  const names = Object.keys(record.properties).sort();
  const histories = names.map((name) => [name, historyOf(record, name).map(shownVersion)] as const);
  return { ...summaryOf(record), properties: Object.fromEntries(histories) };
}

function wrong(field: string, code: string, rule: string): Rejection {
  return invalidRequest([{ in: field, code, message: `${field} ${rule}` }]);
}
