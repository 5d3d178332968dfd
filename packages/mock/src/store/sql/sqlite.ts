import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { DatabaseFailed, DatabaseRejected, NoSuchAccount, StoreClosed } from "../errors.ts";
import { Queue } from "../queue.ts";
import { type Connection, type Database, forReading, inside, type Row, rejectInside } from "./connection.ts";
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

/** Locks the file until the process ends. @throws DatabaseRejected when it cannot be opened, is in use, or is not a database */
export function openSqlite(path: string): Database {
  const { DatabaseSync } = builtInSqlite();
  try {
    const file = new DatabaseSync(path);
    file.exec(`pragma busy_timeout = ${waitForFileMs}`);
    if (path === ":memory:") prepareMemory(file);
    else prepareFile(file);
    return new SqliteDatabase(file, path);
  } catch (error) {
    if (error instanceof DatabaseRejected) throw error;
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
function prepareMemory(database: DatabaseSync): void {
  database.exec("pragma page_size = 32768");
}

// A committed write survives if the process is killed, but may be lost in a power failure. FULL would prevent that, at ten times the cost.
function prepareFile(file: DatabaseSync): void {
  try {
    file.exec("pragma locking_mode = exclusive; pragma synchronous = normal");
    // With memory-mapped I/O, reads from a million records take half the time, because pages are not copied.
    file.exec("pragma mmap_size = 1073741824; begin immediate; commit");
  } catch (error) {
    file.close();
    throw error;
  }
}

const reasons: Readonly<Record<number, string>> = {
  5: "another process uses it. A file can be used by only one process at a time; use Postgres for several processes.",
  8: "it is not writable. Give this user write permission for the file and its folder, or use another file.",
  10: "it cannot be read or written. Check the disk and its free space.",
  11: "it is damaged. Restore a copy, or delete it and the files next to it whose names start with its name.",
  13: "the disk is full. Free some space.",
  14: "the folder does not exist, or this user has no permission. Only the file is created automatically.",
  26: "it is not an SQLite database, or it is damaged. Use another file.",
};

function fileReason(error: unknown): string | undefined {
  // The lowest byte of an error code is the primary result code.
  return reasons[((error as { errcode?: number }).errcode ?? 0) & 0xff];
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
  readonly #file: DatabaseSync;
  readonly #path: string;
  readonly #statements = new Map<string, Prepared>();
  readonly #results = new Map<string, readonly Row[]>();
  readonly #queue = new Queue();
  #resultsAt = 0;
  #changes = 0;
  #isOpen = true;

  constructor(file: DatabaseSync, path: string) {
    this.#file = file;
    this.#path = path;
  }

  get changes(): number {
    return this.#changes;
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<readonly Row[]> {
    rejectInside(this);
    if (this.#queue.isEmpty) return this.#read(sql, parameters);
    return this.#queue.run(async () => this.#read(sql, parameters));
  }

  async transaction<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    rejectInside(this);
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
    });
  }

  async readTogether<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    rejectInside(this);
    return this.#queue.run(() =>
      inside(
        this,
        async (sql, parameters) => this.#read(sql, parameters),
        (connection) => work(forReading(connection)),
      ),
    );
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
    const known = this.#results.get(key);
    if (known) return known;
    const rows = this.#run(sql, parameters);
    const isConstant = !sql.includes(sqlite.time);
    if (isConstant && key.length + charactersIn(rows) <= maxResultCharacters) this.#results.set(key, rows);
    return rows;
  }

  #run(sql: string, parameters: readonly unknown[]): Row[] {
    if (!this.#isOpen) throw new StoreClosed();
    if (!sql.startsWith("select")) this.#changes += 1;
    try {
      let prepared = this.#statements.get(sql);
      if (!prepared) {
        if (this.#statements.size >= maxPrepared) this.#statements.clear();
        prepared = prepare(this.#file, sql);
        this.#statements.set(sql, prepared);
      }
      const { statement, columns } = prepared;
      const rows: readonly unknown[] = statement.all(...parameters.map(inputOf));
      return columns ? rows.map((values) => rowOf(columns, values as readonly unknown[])) : (rows as Row[]);
    } catch (error) {
      // The code is SQLITE_CONSTRAINT_FOREIGNKEY. All foreign keys refer to the account.
      if ((error as { errcode?: number }).errcode === 787) throw new NoSuchAccount();
      const reason = fileReason(error);
      throw reason === undefined
        ? error
        : new DatabaseFailed(`The database file ${this.#path} cannot be used: ${reason}`, { cause: error });
    }
  }
}
