/**
 * The states of records with changes that are not in the index yet, in the table `search_pending`. The first state of a record is the one in
 * the index, and the later ones replace it when they become searchable.
 */
import type { Connection } from "../../sql/connection.ts";
import type { Scope } from "../../sql/scope.ts";
import { entryAccount, number, type Statement, statement, text } from "../../sql/statement.ts";
import { nameOf } from "../../sql/text.ts";
import type { Indexable } from "../indexable.ts";
import { type Rows, removal, write } from "./rows.ts";

export const removePending: Statement<Rows, never> = removal("search_pending", { object_type: text(0), record_id: number(1) });

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

interface StateRow {
  readonly id: number;
  readonly number: number;
  readonly since: number;
  readonly state: string | null;
  /** The earliest time at which the state becomes searchable. If it is null, only the lag delays the state. */
  readonly due: number | null;
}

export interface State {
  readonly number: number;
  readonly since: number;
  readonly due: number;
  /** `undefined` if the record is archived or missing. */
  readonly indexable: Indexable | undefined;
}

/** The state in the index, followed by the later states. */
export type States = readonly [State, ...State[]];

export type RowKey = readonly [type: string, id: number];

/** Whether the type has records with changes that are not in the index. */
export async function hasPending({ connection, account }: Scope, objectType: string): Promise<boolean> {
  return (await selectAnyPending(connection, { account, objectType: nameOf(objectType) })).length > 0;
}

/** Returns the states of the records with changes that are not in the index, by record id. */
export async function pendingStates(
  connection: Connection,
  account: number,
  objectType: string,
  ids: readonly number[],
): Promise<Map<number, States>> {
  const rows = await selectStates(connection, { account, objectType: nameOf(objectType), ids });
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, ofRecord]) => [id, ofRecord.map(readState) as [State, ...State[]]]));
}

/** Returns the indexed states of the records with changes that are not in the index. */
export async function indexedStates(
  connection: Connection,
  account: number,
  objectType: string,
  ids: readonly number[],
): Promise<Map<number, Indexable | undefined>> {
  const states = await pendingStates(connection, account, objectType, ids);
  return new Map([...states].map(([id, [first]]) => [id, first.indexable]));
}

/** A state that becomes searchable later. */
export interface LaterState {
  readonly key: RowKey;
  readonly since: number;
  /** The state in the index, unless earlier changes are pending. */
  readonly before: Indexable | undefined;
  readonly after: Indexable | undefined;
}

/** @param searchableAt the time at which the states become searchable, regardless of the lag */
export async function addPending(
  connection: Connection,
  account: number,
  {
    states,
    lag,
    searchableAt,
  }: { readonly states: readonly LaterState[]; readonly lag: number; readonly searchableAt: number | undefined },
): Promise<void> {
  const keys = states.map(({ key, since }) => [...key, since - Math.max(lag, 1), since]);
  const lasts = await selectLastStates(connection, { account, rows: JSON.stringify(keys) });
  const lastNumbers = new Map(lasts.map(({ type, id, number: last }) => [JSON.stringify([type, id]), last]));
  const rows = states.flatMap(({ key, since, before, after }) => {
    const last = lastNumbers.get(JSON.stringify(key));
    const row = [...key, (last ?? 0) + 1, since, stateText(after), searchableAt ?? null];
    return last === undefined ? [[...key, 0, 0, stateText(before), null], row] : [row];
  });
  await write(connection, account, insertStates, rows);
  await write(connection, account, removeOldStates, keys);
}

export function stateText(indexable: Indexable | undefined): string | null {
  return indexable ? JSON.stringify({ ...indexable, values: [...indexable.values] }) : null;
}

function readState({ number: position, since, state, due }: StateRow): State {
  const place = { number: position, since, due: due ?? 0 };
  if (state === null) return { ...place, indexable: undefined };
  const { values, ...times } = JSON.parse(state) as Omit<Indexable, "values"> & { values: [string, string][] };
  return { ...place, indexable: { ...times, values: new Map(values) } };
}
