import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { DatabaseFailed, DatabaseRejected, DatabaseUnknown } from "./errors.ts";
import type { Database } from "./sql/connection.ts";
import { migrate } from "./sql/migrations/migrate.ts";
import { setOnce, take } from "./sql/settings.ts";
import { openSqlite } from "./sql/sqlite.ts";
import { SqlStore } from "./sqlStore.ts";
import type { Store } from "./store.ts";

export interface StoreOptions {
  /** `memory`; `file:PATH` for a single process; or `postgres://…` for any number of processes. Default: `memory`. */
  readonly database?: string;
  /** Default: a constant for `memory`, otherwise a random seed that the database stores. */
  readonly idSeed?: string;
  /** Maximum number of Postgres connections. Default: 10. */
  readonly poolSize?: number;
  /** Maximum time to wait for the database, in milliseconds. Default: 10,000. */
  readonly patienceMs?: number;
}

/** Opens the database and applies missing migrations. @throws DatabaseRejected when the database cannot be used */
export async function openStore({ database: name = "memory", idSeed, poolSize = 10, patienceMs }: StoreOptions = {}): Promise<Store> {
  const database = await openDatabase(name, poolSize, patienceMs);
  try {
    await migrate(database);
    await database.execute(database.dialect.adopt, []);
    const first = idSeed ?? (name === "memory" ? "crm-platform" : randomBytes(16).toString("hex"));
    const storedSeed = await setOnce(database, "idSeed", first);
    await setOnce(database, "processNumber", "0");
    const processNumber = (await take(database, "processNumber", 1)) + 1;
    return new SqlStore(database, idSeed ?? storedSeed, { isShared: name !== "memory", processNumber });
  } catch (error) {
    await database.close();
    throw error instanceof DatabaseFailed ? new DatabaseRejected(error.message, { cause: error }) : error;
  }
}

async function openDatabase(name: string, poolSize: number, patienceMs: number | undefined): Promise<Database> {
  if (name === "memory") return openSqlite(":memory:", patienceMs);
  if (name.startsWith("file://")) return openSqlite(fileURLToPath(name), patienceMs);
  if (name.startsWith("file:") && name.length > "file:".length) return openSqlite(name.slice("file:".length), patienceMs);
  if (/^postgres(ql)?:\/\//.test(name)) {
    // This module is loaded on demand, because few mocks use Postgres.
    const { openPostgres } = await import("./sql/postgres.ts");
    return openPostgres(name, poolSize, patienceMs);
  }
  throw new DatabaseUnknown();
}
