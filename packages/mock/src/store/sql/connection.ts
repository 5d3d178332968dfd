import { AsyncLocalStorage } from "node:async_hooks";
import type { Dialect } from "./dialect.ts";

/** The columns of a row by name. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs statements: each for itself, or those of one transaction. */
export interface Connection {
  readonly dialect: Dialect;
  execute(sql: string, parameters: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Connection {
  /** Grows with whatever may have changed the database; `undefined` where others change it, too. */
  readonly changes: number | undefined;
  /**
   * When `work` rejects, nothing it wrote remains. Its connection is of no use afterwards.
   * @param account whose lock it takes first. Those of one account would wait for each other with a connection each, so they
   *   wait before they have one.
   */
  transaction<Result>(work: (connection: Connection) => Promise<Result>, account?: number): Promise<Result>;
  close(): Promise<void>;
}

/** A connection for reading, outside of any transaction. */
export function forReading(database: Database): Connection {
  return {
    dialect: database.dialect,
    async execute(sql, parameters) {
      if (!sql.startsWith("select")) throw needsTransaction();
      return database.execute(sql, parameters);
    },
  };
}

/** The error of a write outside of a transaction, where nothing holds the account's lock. */
export function needsTransaction(): Error {
  return new Error("Writing needs a transaction. Use the AccountStore that Store.transaction passes to its work.");
}

interface Transaction {
  readonly database: Database;
  open: boolean;
}

const current = new AsyncLocalStorage<Transaction>();

/**
 * Runs the work of a transaction, between its begin and its end. Rejects also when the work got over a statement that
 * failed: Postgres has given up the transaction by then, and the other database must not differ.
 */
export async function inside<Result>(
  database: Database,
  execute: Connection["execute"],
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const transaction: Transaction = { database, open: true };
  const failures: unknown[] = [];
  const connection: Connection = {
    dialect: database.dialect,
    async execute(sql, parameters) {
      if (!transaction.open) throw new Error("The transaction has ended.");
      try {
        return await execute(sql, parameters);
      } catch (error) {
        failures.push(error);
        throw error;
      }
    },
  };
  try {
    const result = await current.run(transaction, () => work(connection));
    if (failures.length > 0) throw failures[0];
    return result;
  } finally {
    transaction.open = false;
  }
}

/** Runs something that outlives the transaction it may be started in. */
export function outside<Result>(start: () => Result): Result {
  return current.exit(start);
}

/** @throws Error when the work of a transaction asks the database past its transaction: it would wait for itself for ever */
export function refuseInside(database: Database): void {
  const transaction = current.getStore();
  if (transaction?.open && transaction.database === database) {
    throw new Error("The work of a transaction asked the store from outside. Use the AccountStore that the work is given.");
  }
}
