import type { Change } from "../store.ts";
import type { Connection } from "./connection.ts";

export interface Scope {
  readonly account: number;
  readonly connection: Connection;
  /** The time at which written records become searchable, regardless of the account's search lag. */
  readonly searchableAt?: number;
  /** Collects the changes of the transaction, if the account has webhook subscriptions. */
  readonly changes?: Change[];
}

// Rows are written in batches, because the rows of a large snapshot would form a string of hundreds of megabytes.
const maxRows = 1_000;

export async function inBatches<Item>(items: readonly Item[], write: (batch: readonly Item[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += maxRows) await write(items.slice(start, start + maxRows));
}
