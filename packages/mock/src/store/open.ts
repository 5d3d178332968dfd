import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { DatabaseFailed, DatabaseRefused, DatabaseUnknown } from "./errors.ts";
import type { Database } from "./sql/connection.ts";
import { migrate } from "./sql/migrations/migrate.ts";
import { setOnce } from "./sql/settings.ts";
import { openSqlite } from "./sql/sqlite.ts";
import { SqlStore } from "./sqlStore.ts";
import type { Store } from "./store.ts";

export interface StoreOptions {
  /**
   * Where the state is kept: `memory`; `file:PATH`, an SQLite file that is made when there is none and that one process
   * serves; or the URL of a Postgres database, `postgres://…`, which any number of processes serve. Default: `memory`.
   */
  readonly database?: string;
  /** Feeds the ids. By default that of the database: in memory always the same, else a random one that was made with the database. */
  readonly idSeed?: string;
  /** The most connections to Postgres at a time. Default: 10. */
  readonly poolSize?: number;
  /** How long to wait for a connection to Postgres, a lock or a statement there, in milliseconds. Default: 10,000. */
  readonly patienceMs?: number;
}

/**
 * Opens the store, and makes or updates its tables.
 * @throws DatabaseRefused when the database cannot be used: what is wrong, and what to do
 */
export async function openStore({ database: name = "memory", idSeed, poolSize = 10, patienceMs }: StoreOptions = {}): Promise<Store> {
  const database = await openDatabase(name, poolSize, patienceMs);
  try {
    await migrate(database);
    await database.execute(database.dialect.adopt, []);
    const first = idSeed ?? (name === "memory" ? "crm-platform" : randomBytes(16).toString("hex"));
    const stored = await setOnce(database, "idSeed", first);
    return new SqlStore(database, idSeed ?? stored, name !== "memory");
  } catch (error) {
    await database.close();
    throw error instanceof DatabaseFailed ? new DatabaseRefused(error.message, { cause: error }) : error;
  }
}

async function openDatabase(name: string, poolSize: number, patienceMs: number | undefined): Promise<Database> {
  if (name === "memory") return openSqlite(":memory:");
  if (name.startsWith("file://")) return openSqlite(fileURLToPath(name));
  if (name.startsWith("file:") && name.length > "file:".length) return openSqlite(name.slice("file:".length));
  if (/^postgres(ql)?:\/\//.test(name)) {
    // Loaded when it is asked for: most never do.
    const { openPostgres } = await import("./sql/postgres.ts");
    return openPostgres(name, poolSize, patienceMs);
  }
  throw new DatabaseUnknown();
}
