import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { DatabaseBusy, DatabaseFailed, DatabaseLost, DatabaseRejected, NoSuchAccount, StoreClosed } from "../errors.ts";
import { Queue } from "../queue.ts";
import { type Connection, type Database, forReading, inside, type Row, rejectInside } from "./connection.ts";
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

// Clients time out after 30 seconds, so waiting for a connection and running a statement must together take less time.
const defaultPatienceMs = 10_000;
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
  readonly #pool: pg.Pool;
  readonly #patienceMs: number;
  readonly #queues = new Map<number, Queue>();
  readonly #connected = new Set<pg.Client>();

  constructor(pool: pg.Pool, patienceMs: number) {
    this.#pool = pool;
    this.#patienceMs = patienceMs;
    pool.on("connect", (client) => this.#connected.add(client));
    pool.on("remove", (client) => this.#connected.delete(client));
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    rejectInside(this);
    if (this.#pool.ending) throw new StoreClosed();
    return run(this.#pool, sql, parameters);
  }

  async transaction<Result>(work: (connection: Connection) => Promise<Result>, account?: number): Promise<Result> {
    rejectInside(this);
    if (account === undefined) return this.#transaction("read committed", work);
    const asked = performance.now();
    const queue = this.#queues.get(account) ?? new Queue();
    this.#queues.set(account, queue);
    try {
      return await queue.run(async () => {
        if (performance.now() - asked > this.#patienceMs) throw new DatabaseBusy("lock");
        return this.#transaction("read committed", work);
      });
    } finally {
      if (queue.isEmpty) this.#queues.delete(account);
    }
  }

  async readTogether<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    rejectInside(this);
    return this.#transaction("repeatable read read only", (connection) => work(forReading(connection)));
  }

  async #transaction<Result>(isolation: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
    if (this.#pool.ending) throw new StoreClosed();
    const client = await connect(this.#pool);
    let broken = false;
    try {
      await run(client, `begin isolation level ${isolation}`, []);
      const result = await inside(this, (sql, parameters) => run(client, sql, parameters), work);
      await run(client, "commit", []);
      return result;
    } catch (error) {
      // Closing an unresponsive connection ends its transaction.
      if (error instanceof DatabaseLost) broken = true;
      else {
        await run(client, "rollback", []).catch(() => {
          broken = true;
        });
      }
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    if (this.#pool.ending) return;
    const ended = this.#pool.end();
    const late = new AbortController();
    await Promise.race([ended, sleep(closeWithinMs, undefined, { signal: late.signal }).catch(() => undefined)]);
    late.abort();
    // The pool waits until connections in use are released and the server closes the idle ones. A hanging server never closes them.
    for (const client of this.#connected) client.connection.stream.destroy();
  }
}

const names = new Map<string, string>();
// The number of named statements is limited, because each combination of search filters has a separate statement.
const maxNamed = 1_000;

// Statements with parameters are named, so that each connection parses them only once. There are about fifty such statements.
async function run(client: pg.Pool | pg.PoolClient, text: string, values: readonly unknown[]): Promise<Row[]> {
  let name = names.get(text);
  if (name === undefined && names.size < maxNamed) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  try {
    const query = values.length > 0 ? { ...(name === undefined ? {} : { name }), text, values: [...values] } : { text };
    return (await client.query(query)).rows;
  } catch (error) {
    throw translated(error);
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw translated(error);
  }
}

function translated(error: unknown): unknown {
  const { code = "", message } = error as { code?: string; message?: string };
  if (code === "23503") return new NoSuchAccount();
  if (code === "55P03") return new DatabaseBusy("lock", { cause: error });
  if (code === "57014") return new DatabaseBusy("statement", { cause: error });
  if (code === "25006")
    return new DatabaseFailed("The database is read-only. Connect to the primary server, or allow writes.", { cause: error });
  if (code === "53100") return new DatabaseFailed("The disk of the database is full. Free some space.", { cause: error });
  // This error comes from the pool and has no code.
  if (message === "timeout exceeded when trying to connect") return new DatabaseBusy("connection", { cause: error });
  // 08: connection errors; 57P: the server is shutting down or starting. Timeouts and network errors have no five-character code.
  const isServerError = /^[0-9A-Z]{5}$/.test(code) && !code.startsWith("08") && !code.startsWith("57P");
  return isServerError ? error : new DatabaseLost({ cause: error });
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
