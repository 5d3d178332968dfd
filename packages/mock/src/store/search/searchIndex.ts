import type { Connection } from "../sql/connection.ts";
import { inBatches } from "../sql/scope.ts";
import { number, type Statement, statement, text } from "../sql/statement.ts";
import { keyOf, nameOf } from "../sql/text.ts";
import type { StoredRecord } from "../store.ts";
import { comparedNumber } from "../values.ts";
import { tokensOf } from "../words.ts";
import { comparedText, type Indexable, indexableOf, longValue } from "./indexable.ts";

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

const selectPending = statement<{ account: number; objectType: string; ids: readonly number[] }, Omit<PendingRow, "hidden">>(
  ({ among }) => `
    select record_id as id, due, indexed as states from search_pending
    where account_id = :account and object_type = :objectType and ${among("record_id", ":ids")}`,
);

const selectAllPending = statement<{ account: number; objectType: string; now: number }, Omit<PendingRow, "due">>(`
  select record_id as id, case when due > :now then 1 else 0 end as hidden, indexed as states
  from search_pending where account_id = :account and object_type = :objectType
  order by record_id`);

/** A record with changes that are not in the index. If `hidden` is 1, the changes are not due yet. */
interface PendingRow {
  readonly id: number;
  readonly due: number | null;
  readonly hidden: number;
  readonly states: string;
}

/** A state of a record since a time. The state of an archived or missing record is `undefined`. */
type StateSince = readonly [since: number, state: Indexable | undefined];

/** The state in the index, followed by the later states. */
type States = readonly [StateSince, ...StateSince[]];

export interface PendingRecord {
  readonly id: number;
  readonly hidden: boolean;
  readonly states: States;
}

export async function pendingRecords(
  connection: Connection,
  account: number,
  objectType: string,
  now: number = Number.MAX_SAFE_INTEGER,
): Promise<PendingRecord[]> {
  const rows = await selectAllPending(connection, { account, objectType: nameOf(objectType), now });
  return rows.map(({ id, hidden, states }) => ({ id, hidden: hidden === 1, states: readStates(states) }));
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
  const type = nameOf(objectType);
  const before = new Map(existing.map((record) => [record.id, indexableOf(record)]));
  const rows = await selectPending(connection, { account, objectType: type, ids: existing.map(({ id }) => Number(id)) });
  const pending = new Map(rows.map(({ id, due, states }) => [String(id), { due, states: readStates(states) }]));
  const statesOf = (id: string): States => pending.get(id)?.states ?? [[0, before.get(id)]];
  if (lag > 0 || searchableAt !== undefined) {
    const changed = written.map((record) => {
      const { id, updatedAt } = record;
      const [indexed, ...later] = statesOf(id);
      // A search needs only the states since the lag.
      const needed = later.slice(Math.max(0, lastUntil(later, updatedAt - lag)));
      const states: States = [indexed, ...needed, [updatedAt, indexableOf(record)]];
      return [type, Number(id), writtenStates(states), searchableAt ?? pending.get(id)?.due ?? null];
    });
    return write(connection, account, upsertPending, changed);
  }
  const changes = written.map(
    (record): Change => ({ objectType, id: Number(record.id), before: statesOf(record.id)[0][1], after: indexableOf(record) }),
  );
  await apply(connection, account, changes);
  await forget(connection, account, objectType, [...pending.keys()].map(Number));
}

/** Applies the changes up to a given time. @returns the indexed states of the records with later changes */
export async function catchUp(
  connection: Connection,
  account: number,
  objectType: string,
  records: readonly PendingRecord[],
  moment: number = Number.POSITIVE_INFINITY,
): Promise<Map<number, Indexable | undefined>> {
  const indexed = new Map<number, Indexable | undefined>();
  const changes: Change[] = [];
  const waiting: unknown[] = [];
  const done: number[] = [];
  for (const { id, states } of records) {
    const place = Math.max(0, lastUntil(states, moment));
    const [current = states[0], ...later] = states.slice(place);
    if (place > 0) changes.push({ objectType, id, before: states[0][1], after: current[1] });
    if (later.length === 0) {
      done.push(id);
      continue;
    }
    indexed.set(id, current[1]);
    if (place > 0) waiting.push([nameOf(objectType), id, writtenStates([current, ...later]), null]);
  }
  await apply(connection, account, changes);
  await forget(connection, account, objectType, done);
  await write(connection, account, upsertPending, waiting);
  return indexed;
}

/** Returns the index of the last state that is not newer than a moment, or -1. */
function lastUntil(states: readonly StateSince[], moment: number): number {
  return states.findLastIndex(([since]) => since <= moment);
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

async function forget(connection: Connection, account: number, objectType: string, ids: readonly number[]): Promise<void> {
  const rows = ids.map((id) => [nameOf(objectType), id]);
  await write(connection, account, removePending, rows);
}

async function write(connection: Connection, account: number, run: Statement<Rows, never>, rows: readonly unknown[]): Promise<void> {
  await inBatches(rows, (batch) => run(connection, { account, rows: JSON.stringify(batch) }));
}

function writtenStates(states: States): string {
  return JSON.stringify(states.map(([since, state]) => [since, state ? { ...state, values: [...state.values] } : null]));
}

function readStates(written: string): States {
  const states = JSON.parse(written) as [number, (Omit<Indexable, "values"> & { values: [string, string][] }) | null][];
  const [indexed, ...later] = states.map(
    ([since, state]): StateSince => [since, state ? { ...state, values: new Map(state.values) } : undefined],
  );
  return [indexed as StateSince, ...later];
}
