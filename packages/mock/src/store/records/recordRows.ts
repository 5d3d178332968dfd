import type { Connection } from "../sql/connection.ts";
import { distinctValues, type Scope, type TransactionCache } from "../sql/scope.ts";
import { number, type Statement, statement, text } from "../sql/statement.ts";
import { keyOf, nameOf, textOf } from "../sql/text.ts";
import { numberOf } from "../values.ts";
import type { RecordsToRead, StoredRecord } from "./recordStore.ts";

export interface RecordRow {
  readonly id: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly archived_at: number | null;
  readonly properties: string;
}

const columns = "id, created_at, updated_at, archived_at, properties";

interface OfType {
  readonly account: number;
  readonly objectType: string;
}

interface PageOfType extends OfType {
  readonly after: number;
  readonly limit: number;
}

export const selectRecords: Statement<OfType & { ids: readonly number[] }, RecordRow> = statement(
  ({ among }) => `
    select ${columns} from records
    where account_id = :account and object_type = :objectType and ${among("id", ":ids")}
    order by id`,
);

export const selectCurrentIds: Statement<OfType & { ids: readonly number[] }, { id: number }> = statement(
  ({ among }) => `
    select id from records
    where account_id = :account and object_type = :objectType and archived_at is null and ${among("id", ":ids")}`,
);

export const selectAllRecords: Statement<{ account: number }, RecordRow & { object_type: string }> = statement(
  `select object_type, ${columns} from records where account_id = :account order by object_type, id`,
);

const selectNext = statementForPage<PageOfType>("");
const selectNextCurrent = statementForPage<PageOfType>("and archived_at is null");
const selectNextArchived = statementForPage<PageOfType & { archivedAfter: number }>("and archived_at > :archivedAfter");

function statementForPage<Parameters extends PageOfType>(condition: string): Statement<Parameters, RecordRow> {
  return statement(`
    select ${columns} from records
    where account_id = :account and object_type = :objectType and id > :after ${condition}
    order by id
    limit :limit`);
}

export function selectPage(connection: Connection, place: PageOfType, only?: RecordsToRead): Promise<readonly RecordRow[]> {
  if (only === undefined) return selectNext(connection, place);
  return only === "current" ? selectNextCurrent(connection, place) : selectNextArchived(connection, { ...place, ...only });
}

/** Reads all records of a type, 1,000 at a time. */
export async function* recordBatches(connection: Connection, account: number, objectType: string): AsyncGenerator<StoredRecord[]> {
  const limit = 1_000;
  for (let after = -1; ; ) {
    const rows = await selectPage(connection, { account, objectType: nameOf(objectType), after, limit });
    yield rows.map((row) => recordOf(objectType, row));
    if (rows.length < limit) return;
    after = rows.at(-1)?.id ?? after;
  }
}

const selectLastId = statement<OfType, { id: number }>(
  "select id from records where account_id = :account and object_type = :objectType order by id desc limit 1",
);

/** Returns the greatest id, or -1 for a type without records. */
export async function lastIdOf({ connection, account, cache }: Scope, objectType: string): Promise<number> {
  const last = cachedLastId(cache, objectType);
  if (last !== undefined) return last;
  const [row] = await selectLastId(connection, { account, objectType: keyOf(objectType) });
  cache?.lastIds.set(objectType, row?.id ?? -1);
  return row?.id ?? -1;
}

/** Returns `false` for a record whose id is greater than the last id that the transaction has read. */
export function mayBeStored({ cache }: Scope): (record: StoredRecord) => boolean {
  return ({ objectType, id }) => Number(id) <= (cachedLastId(cache, objectType) ?? Number.POSITIVE_INFINITY);
}

function cachedLastId(cache: TransactionCache | undefined, objectType: string): number | undefined {
  return cache?.lastIds.get(objectType) ?? (cache?.isNew ? -1 : undefined);
}

export function recordKey({ objectType, id }: Pick<StoredRecord, "objectType" | "id">): string {
  return `${id} ${objectType}`;
}

const selectNextType = statement<OfType, { object_type: string }>(`
  select object_type from records
  where account_id = :account and object_type > :objectType
  order by object_type
  limit 1`);

export async function readTypes(connection: Connection, account: number): Promise<string[]> {
  const types = await distinctValues<string>(
    async (objectType = "") => (await selectNextType(connection, { account, objectType }))[0]?.object_type,
  );
  return types.map(textOf);
}

const upsert = statement<{ account: number; rows: string }>(
  ({ entries }) => `
    insert into records (account_id, object_type, ${columns})
    select cast(:account as bigint), ${text(0)}, ${number(1)}, ${number(2)}, ${number(3)}, ${number(4)}, ${text(5)}
    from ${entries(":rows")} where true
    on conflict (account_id, object_type, id) do update set
      created_at = excluded.created_at, updated_at = excluded.updated_at,
      archived_at = excluded.archived_at, properties = excluded.properties`,
);

/** @param records must not contain duplicates */
export async function upsertRecords({ connection, account, cache }: Scope, records: readonly StoredRecord[]): Promise<void> {
  const rows = records.map((record) => [
    nameOf(record.objectType),
    recordNumber(record.id),
    record.createdAt,
    record.updatedAt,
    record.archivedAt,
    JSON.stringify(record.properties),
  ]);
  await upsert(connection, { account, rows: JSON.stringify(rows) });
  for (const { objectType, id } of records) {
    const last = cachedLastId(cache, objectType);
    if (last !== undefined && last < Number(id)) cache?.lastIds.set(objectType, Number(id));
  }
}

export function recordOf(objectType: string, row: RecordRow): StoredRecord {
  return {
    objectType,
    id: String(row.id),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
    properties: propertiesOf(row),
  };
}

interface Parsed {
  readonly text: string;
  readonly properties: StoredRecord["properties"];
}

// Properties are cached, because parsing takes a fifth of a batch read's time. Entries are never stale, because their text must match.
const cache: (Parsed | undefined)[] = Array.from({ length: 1_024 });
const maxParsedLength = 4_096;

function propertiesOf({ id, properties: text }: RecordRow): StoredRecord["properties"] {
  const place = id % cache.length;
  const entry = cache[place];
  if (entry?.text === text) return entry.properties;
  const properties = JSON.parse(text) as StoredRecord["properties"];
  if (text.length <= maxParsedLength) cache[place] = { text, properties };
  return properties;
}

/** @throws RangeError when the string is not a record id */
export function recordNumber(id: string): number {
  const number = numberOf(id);
  if (number === undefined) throw new RangeError("A record id must be an integer from 0 to 2^53 - 1, in decimal digits.");
  return number;
}
