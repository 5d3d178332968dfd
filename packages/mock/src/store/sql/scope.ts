import type { Connection } from "./connection.ts";

/** What the parts of an account's store work on: the account, and a transaction that holds its lock or a connection for reading. */
export interface Scope {
  readonly account: number;
  readonly connection: Connection;
}

// Maximum number of rows in one statement. The rows of a large snapshot would be one string of hundreds of megabytes.
const maxRows = 1_000;

export async function inBatches<Item>(items: readonly Item[], write: (batch: readonly Item[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += maxRows) await write(items.slice(start, start + maxRows));
}
