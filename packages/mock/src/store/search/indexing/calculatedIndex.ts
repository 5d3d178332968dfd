/**
 * The index contains the values of a calculated property from the first search that names it. From then on, writes note the records whose values
 * may change, and the next search that names a calculated property updates them. Other accounts pay nothing for calculated values.
 */
import { setImmediate } from "node:timers/promises";
import type { Link } from "../../associations/associationStore.ts";
import { recordOf, selectRecords } from "../../records/recordRows.ts";
import type { CalculatedValues, StoredRecord } from "../../records/recordStore.ts";
import type { Connection } from "../../sql/connection.ts";
import type { Scope } from "../../sql/scope.ts";
import { entryAccount, number, statement, text } from "../../sql/statement.ts";
import { keyOf, nameOf, sortableText, textOf } from "../../sql/text.ts";
import type { CalculatedIndex, Search } from "../search.ts";
import type { Change } from "./change.ts";
import { applyChanges } from "./indexRows.ts";
import { type Rows, removal, write } from "./rows.ts";

interface OfType {
  readonly account: number;
  readonly objectType: string;
}

const selectProperties = statement<OfType, { property: string; version: string }>(
  "select property, version from search_calculated where account_id = :account and object_type = :objectType",
);

const upsertProperties = statement<Rows>(
  ({ entries }) => `
    insert into search_calculated (account_id, object_type, property, version)
    select cast(:account as bigint), ${text(0)}, ${text(1)}, ${text(2)} from ${entries(":rows")} where true
    on conflict (account_id, object_type, property) do update set version = excluded.version`,
);

const replaceTimes = "on conflict (account_id, object_type, record_id) do update set since = excluded.since, due = excluded.due";

const selectSliceEnd = statement<OfType & { after: number; limit: number }, { id: number | null }>(`
  select max(id) as id from (
    select id from records where account_id = :account and object_type = :objectType and id > :after order by id limit :limit
  ) as slice`);

const noteSlice = statement<OfType & { after: number; upTo: number }>(`
  insert into search_outdated (account_id, object_type, record_id, since, due)
  select account_id, object_type, id, updated_at, coalesce((
    select max(pending.due) from search_pending as pending
    where pending.account_id = records.account_id and pending.object_type = records.object_type and pending.record_id = records.id
  ), 0)
  from records
  where account_id = :account and object_type = :objectType and id > :after and id <= :upTo and archived_at is null
  ${replaceTimes}`);

const noteRecords = statement<Rows>(
  ({ entries }) => `
    insert into search_outdated (account_id, object_type, record_id, since, due)
    select cast(:account as bigint), ${text(0)}, ${number(1)}, ${number(2)}, ${number(3)} from ${entries(":rows")} where true
    ${replaceTimes}`,
);

const noteAssociated = statement<Rows & { types: readonly string[] }>(
  ({ entries, among }) => `
    insert into search_outdated (account_id, object_type, record_id, since, due)
    select links.account_id, links.to_type, links.to_id, max(${number(2)}), max(${number(3)})
    from ${entries(":rows")} cross join associations as links
    where links.account_id = ${entryAccount} and links.from_type = ${text(0)} and links.from_id = ${number(1)}
      and ${among("links.to_type", ":types")}
    group by links.account_id, links.to_type, links.to_id
    ${replaceTimes}`,
);

const selectDue = statement<OfType & { at: number; now: number; limit: number }, { id: number }>(`
  select record_id as id from search_outdated
  where account_id = :account and object_type = :objectType and due <= :now and since <= :at
  limit :limit`);

const selectValues = statement<
  OfType & { ids: readonly number[]; properties: readonly string[] },
  { id: number; createdAt: number; property: string; value: string }
>(
  ({ among }) => `
    select record_id as id, created_at as "createdAt", property, coalesce(exact, long_value, value) as value from search_values
    where account_id = :account and object_type = :objectType and ${among("record_id", ":ids")} and ${among("property", ":properties")}`,
);

const removeOutdated = removal("search_outdated", { object_type: text(0), record_id: number(1) });

/** Notes the written records and those that are associated with them, if searches have named calculated properties of their types. */
export async function noteChangedRecords(
  { connection, account, cache, searchableAt = 0 }: Scope,
  records: readonly StoredRecord[],
  previous: (record: StoredRecord) => StoredRecord | undefined,
): Promise<void> {
  const types = cache?.calculatedTypes;
  if (!types || types.size === 0) return;
  const rowOf = (record: StoredRecord) => [nameOf(record.objectType), Number(record.id), record.updatedAt, searchableAt];
  const own = records.filter(({ objectType }) => types.has(objectType)).map(rowOf);
  await write(connection, account, noteRecords, own);
  // A new record has no associations yet.
  const existing = records.filter((record) => previous(record) !== undefined).map(rowOf);
  if (existing.length === 0) return;
  await noteAssociated(connection, { account, rows: JSON.stringify(existing), types: [...types].map(keyOf) });
}

/** Notes the records from which changed links start. Both directions of an association change together. */
export async function noteChangedLinks({ connection, account, cache, searchableAt = 0 }: Scope, links: readonly Link[]): Promise<void> {
  const types = cache?.calculatedTypes;
  if (!types || types.size === 0) return;
  const ends = new Map(links.filter(({ fromType }) => types.has(fromType)).map((link) => [`${link.fromType} ${link.fromId}`, link]));
  const rows = [...ends.values()].map(({ fromType, fromId }) => [nameOf(fromType), Number(fromId), 0, searchableAt]);
  await write(connection, account, noteRecords, rows);
}

export type Calculate = (
  connection: Connection,
  records: readonly StoredRecord[],
  names: readonly string[],
) => Promise<readonly CalculatedValues[]>;

// Calculating the values of this many records takes a few milliseconds.
const maxRecords = 200;

// Noting this many records takes a few milliseconds too.
const maxNotes = 5_000;

/** The version of properties while the records are noted. If this is interrupted, the next search notes them again. */
const incomplete = "";

const forever = Number.MAX_SAFE_INTEGER;

/** Adds the searchable values of calculated properties to the index, in short transactions. */
export async function updateCalculatedIndex(
  scope: Scope,
  objectType: string,
  { names, version }: CalculatedIndex,
  { at = forever, now = forever }: Pick<Search, "at" | "now">,
  calculate: Calculate,
): Promise<void> {
  const { account, connection, transactions } = scope;
  const ofType = { account, objectType: nameOf(objectType) };
  const inTransaction = <Result>(work: (inside: Connection) => Promise<Result>) =>
    transactions ? transactions.write(work) : work(connection);
  const stored = await selectProperties(connection, ofType);
  const versions = new Map(stored.map((row) => [textOf(row.property), row.version]));
  if (names.some((name) => versions.get(name) !== version)) {
    // From now on, writes note the records that they change. Another search can add properties in the meantime, and notes all records too.
    const properties = await inTransaction(async (inside) => {
      const all = new Set([...(await selectProperties(inside, ofType)).map(({ property }) => property), ...names.map(nameOf)]);
      await setVersion(inside, ofType, all, incomplete);
      return all;
    });
    for (let after: number | null | undefined = -1; typeof after === "number"; ) {
      if (transactions) await setImmediate();
      const start = after;
      await inTransaction(async (inside) => {
        after = (await selectSliceEnd(inside, { ...ofType, after: start, limit: maxNotes }))[0]?.id;
        if (typeof after === "number") await noteSlice(inside, { ...ofType, after: start, upTo: after });
      });
    }
    await inTransaction((inside) => setVersion(inside, ofType, properties, version));
  }
  const due = { ...ofType, at, now };
  while ((await selectDue(connection, { ...due, limit: 1 })).length > 0) {
    // Other requests run between the steps.
    if (transactions) await setImmediate();
    await inTransaction(async (inside) => {
      const ids = (await selectDue(inside, { ...due, limit: maxRecords })).map(({ id }) => id);
      await updateRecords(inside, account, objectType, ids, calculate);
    });
  }
}

async function setVersion(
  connection: Connection,
  { account, objectType }: OfType,
  properties: Iterable<string>,
  version: string,
): Promise<void> {
  await write(
    connection,
    account,
    upsertProperties,
    [...properties].map((property) => [objectType, property, version]),
  );
}

async function updateRecords(
  connection: Connection,
  account: number,
  objectType: string,
  ids: readonly number[],
  calculate: Calculate,
): Promise<void> {
  const ofType = { account, objectType: nameOf(objectType) };
  const properties = (await selectProperties(connection, ofType)).map(({ property }) => property);
  const records = (await selectRecords(connection, { ...ofType, ids })).map((row) => recordOf(objectType, row));
  const current = records.filter(({ archivedAt }) => archivedAt === null);
  const calculated = await calculate(connection, current, properties.map(textOf));
  const results = new Map(current.map((record, index) => [record.id, calculated[index]]));
  const rows = Map.groupBy(await selectValues(connection, { ...ofType, ids, properties }), ({ id }) => id);
  const changes = records.map((record): Change => {
    const own = rows.get(Number(record.id)) ?? [];
    const before = new Map(own.map(({ property, value }) => [textOf(property), value]));
    const after = [...(results.get(record.id)?.values ?? [])].map(([name, value]) => [name, sortableText(value)] as const);
    const { updatedAt } = record;
    const createdAt = own[0]?.createdAt ?? record.createdAt;
    return {
      objectType,
      id: Number(record.id),
      before: { createdAt, updatedAt, values: before },
      after: { createdAt: record.archivedAt === null ? record.createdAt : createdAt, updatedAt, values: new Map(after) },
    };
  });
  await applyChanges(connection, account, changes);
  await write(
    connection,
    account,
    removeOutdated,
    ids.map((id) => [ofType.objectType, id]),
  );
  const later = [...results].flatMap(([id, result]) =>
    result?.changesAt === undefined ? [] : [[ofType.objectType, Number(id), 0, result.changesAt]],
  );
  await write(connection, account, noteRecords, later);
}
