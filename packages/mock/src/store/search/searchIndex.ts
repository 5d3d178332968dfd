import { recordKey } from "../records/recordRows.ts";
import type { StoredRecord } from "../records/recordStore.ts";
import type { Connection } from "../sql/connection.ts";
import { inBatches } from "../sql/scope.ts";
import { entryAccount, number, type Statement, statement, text } from "../sql/statement.ts";
import { keyOf, nameOf, sortableText } from "../sql/text.ts";
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

const selectAllStates = statement<{ account: number; objectType: string }, StateRow>(`
  select ${stateColumns} from search_pending
  where account_id = :account and object_type = :objectType
  order by record_id, number`);

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

export interface PendingRecord {
  readonly id: number;
  readonly states: States;
}

export async function pendingRecords(connection: Connection, account: number, objectType: string): Promise<PendingRecord[]> {
  const rows = await selectAllStates(connection, { account, objectType: nameOf(objectType) });
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, ofRecord]) => ({ id, states: ofRecord.map(readState) as unknown as States }));
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
  readonly searchableAt: number | undefined;
}

/** With a lag or `searchableAt`, the index contains the previous state until `catchUp` is called. */
export async function indexRecords(
  connection: Connection,
  account: number,
  { written: all, previous, lag, searchableAt }: Writing,
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
    const rows = await selectStates(connection, { account, objectType, ids: ofType.map(([, id]) => id) });
    for (const [id, [first]] of Map.groupBy(rows, (row) => row.id)) {
      indexed.set(JSON.stringify([objectType, id]), first && readState(first).indexable);
    }
  }
  const changes = written.map(({ record, key, before }): Change => {
    const [objectType, id] = [record.objectType, Number(record.id)];
    const state = JSON.stringify(key);
    return { objectType, id, before: indexed.has(state) ? indexed.get(state) : before, after: indexableOf(record) };
  });
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

interface Delay extends Pick<Writing, "lag" | "searchableAt"> {
  readonly written: readonly Write[];
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

/** Applies the changes that are searchable. @returns the indexed states of the records with other changes */
export async function catchUp(
  connection: Connection,
  account: number,
  objectType: string,
  records: readonly PendingRecord[],
  times: SearchTimes,
): Promise<Map<number, Indexable | undefined>> {
  const indexed = new Map<number, Indexable | undefined>();
  const changes: Change[] = [];
  const replaced: unknown[] = [];
  const done: Key[] = [];
  for (const { id, states } of records) {
    const place = lastSearchable(states, times);
    const current = states[place] ?? states[0];
    if (place > 0) changes.push({ objectType, id, before: states[0].indexable, after: current.indexable });
    if (place === states.length - 1) {
      done.push([nameOf(objectType), id]);
      continue;
    }
    indexed.set(id, current.indexable);
    replaced.push(...states.slice(0, place).map((state) => [nameOf(objectType), id, state.number]));
  }
  await apply(connection, account, changes);
  await write(connection, account, removePending, done);
  await write(connection, account, removeStates, replaced);
  return indexed;
}

type SearchTimes = Pick<Search, "at" | "now">;

/** Returns the index of the state in the index if no later state is searchable. */
function lastSearchable(states: States, { at = Number.POSITIVE_INFINITY, now = Number.POSITIVE_INFINITY }: SearchTimes): number {
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
