import type { Connection } from "./connection.ts";

/** Where the parts of an account's store do their work: in a transaction, or each call for itself. */
export interface Scope {
  readonly account: number;
  readonly connection: Connection;
  /** Runs several statements as one, holding the account's lock. */
  atomically<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
}

// So many rows go into one statement: those of a large snapshot would be one text of hundreds of megabytes.
const maxRows = 1_000;

export async function inBatches<Item>(items: readonly Item[], write: (batch: readonly Item[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += maxRows) await write(items.slice(start, start + maxRows));
}
