import { AsyncLocalStorage } from "node:async_hooks";
import { type DatabaseFailed, TransactionRequired } from "../errors.ts";
import type { Dialect } from "./dialect.ts";

/** Clients time out after 30 seconds, so waiting for a connection and running a statement must together take less time. */
export const defaultPatienceMs = 10_000;

export type Row = Readonly<Record<string, unknown>>;

export interface Connection {
  readonly dialect: Dialect;
  execute(sql: string, parameters: readonly unknown[]): Promise<readonly Row[]>;
}

export interface Database extends Connection {
  /** A counter that increases whenever the database may have changed, or `undefined` if other processes can change the database. */
  readonly changes: number | undefined;
  /** The last failure that probably affects later writes too, such as a full disk. */
  failure: DatabaseFailed | undefined;
  /** Runs reads that see the same state of the database. */
  readTogether<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /**
   * Rolls back when `work` rejects. Transactions of the same `account` run one by one and hold a connection only while they run.
   * @throws DatabaseBusy when a transaction of an account waits too long for others
   */
  transaction<Result>(work: (connection: Connection) => Promise<Result>, account?: number): Promise<Result>;
  close(): Promise<void>;
}

export function forReading(database: Connection): Connection {
  return {
    dialect: database.dialect,
    execute: (sql, parameters) =>
      /^\s*select\b/.test(sql) ? database.execute(sql, parameters) : Promise.reject(new TransactionRequired()),
  };
}

interface Transaction {
  readonly database: Database;
  open: boolean;
}

const current = new AsyncLocalStorage<Transaction>();

/** Runs `work` in a transaction, whose statements run one by one. Also rejects if `work` caught an error from a statement, because Postgres then aborts the transaction. */
export async function inside<Result>(
  database: Database,
  execute: Connection["execute"],
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const transaction: Transaction = { database, open: true };
  const failures: unknown[] = [];
  let isRunning = false;
  const connection: Connection = {
    dialect: database.dialect,
    async execute(sql, parameters) {
      if (!transaction.open) throw new Error("The transaction has ended.");
      if (isRunning) throw new Error("The previous statement of the transaction has not ended.");
      isRunning = true;
      try {
        return await execute(sql, parameters);
      } catch (error) {
        failures.push(error);
        throw error;
      } finally {
        isRunning = false;
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

export function outside<Result>(start: () => Result): Result {
  return current.exit(start);
}

/** @throws Error when the callback of a transaction uses the database outside the transaction, which would deadlock */
export function rejectInside(database: Database): void {
  const transaction = current.getStore();
  if (transaction?.open && transaction.database === database) {
    throw new Error("The callback of a transaction used the store directly. Use the AccountStore that is passed to the callback.");
  }
}
