import { setImmediate as nextTurn } from "node:timers/promises";
import type { Connection } from "./connection.ts";
import { type JournalRow, type SelectRows, selectNewest, selectOldest } from "./journalRows.ts";
import { newest } from "./newestEntries.ts";
import type { JournalEntry, NumberedEntry } from "./store.ts";

/** So many rows are read at once: what else there is to do gets its turn in between. */
const rowsAtOnce = 1_000;

/** Numbers between two others, neither of them included. */
export interface Range {
  /** All when absent. */
  readonly account: number | undefined;
  readonly after: number;
  readonly before: number;
}

type Fits = (entry: NumberedEntry) => boolean;

/** What is in a range, oldest first: no more of an account than is kept of it. */
export async function readAll(connection: Connection, range: Range, fits: Fits): Promise<NumberedEntry[]> {
  const found: { readonly account: number; readonly entry: NumberedEntry }[] = [];
  for (let { after } = range; after < range.before - 1; await nextTurn()) {
    const rows = await select(connection, selectOldest, { ...range, after }, rowsAtOnce);
    for (const row of rows) found.push({ account: row.account, entry: entryOf(row) });
    if (rows.length < rowsAtOnce) break;
    after = rows.at(-1)?.number ?? range.before;
  }
  return newest(found)
    .map(({ entry }) => entry)
    .filter(fits);
}

/** The newest of those that fit, oldest first; it reads no more than it takes to find them. */
export async function readNewest(connection: Connection, range: Range, limit: number, fits: Fits): Promise<NumberedEntry[]> {
  const found: NumberedEntry[] = [];
  let count = limit;
  for (let { before } = range; before > range.after + 1; await nextTurn()) {
    const rows = await select(connection, selectNewest, { ...range, before }, count);
    found.push(...rows.map(entryOf).filter(fits));
    if (found.length >= limit || rows.length < count) break;
    before = rows.at(-1)?.number ?? range.after;
    count = Math.min(2 * count, rowsAtOnce);
  }
  return found.slice(0, limit).reverse();
}

/** The entry with a number; `undefined` when there is none. */
export async function readOne(connection: Connection, number: number): Promise<NumberedEntry | undefined> {
  const [row] = await select(connection, selectOldest, { account: undefined, after: number - 1, before: number + 1 }, 1);
  return row && entryOf(row);
}

function select(connection: Connection, from: SelectRows, { account, after, before }: Range, limit: number): Promise<JournalRow[]> {
  const range = { after, before, limit };
  return account === undefined ? from.ofAll(connection, range) : from.ofAccount(connection, { ...range, account });
}

function entryOf({ number, entry }: JournalRow): NumberedEntry {
  return { number, ...(JSON.parse(entry) as JournalEntry) };
}
