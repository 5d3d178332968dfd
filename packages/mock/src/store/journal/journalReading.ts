import { setImmediate as nextTurn } from "node:timers/promises";
import type { Connection } from "../sql/connection.ts";
import { keyOf } from "../sql/text.ts";
import { type JournalEntry, type JournalFilter, type NumberedEntry, newest } from "./journal.ts";
import { type JournalRow, type Select, type Selection, selectByStart, selectNewest, selectOldest } from "./journalRows.ts";

const rowsAtOnce = 1_000;

export interface Range {
  /** Default: all accounts. */
  readonly account: number | undefined;
  readonly after: number;
  readonly before: number;
}

/** Reads entries, oldest first. Omits entries that are not among the newest of their account, even if they match. */
export async function readAll(connection: Connection, range: Range, filter: JournalFilter): Promise<NumberedEntry[]> {
  const entries: { readonly account: number; readonly entry: NumberedEntry | undefined }[] = [];
  for (let { after } = range; after < range.before - 1; await nextTurn()) {
    const rows = await select(connection, selectOldest, { ...range, after }, filter, rowsAtOnce);
    for (const { account, number, entry } of rows)
      entries.push({ account, entry: entry === null ? undefined : entryOf({ number, entry }) });
    if (rows.length < rowsAtOnce) break;
    after = rows.at(-1)?.number ?? range.before;
  }
  return newest(entries)
    .map(({ entry }) => entry)
    .filter((entry) => entry !== undefined);
}

export async function readNewest(connection: Connection, range: Range, filter: JournalFilter, limit: number): Promise<NumberedEntry[]> {
  const rows = await select(connection, selectNewest, range, filter, limit);
  return rows.map(entryOf).reverse();
}

export async function readOne(connection: Connection, number: number): Promise<NumberedEntry | undefined> {
  const [entry] = await readNewest(connection, { account: undefined, after: number - 1, before: number + 1 }, {}, 1);
  return entry;
}

export async function readByRequestId(connection: Connection, requestId: string): Promise<NumberedEntry | undefined> {
  const account = Number(requestId.split(".")[0]);
  const [row] = await selectByStart(connection, { account, start: `{"mockRequestId":${JSON.stringify(requestId)}` });
  return row && entryOf(row);
}

function select<Row>(
  connection: Connection,
  from: Select<Row>,
  { account, after, before }: Range,
  { operationId, onlyProblems = false, statuses: [firstStatus, lastStatus] = [0, 999] }: JournalFilter,
  limit: number,
): Promise<readonly Row[]> {
  const selection: Selection = {
    after,
    before,
    limit,
    firstStatus,
    lastStatus,
    hasProblems: onlyProblems ? 1 : 0,
    operationId: operationId === undefined ? null : keyOf(operationId),
  };
  return account === undefined ? from.ofAll(connection, selection) : from.ofAccount(connection, { ...selection, account });
}

function entryOf({ number, entry }: Pick<JournalRow, "number" | "entry">): NumberedEntry {
  return { number, ...(JSON.parse(entry) as JournalEntry) };
}
