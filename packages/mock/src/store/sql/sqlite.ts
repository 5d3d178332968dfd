import { closeSync, openSync } from "node:fs";
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseFailed, DatabaseRejected, NoSuchAccount, StoreClosed } from "../errors.ts";
import { Queue } from "../queue.ts";
import { type Connection, type Database, defaultPatienceMs, forReading, inside, type Row, rejectInside } from "./connection.ts";
import type { Dialect } from "./dialect.ts";

const sqlite: Dialect = {
  keyText: "text",
  clustered: "without rowid",
  indexesContainKeys: true,
  lockSchema: "select 1",
  // No lock is needed, because SQLite runs one transaction at a time.
  lockAccounts: "select 1",
  adopt: "pragma journal_mode = wal",
  columnsInUse: `
    select tables.name as table_name, columns.name as column_name
    from sqlite_master as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and tables.name not like 'sqlite_%' order by table_name, column_name`,
  forUpdate: "",
  forNoKeyUpdate: "",
  lateral: false,
  updateStatistics: "select 1",
  time: "cast((julianday('now') - 2440587.5) * 86400000 as integer)",
  placeholder: () => "?",
  among: (column, parameter) => `${column} in (select value from json_each(${parameter}))`,
  amongSelected: (column, query) => `${column} in (${query})`,
  entries: (parameter) => `json_each(${parameter}) as entry`,
};

// The maximum time to wait until an exiting process releases the file, in milliseconds.
const waitForFileMs = 1_000;
const maxPauseMs = 50;
const busy = 5;
const readOnly = 8;
// SQLite cannot lock a file that it can only open for reading. The code is SQLITE_IOERR_LOCK.
const lockFailed = 3850;

/** Locks the file until the process ends. @throws DatabaseRejected when it cannot be opened, is in use, or is not a database */
export async function openSqlite(path: string, patienceMs: number = defaultPatienceMs): Promise<Database> {
  const { DatabaseSync } = builtInSqlite();
  try {
    const database = path === ":memory:" ? inMemory(DatabaseSync) : await lockedFile(DatabaseSync, path);
    return new SqliteDatabase(database, path, patienceMs);
  } catch (error) {
    const reason = fileReason(error) ?? (error instanceof Error ? error.message : String(error));
    throw new DatabaseRejected(`The database file ${path} cannot be opened: ${reason}`, { cause: error });
  }
}

/** Loads SQLite at runtime. With a static import, every program on an older version of Node would end with a stack trace. */
function builtInSqlite(): typeof import("node:sqlite") {
  const sqlite = process.getBuiltinModule?.("node:sqlite");
  if (sqlite) return sqlite;
  throw new DatabaseRejected(
    `This runtime has no SQLite, in which the mock stores its state. Use Node 22.13 or newer, or a current Bun or Deno; this is Node ${process.versions.node}.`,
  );
}

// The page size is larger than the default of 4 KiB, because batch reads from a million records are then faster.
function inMemory(Sqlite: typeof DatabaseSync): DatabaseSync {
  const database = new Sqlite(":memory:");
  database.exec("pragma page_size = 32768");
  return database;
}

/**
 * Two processes that start at the same time can each hold a part of the lock that the other needs. Each of them therefore closes the file,
 * which releases all locks, and tries again after a random pause.
 */
async function lockedFile(Sqlite: typeof DatabaseSync, path: string): Promise<DatabaseSync> {
  createPrivate(path);
  const end = performance.now() + waitForFileMs;
  for (;;) {
    const file = new Sqlite(path);
    try {
      file.exec("pragma locking_mode = exclusive; begin immediate; commit");
      file.exec(fileSettings);
      return file;
    } catch (error) {
      file.close();
      if (primaryCode(error) !== busy || performance.now() > end) throw error;
    }
    await sleep(Math.random() * maxPauseMs);
  }
}

/** Creates a file that only its owner can read, because it will contain client secrets. SQLite copies the mode for the files next to it. */
function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch {
    // The file exists and keeps its mode, or SQLite reports why it cannot be created.
  }
}

// A committed write survives if the process is killed, but may be lost in a power failure. FULL would prevent that, at ten times the cost.
// With memory-mapped I/O, reads from a million records take half the time, because pages are not copied.
const fileSettings = `pragma busy_timeout = ${waitForFileMs}; pragma synchronous = normal; pragma mmap_size = 1073741824`;

const reasons: Readonly<Record<number, string>> = {
  [busy]: "another process uses it. A file can be used by only one process at a time; use Postgres for several processes.",
  [readOnly]: "it is not writable. Give this user write permission for the file and its folder, or use another file.",
  10: "it cannot be read or written. Check the disk and its free space.",
  11: "it is damaged. Restore a copy, or delete it and the files next to it whose names start with its name.",
  13: "the disk is full. Free some space.",
  14: "the folder does not exist, or this user has no permission. Only the file is created automatically.",
  26: "it is not an SQLite database, or it is damaged. Use another file.",
};

function fileReason(error: unknown): string | undefined {
  return reasons[primaryCode(error)];
}

function primaryCode(error: unknown): number {
  const { errcode = 0 } = error as { errcode?: number };
  // The lowest byte of an error code is the primary result code.
  return errcode === lockFailed ? readOnly : errcode & 0xff;
}

// The number of prepared statements is limited, because each combination of search filters has a separate statement.
const maxPrepared = 1_000;

interface Prepared {
  readonly statement: StatementSync;
  /** The column names are absent if rows are returned as objects. */
  readonly columns?: readonly string[];
}

// Reading rows as arrays is twice as fast as reading them as objects, but requires Node 22.16.
function prepare(file: DatabaseSync, sql: string): Prepared {
  const statement = file.prepare(sql);
  if (!("setReturnArrays" in statement)) return { statement };
  statement.setReturnArrays(true);
  return { statement, columns: statement.columns().map(({ name }) => name) };
}

function rowOf(columns: readonly string[], values: readonly unknown[]): Row {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index];
  return row;
}

// Cached results use a few megabytes at most.
const maxResults = 200;
const maxResultCharacters = 16_000;

function charactersIn(rows: readonly Row[]): number {
  let characters = 0;
  for (const row of rows) for (const value of Object.values(row)) characters += typeof value === "string" ? value.length : 8;
  return characters;
}

function inputOf(value: unknown): SQLInputValue {
  return Array.isArray(value) ? JSON.stringify(value) : (value as SQLInputValue);
}

class SqliteDatabase implements Database {
  readonly dialect: Dialect = sqlite;
  failure: DatabaseFailed | undefined;
  readonly #file: DatabaseSync;
  readonly #path: string;
  readonly #patienceMs: number;
  readonly #statements = new Map<string, Prepared>();
  readonly #results = new Map<string, readonly Row[]>();
  readonly #queue = new Queue();
  #resultsAt = 0;
  #changes = 0;
  #isOpen = true;

  constructor(file: DatabaseSync, path: string, patienceMs: number) {
    this.#file = file;
    this.#path = path;
    this.#patienceMs = patienceMs;
  }

  get changes(): number {
    return this.#changes;
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<readonly Row[]> {
    rejectInside(this);
    // Between transactions, reads need not wait for those in the queue.
    if (!this.#queue.isRunning) return this.#read(sql, parameters);
    return this.#queue.run(async () => this.#read(sql, parameters), { patienceMs: this.#patienceMs });
  }

  async transaction<Result>(work: (connection: Connection) => Promise<Result>, account?: number): Promise<Result> {
    rejectInside(this);
    // Transactions of no account, such as those of the journal, wait as long as necessary, because they would otherwise lose data.
    const turn = account === undefined ? {} : { lane: account, patienceMs: this.#patienceMs };
    return this.#queue.run(async () => {
      this.#run("begin immediate", []);
      try {
        const result = await inside(this, async (sql, parameters) => this.#run(sql, parameters), work);
        this.#run("commit", []);
        return result;
      } catch (error) {
        if (this.#isOpen) this.#rollBack();
        throw error;
      }
    }, turn);
  }

  async readTogether<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    rejectInside(this);
    const read = async (sql: string, parameters: readonly unknown[]) => this.#read(sql, parameters);
    return this.#queue.run(() => inside(this, read, (connection) => work(forReading(connection))), { patienceMs: this.#patienceMs });
  }

  async close(): Promise<void> {
    await this.#queue.settled();
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#results.clear();
    this.#file.close();
  }

  #rollBack(): void {
    try {
      this.#run("rollback", []);
    } catch {
      // Rolling back fails if SQLite has already rolled back, which it does after some errors.
    }
  }

  /** Caches results until the next write. Transactions do not use the cache, because other readers must not see their changes. */
  #read(sql: string, parameters: readonly unknown[]): readonly Row[] {
    if (this.#resultsAt !== this.#changes || this.#results.size >= maxResults) {
      this.#results.clear();
      this.#resultsAt = this.#changes;
    }
    const key = JSON.stringify(parameters) + sql;
    const cachedRows = this.#results.get(key);
    if (cachedRows) return cachedRows;
    const rows = this.#run(sql, parameters);
    const isConstant = !sql.includes(sqlite.time);
    if (isConstant && key.length + charactersIn(rows) <= maxResultCharacters) this.#results.set(key, rows);
    return rows;
  }

  #run(sql: string, parameters: readonly unknown[]): Row[] {
    if (!this.#isOpen) throw new StoreClosed();
    if (!sql.startsWith("select")) this.#changes += 1;
    try {
      let preparedStatement = this.#statements.get(sql);
      if (!preparedStatement) {
        if (this.#statements.size >= maxPrepared) this.#statements.clear();
        preparedStatement = prepare(this.#file, sql);
        this.#statements.set(sql, preparedStatement);
      }
      const { statement, columns } = preparedStatement;
      const rows: readonly unknown[] = statement.all(...parameters.map(inputOf));
      return columns ? rows.map((values) => rowOf(columns, values as readonly unknown[])) : (rows as Row[]);
    } catch (error) {
      // The code is SQLITE_CONSTRAINT_FOREIGNKEY. All foreign keys refer to the account.
      if ((error as { errcode?: number }).errcode === 787) throw new NoSuchAccount();
      const reason = fileReason(error);
      if (reason === undefined) throw error;
      this.failure = new DatabaseFailed(`The database file ${this.#path} cannot be used: ${reason}`, { cause: error });
      throw this.failure;
    }
  }
}
