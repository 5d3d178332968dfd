import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { DatabaseBusy, DatabaseFailed, DatabaseLost, DatabaseRejected, NoSuchAccount, StoreClosed } from "../errors.ts";
import { Queue } from "../queue.ts";
import { type Connection, type Database, defaultPatienceMs, forReading, inside, type Row, rejectInside } from "./connection.ts";
import type { Dialect } from "./dialect.ts";

const postgres: Dialect = {
  keyText: 'text collate "C"',
  clustered: "",
  indexesContainKeys: false,
  // The lock number is arbitrary, and other programs are unlikely to use it.
  lockSchema: "select pg_advisory_xact_lock(720385112)",
  lockAccounts: "lock table accounts in exclusive mode",
  adopt: "select 1",
  columnsInUse: `
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() order by table_name, column_name`,
  forUpdate: "for update",
  forNoKeyUpdate: "for no key update",
  lateral: true,
  outdatedStatistics: `
    select 1 as outdated from pg_class
    where oid in ('search_records'::regclass, 'search_values'::regclass, 'search_tokens'::regclass)
      and pg_relation_size(oid) > (1.1 * relpages + 1) * current_setting('block_size')::bigint`,
  updateStatistics: "analyze search_records, search_values, search_tokens",
  time: "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)",
  placeholder: (position) => `$${position}`,
  among: (column, parameter) => `${column} = any(${parameter})`,
  amongSelected: (column, query) => `${column} = any(array(${query}))`,
  entries: (parameter) => `json_array_elements(cast(${parameter} as json)) as entry(value)`,
};

// The wait for a lock times out first, so that the error mentions the lock. The server's timeout is next, and the client's is last.
const cancelAfterMs = 500;
const giveUpAfterMs = 1_500;
const closeWithinMs = 500;
// This timeout releases the locks of a process that has stopped responding. Preparing a large snapshot takes only seconds.
const idleWithinMs = 60_000;
const int8 = 20;

/** @throws DatabaseRejected when the database does not exist or cannot be used, or when `pg` is not installed */
export async function openPostgres(url: string, poolSize: number, patienceMs: number = defaultPatienceMs): Promise<Database> {
  const database = new PostgresDatabase(poolOf(await driver(), url, poolSize, patienceMs), patienceMs);
  try {
    const [row] = await database.execute("select current_schema() as schema, current_setting('server_encoding') as encoding", []);
    if (!row?.["schema"]) throw new DatabaseRejected("The schema in the URL does not exist. Create it, or use another schema.");
    if (row["encoding"] !== "UTF8") throw new DatabaseRejected("The database must have the encoding UTF8. Use another database.");
    return database;
  } catch (error) {
    await database.close();
    if (error instanceof DatabaseRejected) throw error;
    const reason = error instanceof DatabaseLost ? error.cause : error;
    // The reason can be shown, because error messages from Postgres and the network contain hosts, users and databases, but no passwords.
    throw new DatabaseRejected(`Postgres cannot be used: ${messageOf(reason)}. Check the URL, and that the server is running.`, {
      cause: error,
    });
  }
}

async function driver(): Promise<typeof pg> {
  try {
    return (await import("pg")).default;
  } catch (error) {
    throw new DatabaseRejected("Postgres requires the package pg. Run: npm install pg", { cause: error });
  }
}

function poolOf({ Pool, types }: typeof pg, connectionString: string, max: number, patienceMs: number): pg.Pool {
  const pool = new Pool({
    connectionString,
    max,
    connectionTimeoutMillis: patienceMs,
    lock_timeout: patienceMs,
    statement_timeout: patienceMs + cancelAfterMs,
    query_timeout: patienceMs + giveUpAfterMs,
    idle_in_transaction_session_timeout: idleWithinMs,
    application_name: "crm-platform-mock",
    // Postgres reuses plans. A plan without an index, made while a table was small, would otherwise be used until the next `analyze`.
    options: "-c enable_seqscan=off",
    types: { getTypeParser: (type, format) => (type === int8 ? Number : types.getTypeParser(type, format)) },
  });
  // The pool replaces broken connections. Without a listener, their errors would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

class PostgresDatabase implements Database {
  readonly dialect: Dialect = postgres;
  readonly changes: undefined;
  failure: DatabaseFailed | undefined;
  readonly #pool: pg.Pool;
  readonly #patienceMs: number;
  readonly #queues = new Map<number, Queue>();
  readonly #clients = new Set<pg.Client>();

  constructor(pool: pg.Pool, patienceMs: number) {
    this.#pool = pool;
    this.#patienceMs = patienceMs;
    pool.on("connect", (client) => this.#clients.add(client));
    pool.on("remove", (client) => this.#clients.delete(client));
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    rejectInside(this);
    return this.#withClient((client) => run(client, sql, parameters));
  }

  async transaction<Result>(work: (connection: Connection) => Promise<Result>, account?: number): Promise<Result> {
    rejectInside(this);
    if (account === undefined) return this.#transaction("isolation level read committed", work);
    const start = performance.now();
    const queue = this.#queues.get(account) ?? new Queue();
    this.#queues.set(account, queue);
    try {
      return await queue.run(
        () => {
          // The statements of the transaction wait for locks only for the rest of the time.
          const left = Math.ceil(this.#patienceMs - (performance.now() - start));
          const wait = left < this.#patienceMs ? `; set local lock_timeout = ${Math.max(left, 1)}` : "";
          return this.#transaction(`isolation level read committed${wait}`, work);
        },
        { patienceMs: this.#patienceMs },
      );
    } finally {
      if (queue.isEmpty) this.#queues.delete(account);
    }
  }

  async readTogether<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    rejectInside(this);
    return this.#transaction("isolation level repeatable read read only", (connection) => work(forReading(connection)));
  }

  #transaction<Result>(mode: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
    return this.#withClient(async (client) => {
      await run(client, `begin ${mode}`, []);
      const result = await inside(this, (sql, parameters) => run(client, sql, parameters), work);
      await run(client, "commit", []);
      return result;
    });
  }

  async #withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    if (this.#pool.ending) throw new StoreClosed();
    const client = await connect(this.#pool);
    let isBroken = false;
    try {
      return await work(client);
    } catch (error) {
      if (error instanceof DatabaseFailed) this.failure = error;
      // Closing an unresponsive connection ends its transaction. A rollback without a transaction has no effect.
      if (error instanceof DatabaseLost) isBroken = true;
      else {
        await run(client, "rollback", []).catch(() => {
          isBroken = true;
        });
      }
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  async close(): Promise<void> {
    if (this.#pool.ending) return;
    const end = this.#pool.end();
    const late = new AbortController();
    await Promise.race([end, sleep(closeWithinMs, undefined, { signal: late.signal }).catch(() => undefined)]);
    late.abort();
    // The pool waits until connections in use are released and the server closes the idle ones. A hanging server never closes them.
    for (const client of this.#clients) client.connection.stream.destroy();
  }
}

const names = new Map<string, string>();
// The number of named statements is limited, because each combination of search filters has a separate statement.
const maxNamed = 1_000;

// Statements with parameters are named, so that each connection parses them only once. There are about fifty such statements.
function nameOf(text: string): { readonly name?: string } {
  const existingName = names.get(text);
  if (existingName !== undefined) return { name: existingName };
  if (names.size >= maxNamed) return {};
  const name = `s${names.size}`;
  names.set(text, name);
  return { name };
}

async function run(client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<Row[]> {
  try {
    return (await client.query(values.length > 0 ? { ...nameOf(text), text, values: [...values] } : { text })).rows;
  } catch (error) {
    throw translate(error);
  }
}

/** Reports every error as a lost connection, even one that Postgres sends, for example because it has too many connections. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    // This error has no code.
    const isFull = error instanceof Error && error.message === "timeout exceeded when trying to connect";
    throw isFull ? new DatabaseBusy("connection", { cause: error }) : new DatabaseLost({ cause: error });
  }
}

// The SQLSTATE classes of connection errors, insufficient resources, shutdowns, and errors of the operating system.
const outOfOrder = /^(08|53|57P|58)/;

function translate(error: unknown): unknown {
  const { code = "", severity } = error as { readonly code?: string; readonly severity?: string };
  // Only errors that Postgres reports have a severity, and only their codes are SQLSTATEs. All others mean that the connection is broken.
  if (severity === undefined) return new DatabaseLost({ cause: error });
  if (code === "23503") return new NoSuchAccount();
  // A lock was not available in time, or two transactions waited for each other.
  if (code === "55P03" || code === "40P01") return new DatabaseBusy("lock", { cause: error });
  if (code === "57014") return new DatabaseBusy("statement", { cause: error });
  if (code === "25006")
    return new DatabaseFailed("The database is read-only. Connect to the primary server, or allow writes.", { cause: error });
  if (code === "53100") return new DatabaseFailed("The disk of the database is full. Free some space.", { cause: error });
  return outOfOrder.test(code) ? new DatabaseLost({ cause: error }) : error;
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
