import type { Change } from "../accountStore.ts";
import type { PropertyType } from "../records/recordStore.ts";
import type { Connection } from "./connection.ts";

export interface Scope {
  readonly account: number;
  readonly connection: Connection;
  /** The time at which written records become searchable, regardless of the account's search lag. */
  readonly searchableAt?: number;
  /** Collects the changes of the transaction, if the account has webhook subscriptions. */
  readonly changes?: Change[];
  /** Absent outside a transaction. */
  readonly cache?: TransactionCache;
  /** Absent in a transaction and in `readTogether`. */
  readonly transactions?: Transactions;
}

export interface Transactions {
  /** Runs reads that see the same state of the database. */
  readTogether<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** Runs work that holds the account's lock. */
  write<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
}

/** The types of unique properties, keyed by object type and by name. */
export type UniqueProperties = ReadonlyMap<string, ReadonlyMap<string, PropertyType | undefined>>;

/** Values that a transaction has read. Only its own writes change them, because it holds the account's lock. */
export interface TransactionCache {
  unique: UniqueProperties | undefined;
  /** The greatest record id of each type, or -1 for a type without records. */
  lastIds: Map<string, number>;
  /** Whether the transaction has created or cleared the account. */
  isNew: boolean;
  /** The number of characters that the transaction may still add to the search index; see `deferLargeChanges`. */
  indexable: number;
  /** The types with calculated properties that searches have named. */
  calculatedTypes: ReadonlySet<string>;
}

export function newCache(isNew: boolean, calculatedTypes: ReadonlySet<string> = new Set()): TransactionCache {
  return { unique: isNew ? new Map() : undefined, lastIds: new Map(), isNew, indexable: Number.POSITIVE_INFINITY, calculatedTypes };
}

// Rows are written in batches, because the rows of a large snapshot would form a string of hundreds of megabytes.
const maxRows = 1_000;

export async function inBatches<Item>(items: readonly Item[], write: (batch: readonly Item[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += maxRows) await write(items.slice(start, start + maxRows));
}

/** Reads distinct values in order, with one index lookup for each instead of reading every row. @param next returns the value after `last` */
export async function distinctValues<Value>(next: (last: Value | undefined) => Promise<Value | undefined>): Promise<Value[]> {
  const values: Value[] = [];
  for (;;) {
    const value = await next(values.at(-1));
    if (value === undefined) return values;
    values.push(value);
  }
}
