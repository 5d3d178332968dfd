import type { Connection } from "../sql/connection.ts";
import { inBatches } from "../sql/scope.ts";
import { number, type Statement, statement, text } from "../sql/statement.ts";
import { keyOf, nameOf } from "../sql/text.ts";
import type { StoredRecord } from "../store.ts";
import { comparedNumber } from "../values.ts";
import { tokensOf } from "../words.ts";
import { comparedText, type Indexable, indexableOf, longValue, recordAt } from "./indexable.ts";

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
    insert into search_values (account_id, object_type, record_id, property, value, exact, number, long_value)
    select
      cast(:account as bigint), ${text(0)}, ${number(1)}, ${text(2)}, ${text(3)}, ${text(4)}, cast(${text(5)} as double precision),
      ${text(6)}
    from ${entries(":rows")} where true
    on conflict (record_id, account_id, object_type, property) do update set
      value = excluded.value, exact = excluded.exact, number = excluded.number, long_value = excluded.long_value`,
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

function removal(table: string, columns: Readonly<Record<string, string>>): Statement<Rows, never> {
  return statement(
    ({ entries }) => `
      delete from ${table} where account_id = :account
      and (${Object.keys(columns).join(", ")}) in (select ${Object.values(columns).join(", ")} from ${entries(":rows")})`,
  );
}

const upsertPending = statement<Rows>(
  ({ entries }) => `
    insert into search_pending (account_id, object_type, record_id, indexed, due)
    select cast(:account as bigint), ${text(0)}, ${number(1)}, ${text(2)}, ${number(3)} from ${entries(":rows")} where true
    on conflict (account_id, object_type, record_id) do update set indexed = excluded.indexed, due = excluded.due`,
);

const selectPending = statement<{ account: number; objectType: string; ids: readonly number[] }, { id: number; indexed: string | null }>(
  ({ among }) => `
    select record_id as id, indexed from search_pending
    where account_id = :account and object_type = :objectType and ${among("record_id", ":ids")}`,
);

/** A record with a change that is not in the index. If the change is not due yet, `hidden` is 1 and `indexed` is the indexed state. */
interface PendingRow {
  readonly id: number;
  readonly hidden: number;
  readonly indexed: string | null;
}

const selectAllPending = statement<{ account: number; objectType: string; now: number }, PendingRow>(`
  select
    record_id as id, case when due > :now then 1 else 0 end as hidden, case when due > :now then indexed end as indexed
  from search_pending where account_id = :account and object_type = :objectType
  order by record_id`);

/** Returns the ids of records whose changes are to be indexed, and the indexed states of records whose changes are not due yet. */
export async function pendingChanges(
  connection: Connection,
  account: number,
  objectType: string,
  now: number = Number.MAX_SAFE_INTEGER,
): Promise<{ due: number[]; hidden: Map<number, Indexable | undefined> }> {
  const rows = await selectAllPending(connection, { account, objectType: nameOf(objectType), now });
  return {
    due: rows.filter(({ hidden }) => hidden === 0).map(({ id }) => id),
    hidden: new Map(rows.filter(({ hidden }) => hidden === 1).map(({ id, indexed }) => [id, readState(indexed)])),
  };
}

interface Change {
  readonly objectType: string;
  readonly id: number;
  readonly before: Indexable | undefined;
  readonly after: Indexable | undefined;
}

interface Writing {
  readonly written: readonly StoredRecord[];
  readonly existing: readonly StoredRecord[];
  readonly lag: number;
  readonly searchableAt: number | undefined;
}

/**
 * With a lag or `searchableAt`, the index contains the previous state until `catchUp` is called.
 * @param existing the state of these records before the write, without records that did not exist
 */
export async function indexRecords(
  connection: Connection,
  account: number,
  { written, existing, lag, searchableAt }: Writing,
): Promise<void> {
  const [{ objectType }] = written as [StoredRecord];
  const indexed = await indexedStates(connection, account, existing);
  if (lag > 0 || searchableAt !== undefined) {
    const states = written.map(({ id }) => [Number(id), indexed.states.get(Number(id))] as const);
    const changed = searchableAt === undefined ? states.filter(([id]) => !indexed.pending.has(id)) : states;
    const rows = changed.map(([id, state]) => [nameOf(objectType), id, writtenState(state), searchableAt ?? null]);
    return write(connection, account, upsertPending, rows);
  }
  await apply(
    connection,
    account,
    written.map((record) => ({
      objectType,
      id: Number(record.id),
      before: indexed.states.get(Number(record.id)),
      after: indexableOf(record),
    })),
  );
  await forget(connection, account, objectType, indexed.pending);
}

/** Applies the pending changes up to a given time to the index. @param records the records with pending changes, all of one type */
export async function catchUp(
  connection: Connection,
  account: number,
  records: readonly StoredRecord[],
  moment: number = Number.POSITIVE_INFINITY,
): Promise<void> {
  const [{ objectType }] = records as [StoredRecord];
  const { states } = await indexedStates(connection, account, records);
  const changes = records.map((record): Change => {
    const at = recordAt(record, moment);
    return { objectType, id: Number(record.id), before: states.get(Number(record.id)), after: at && indexableOf(at) };
  });
  await apply(connection, account, changes);
  const [done, waiting] = [records.filter(({ updatedAt }) => updatedAt <= moment), records.filter(({ updatedAt }) => updatedAt > moment)];
  await forget(connection, account, objectType, new Set(done.map(({ id }) => Number(id))));
  const after = new Map(changes.map((change) => [change.id, change.after]));
  const rows = waiting.map(({ id }) => [nameOf(objectType), Number(id), writtenState(after.get(Number(id))), null]);
  await write(connection, account, upsertPending, rows);
}

export async function addToIndex(connection: Connection, account: number, records: readonly StoredRecord[]): Promise<void> {
  const changes = records.map(
    (record): Change => ({ objectType: record.objectType, id: Number(record.id), before: undefined, after: indexableOf(record) }),
  );
  await apply(connection, account, changes);
}

interface IndexedStates {
  readonly states: ReadonlyMap<number, Indexable | undefined>;
  readonly pending: ReadonlySet<number>;
}

/** Returns the states of records in the index. For a record without a pending change, this is its current state. */
async function indexedStates(connection: Connection, account: number, records: readonly StoredRecord[]): Promise<IndexedStates> {
  const states = new Map(records.map((record) => [Number(record.id), indexableOf(record)]));
  const pending = new Set<number>();
  const [first] = records;
  if (!first) return { states, pending };
  for (const { id, indexed } of await selectPending(connection, {
    account,
    objectType: nameOf(first.objectType),
    ids: [...states.keys()],
  })) {
    states.set(id, readState(indexed));
    pending.add(id);
  }
  return { states, pending };
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
      const kept = tokensOf(next ?? "");
      for (const token of tokensOf(value)) if (!kept.has(token)) removed.tokens.push([type, token, property, id]);
    }
    for (const [name, value] of after?.values ?? []) {
      const previous = before?.values.get(name);
      if (previous === value) continue;
      const property = keyOf(name);
      rows.values.push([type, id, property, ...comparedForms(value)]);
      const known = tokensOf(previous ?? "");
      for (const token of tokensOf(value)) if (!known.has(token)) rows.tokens.push([type, token, property, id]);
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
  const lowerCase = value.toLowerCase();
  const folded = comparedText(lowerCase);
  const exact = comparedText(value);
  return [folded, exact === folded ? null : exact, comparedNumber(value) ?? null, longValue(lowerCase) ?? null];
}

async function forget(connection: Connection, account: number, objectType: string, ids: ReadonlySet<number>): Promise<void> {
  const rows = [...ids].map((id) => [nameOf(objectType), id]);
  await write(connection, account, removePending, rows);
}

async function write(connection: Connection, account: number, run: Statement<Rows, never>, rows: readonly unknown[]): Promise<void> {
  await inBatches(rows, (batch) => run(connection, { account, rows: JSON.stringify(batch) }));
}

function writtenState(state: Indexable | undefined): string | null {
  return state ? JSON.stringify({ ...state, values: [...state.values] }) : null;
}

function readState(written: string | null): Indexable | undefined {
  if (written === null) return undefined;
  const state = JSON.parse(written) as Omit<Indexable, "values"> & { values: [string, string][] };
  return { ...state, values: new Map(state.values) };
}
