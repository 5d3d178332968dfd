import { setImmediate } from "node:timers/promises";
import type { Connection } from "../../sql/connection.ts";
import type { Scope } from "../../sql/scope.ts";
import { number, statement, text } from "../../sql/statement.ts";
import { nameOf } from "../../sql/text.ts";
import type { Indexable } from "../indexable.ts";
import type { Search } from "../search.ts";
import { type Change, changedValues, maxIndexedCharacters, sizeOfChange, sizeOfValue } from "./change.ts";
import { applyChanges } from "./indexRows.ts";
import { pendingStates, type RowKey, removePending, type States, stateText } from "./pendingStates.ts";
import { removal, write } from "./rows.ts";

const removeStates = removal("search_pending", { object_type: text(0), record_id: number(1), number: number(2) });

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

type SearchTimes = Pick<Search, "at" | "now">;

const maxRecords = 100;

// Reading and parsing this many bytes takes a few milliseconds.
const maxStateBytes = 1_000_000;

const forever = Number.MAX_SAFE_INTEGER;

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
  const replacedStates: unknown[] = [];
  const appliedKeys: RowKey[] = [];
  let left = maxIndexedCharacters;
  for (const [id, states] of await pendingStates(connection, account, objectType, ids)) {
    const place = lastSearchable(states, times);
    const [before, after] = [states[0].indexable, (states[place] ?? states[0]).indexable];
    const step = stepTo(before, after, left);
    changes.push({ objectType, id, before, after: step });
    left -= sizeOfChange({ before, after: step });
    if (step !== after) await replaceState(connection, { account, objectType: type, id, number: states[0].number, state: stateText(step) });
    else if (place === states.length - 1) appliedKeys.push([type, id]);
    else replacedStates.push(...states.slice(0, place).map((state) => [type, id, state.number]));
    if (left <= 0) break;
  }
  await applyChanges(connection, account, changes);
  await write(connection, account, removePending, appliedKeys);
  await write(connection, account, removeStates, replacedStates);
}

/** Returns `after`, or a state between the two whose values have been changed up to the limit. */
function stepTo(before: Indexable | undefined, after: Indexable | undefined, limit: number): Indexable | undefined {
  const values = new Map(before?.values);
  let left = limit;
  for (const [name, value] of changedValues({ before, after })) {
    if (left <= 0) return { createdAt: 0, updatedAt: 0, ...before, ...after, values };
    left -= sizeOfValue(value) + sizeOfValue(before?.values.get(name));
    if (value === undefined) values.delete(name);
    else values.set(name, value);
  }
  return after;
}

/** Returns the index of the state in the index if no later state is searchable. */
function lastSearchable(states: States, { at = forever, now = forever }: SearchTimes): number {
  return Math.max(
    0,
    states.findLastIndex(({ since, due }) => since <= at && due <= now),
  );
}
