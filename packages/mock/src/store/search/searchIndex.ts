import { setImmediate } from "node:timers/promises";
import { recordKey } from "../records/recordRows.ts";
import type { StoredRecord } from "../records/recordStore.ts";
import type { Connection } from "../sql/connection.ts";
import { inBatches, type Scope } from "../sql/scope.ts";
import { entryAccount, number, type Statement, statement, text } from "../sql/statement.ts";
import { keyOf, nameOf, sortableText, textOf } from "../sql/text.ts";
import { comparedNumber } from "../values.ts";
import { comparedKey, type Indexable, indexableOf, indexedTokens } from "./indexable.ts";
import type { Search } from "./search.ts";

interface Rows {
  readonly account: number;
  readonly rows: string;
}

const upsertRecords = statement<Rows>(
  ({ entries }) => `
    insert into search_records (account_id, object_type, record_id, created_at, updated_at)
    select cast(:account as bigint), ${text(0)}, ${number(1)}, ${number(2)}, ${number(3)} from ${entries(":rows")} where true
    on conflict (record_id, account_id, object_type) do update set
      created_at = excluded.created_at, updated_at = excluded.updated_at`,
);

const upsertValues = statement<Rows>(
  ({ entries }) => `
    insert into search_values (account_id, object_type, record_id, created_at, property, value, exact, number, long_value)
    select
      cast(:account as bigint), ${text(0)}, ${number(1)}, ${number(2)}, ${text(3)}, ${text(4)}, ${text(5)},
      cast(${text(6)} as double precision), ${text(7)}
    from ${entries(":rows")} where true
    on conflict (record_id, account_id, object_type, property) do update set
      created_at = excluded.created_at, value = excluded.value, exact = excluded.exact, number = excluded.number, long_value = excluded.long_value`,
);

const insertTokens = statement<Rows>(
  ({ entries }) => `
    insert into search_tokens (account_id, object_type, token, property, record_id)
    select cast(:account as bigint), ${text(0)}, ${text(1)}, ${text(2)}, ${number(3)} from ${entries(":rows")} where true
    on conflict do nothing`,
);

const removeRecords = removal("search_records", { object_type: text(0), record_id: number(1) });
const removeValues = removal("search_values", { object_type: text(0), record_id: number(1), property: text(2) });
const removeTokens = removal("search_tokens", { object_type: text(0), token: text(1), property: text(2), record_id: number(3) });
const removePending = removal("search_pending", { object_type: text(0), record_id: number(1) });
const removeStates = removal("search_pending", { object_type: text(0), record_id: number(1), number: number(2) });

function removal(table: string, columns: Readonly<Record<string, string>>): Statement<Rows, never> {
  return statement(
    ({ entries }) => `
      delete from ${table} where (account_id, ${Object.keys(columns).join(", ")})
      in (select ${entryAccount}, ${Object.values(columns).join(", ")} from ${entries(":rows")})`,
  );
}

const insertStates = statement<Rows>(
  ({ entries }) => `
    insert into search_pending (account_id, object_type, record_id, number, since, state, due)
    select cast(:account as bigint), ${text(0)}, ${number(1)}, ${number(2)}, ${number(3)}, ${text(4)}, ${number(5)}
    from ${entries(":rows")} where true`,
);

/** Deletes the states that a later, searchable state has replaced, except the one in the index. */
const removeOldStates = statement<Rows>(
  ({ entries }) => `
    with bounds as materialized (
      select
        ${text(0)} as object_type, ${number(1)} as record_id,
        (select min(own.number) from search_pending as own where ${statesOf("own")}) as first,
        (select min(own.number) - 1 from search_pending as own where ${statesOf("own")} and (own.since > ${number(2)} or own.due > ${number(3)})) as last
      from ${entries(":rows")}
    )
    delete from search_pending where account_id = :account and (object_type, record_id, number) in (
      select old.object_type, old.record_id, old.number from bounds cross join search_pending as old
      where old.account_id = :account and old.object_type = bounds.object_type and old.record_id = bounds.record_id
        and old.number > bounds.first and old.number < bounds.last)`,
);

const selectLastStates = statement<Rows, { type: string; id: number; number: number }>(
  ({ entries }) => `
    select last.object_type as type, last.record_id as id, last.number from ${entries(":rows")} cross join search_pending as last
    where ${statesOf("last")}
      and last.number = (select max(own.number) from search_pending as own where ${statesOf("own")})`,
);

function statesOf(table: string): string {
  return `${table}.account_id = ${entryAccount} and ${table}.object_type = ${text(0)} and ${table}.record_id = ${number(1)}`;
}

const stateColumns = "record_id as id, number, since, state, due";

const selectStates = statement<{ account: number; objectType: string; ids: readonly number[] }, StateRow>(
  ({ among }) => `
    select ${stateColumns} from search_pending
    where account_id = :account and object_type = :objectType and ${among("record_id", ":ids")}
    order by record_id, number`,
);

const selectAnyPending = statement<{ account: number; objectType: string }, { id: number }>(
  "select record_id as id from search_pending where account_id = :account and object_type = :objectType limit 1",
);

const selectDue = statement<{ account: number; objectType: string; at: number; now: number; limit: number }, { id: number; size: number }>(`
  select due.record_id as id, (
    select sum(octet_length(state)) from search_pending as own
    where own.account_id = :account and own.object_type = :objectType and own.record_id = due.record_id
  ) as size
  from (
    select distinct later.record_id from search_pending as later
    where later.account_id = :account and later.object_type = :objectType and later.since <= :at and coalesce(later.due, 0) <= :now and (
      select min(own.number) from search_pending as own
      where own.account_id = :account and own.object_type = :objectType and own.record_id = later.record_id
    ) < later.number
    order by later.record_id limit :limit
  ) as due
  order by due.record_id`);

const replaceState = statement<{ account: number; objectType: string; id: number; number: number; state: string | null }>(`
  update search_pending set state = :state
  where account_id = :account and object_type = :objectType and record_id = :id and number = :number`);

/** A state of a record with changes that are not in the index. The first state is the one in the index. */
interface StateRow {
  readonly id: number;
  readonly number: number;
  readonly since: number;
  readonly state: string | null;
  /** The earliest time at which the state becomes searchable. If it is null, only the lag delays the state. */
  readonly due: number | null;
}

interface State {
  readonly number: number;
  readonly since: number;
  readonly due: number;
  /** `undefined` if the record is archived or missing. */
  readonly indexable: Indexable | undefined;
}

/** The state in the index, followed by the later states. */
type States = readonly [State, ...State[]];

/** Whether the type has records with changes that are not in the index. */
export async function hasPending({ connection, account }: Scope, objectType: string): Promise<boolean> {
  return (await selectAnyPending(connection, { account, objectType: nameOf(objectType) })).length > 0;
}

/** Returns the indexed states of the records with changes that are not in the index. */
export async function indexedStates(
  connection: Connection,
  account: number,
  objectType: string,
  ids: readonly number[],
): Promise<Map<number, Indexable | undefined>> {
  const rows = await selectStates(connection, { account, objectType: nameOf(objectType), ids });
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, [first]]) => [id, first && readState(first).indexable]));
}

interface Change {
  readonly objectType: string;
  readonly id: number;
  readonly before: Indexable | undefined;
  readonly after: Indexable | undefined;
}

interface Writing {
  readonly written: readonly StoredRecord[];
  /** The previous states of the records that existed before the write, keyed by `recordKey`. */
  readonly previous: ReadonlyMap<string, StoredRecord>;
  readonly lag: number;
}

// Indexing this many characters takes less than a tenth of a second.
export const maxIndexedCharacters = 32_000;

/** With a lag, `searchableAt` or large changes, the index contains the previous state until `catchUp` is called. */
export async function indexRecords(
  { connection, account, searchableAt, known }: Scope,
  { written: all, previous, lag }: Writing,
): Promise<void> {
  const writes = all.map((record): Write => {
    const before = previous.get(recordKey(record));
    return { record, key: [nameOf(record.objectType), Number(record.id)], before: before && indexableOf(before) };
  });
  // Changes of archived records must not end the delay of the archiving.
  const written = writes.filter(({ record, before }) => record.archivedAt === null || before !== undefined);
  if (written.length === 0) return;
  if (lag > 0 || searchableAt !== undefined) return delay(connection, account, { written, lag, searchableAt });
  const keys = written.filter(({ record }) => previous.has(recordKey(record))).map(({ key }) => key);
  const indexed = new Map<string, Indexable | undefined>();
  for (const [objectType, ofType] of Map.groupBy(keys, ([type]) => type)) {
    const states = await indexedStates(
      connection,
      account,
      textOf(objectType),
      ofType.map(([, id]) => id),
    );
    for (const [id, state] of states) indexed.set(JSON.stringify([objectType, id]), state);
  }
  const changes = written.map(({ record, key, before }): Change => {
    const [objectType, id] = [record.objectType, Number(record.id)];
    const state = JSON.stringify(key);
    return { objectType, id, before: indexed.has(state) ? indexed.get(state) : before, after: indexableOf(record) };
  });
  if (known && Number.isFinite(known.indexable)) {
    const left = known.indexable - changes.reduce((sum, { before, after }) => sum + sizeOfChange(before, after), 0);
    if (left < 0) return delay(connection, account, { written, lag, searchableAt });
    known.indexable = left;
  }
  await apply(connection, account, changes);
  const done = keys.filter((key) => indexed.has(JSON.stringify(key)));
  await write(connection, account, removePending, done);
}

interface Write {
  readonly record: StoredRecord;
  readonly key: Key;
  readonly before: Indexable | undefined;
}

type Key = readonly [type: string, id: number];

interface Delay extends Pick<Writing, "lag"> {
  readonly written: readonly Write[];
  readonly searchableAt: number | undefined;
}

async function delay(connection: Connection, account: number, { written, lag, searchableAt }: Delay): Promise<void> {
  const keys = written.map(({ key, record: { updatedAt } }) => [...key, updatedAt - Math.max(lag, 1), updatedAt]);
  const lasts = await selectLastStates(connection, { account, rows: JSON.stringify(keys) });
  const lastOf = new Map(lasts.map(({ type, id, number }) => [JSON.stringify([type, id]), number]));
  const states = written.flatMap(({ record, key, before }) => {
    const row = (position: number, since: number, indexable: Indexable | undefined, due: number | null) => [
      ...key,
      position,
      since,
      writtenState(indexable),
      due,
    ];
    const last = lastOf.get(JSON.stringify(key));
    const next = row((last ?? 0) + 1, record.updatedAt, indexableOf(record), searchableAt ?? null);
    return last === undefined ? [row(0, 0, before, null), next] : [next];
  });
  await write(connection, account, insertStates, states);
  await write(connection, account, removeOldStates, keys);
}

const maxRecords = 100;

// Reading and parsing this many bytes takes a few milliseconds.
const maxStateBytes = 1_000_000;

/** Adds the searchable changes to the index, in short transactions. @throws TransactionRequired in `readTogether` */
export async function catchUp(scope: Scope, objectType: string, { at = forever, now = forever }: SearchTimes): Promise<void> {
  const { account, connection, transactions } = scope;
  const due = { account, objectType: nameOf(objectType), at, now };
  while ((await selectDue(connection, { ...due, limit: 1 })).length > 0) {
    const step = async (inside: Connection) => {
      const ids: number[] = [];
      let bytes = 0;
      for (const { id, size } of await selectDue(inside, { ...due, limit: maxRecords })) {
        bytes += size;
        if (ids.length > 0 && bytes > maxStateBytes) break;
        ids.push(id);
      }
      await addDue(inside, account, objectType, ids, { at, now });
    };
    // Other requests run between the steps. The steps of accounts are independent, because a step may have to wait for its account's lock.
    if (transactions) await setImmediate();
    await (transactions ? transactions.write(step) : step(connection));
  }
}

const forever = Number.MAX_SAFE_INTEGER;

/** Adds searchable changes until the limit of a short transaction is reached. */
async function addDue(
  connection: Connection,
  account: number,
  objectType: string,
  ids: readonly number[],
  times: SearchTimes,
): Promise<void> {
  const type = nameOf(objectType);
  const changes: Change[] = [];
  const replaced: unknown[] = [];
  const done: Key[] = [];
  const rows = await selectStates(connection, { account, objectType: type, ids });
  let left = maxIndexedCharacters;
  for (const [id, ofRecord] of Map.groupBy(rows, (row) => row.id)) {
    const states = ofRecord.map(readState) as unknown as States;
    const place = lastSearchable(states, times);
    const [before, after] = [states[0].indexable, (states[place] ?? states[0]).indexable];
    const step = stepTo(before, after, left);
    changes.push({ objectType, id, before, after: step });
    left -= sizeOfChange(before, step);
    if (step !== after)
      await replaceState(connection, { account, objectType: type, id, number: states[0].number, state: writtenState(step) });
    else if (place === states.length - 1) done.push([type, id]);
    else replaced.push(...states.slice(0, place).map((state) => [type, id, state.number]));
    if (left <= 0) break;
  }
  await apply(connection, account, changes);
  await write(connection, account, removePending, done);
  await write(connection, account, removeStates, replaced);
}

/** Returns `after`, or a state between the two whose values have been changed up to the limit. */
function stepTo(before: Indexable | undefined, after: Indexable | undefined, limit: number): Indexable | undefined {
  const values = new Map(before?.values);
  let left = limit;
  for (const [name, value] of changedValues(before, after)) {
    if (left <= 0) return { createdAt: 0, updatedAt: 0, ...before, ...after, values };
    left -= sizeOfValue(value) + sizeOfValue(before?.values.get(name));
    if (value === undefined) values.delete(name);
    else values.set(name, value);
  }
  return after;
}

function* changedValues(before: Indexable | undefined, after: Indexable | undefined): Generator<[name: string, value: string | undefined]> {
  for (const name of new Set([...(before?.values.keys() ?? []), ...(after?.values.keys() ?? [])])) {
    const value = after?.values.get(name);
    if (value !== before?.values.get(name)) yield [name, value];
  }
}

function sizeOfChange(before: Indexable | undefined, after: Indexable | undefined): number {
  let size = 0;
  for (const [name, value] of changedValues(before, after)) size += sizeOfValue(value) + sizeOfValue(before?.values.get(name));
  return size;
}

/** The constant stands for the cost of a value's row. */
function sizeOfValue(value = ""): number {
  return value.length + 10;
}

type SearchTimes = Pick<Search, "at" | "now">;

/** Returns the index of the state in the index if no later state is searchable. */
function lastSearchable(states: States, { at = forever, now = forever }: SearchTimes): number {
  return Math.max(
    0,
    states.findLastIndex(({ since, due }) => since <= at && due <= now),
  );
}

export async function addToIndex(connection: Connection, account: number, records: readonly StoredRecord[]): Promise<void> {
  const changes = records.map(
    (record): Change => ({ objectType: record.objectType, id: Number(record.id), before: undefined, after: indexableOf(record) }),
  );
  await apply(connection, account, changes);
}

async function apply(connection: Connection, account: number, changes: readonly Change[]): Promise<void> {
  const rows = { records: [] as unknown[], values: [] as unknown[], tokens: [] as unknown[] };
  const removed = { records: [] as unknown[], values: [] as unknown[], tokens: [] as unknown[] };
  for (const { objectType, id, before, after } of changes) {
    const type = nameOf(objectType);
    if (before && !after) removed.records.push([type, id]);
    const isSame = before?.createdAt === after?.createdAt && before?.updatedAt === after?.updatedAt;
    if (after && !isSame) rows.records.push([type, id, after.createdAt, after.updatedAt]);
    for (const [name, value] of before?.values ?? []) {
      const next = after?.values.get(name);
      if (next === value) continue;
      const property = keyOf(name);
      if (next === undefined) removed.values.push([type, id, property]);
      const kept = indexedTokens(next ?? "");
      for (const token of indexedTokens(value)) if (!kept.has(token)) removed.tokens.push([type, token, property, id]);
    }
    for (const [name, value] of after?.values ?? []) {
      const previous = before?.values.get(name);
      if (previous === value && before?.createdAt === after?.createdAt) continue;
      const property = keyOf(name);
      rows.values.push([type, id, after?.createdAt, property, ...comparedForms(value)]);
      const known = indexedTokens(previous ?? "");
      for (const token of indexedTokens(value)) if (!known.has(token)) rows.tokens.push([type, token, property, id]);
    }
  }
  await write(connection, account, removeRecords, removed.records);
  await write(connection, account, removeValues, removed.values);
  await write(connection, account, removeTokens, removed.tokens);
  await write(connection, account, upsertRecords, rows.records);
  await write(connection, account, upsertValues, rows.values);
  await write(connection, account, insertTokens, rows.tokens);
}

type Forms = readonly [folded: string, exact: string | null, number: number | null, long: string | null];

function comparedForms(value: string): Forms {
  const folded = sortableText(value.toLowerCase());
  const exact = sortableText(value);
  const key = comparedKey(folded);
  return [key, exact === folded ? null : exact, comparedNumber(value) ?? null, folded === key ? null : folded];
}

async function write(connection: Connection, account: number, run: Statement<Rows, never>, rows: readonly unknown[]): Promise<void> {
  await inBatches(rows, (batch) => run(connection, { account, rows: JSON.stringify(batch) }));
}

function writtenState(indexable: Indexable | undefined): string | null {
  return indexable ? JSON.stringify({ ...indexable, values: [...indexable.values] }) : null;
}

function readState({ number, since, state, due }: StateRow): State {
  const place = { number, since, due: due ?? 0 };
  if (state === null) return { ...place, indexable: undefined };
  const { values, ...times } = JSON.parse(state) as Omit<Indexable, "values"> & { values: [string, string][] };
  return { ...place, indexable: { ...times, values: new Map(values) } };
}
