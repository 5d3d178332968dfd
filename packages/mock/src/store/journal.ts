import { sql } from "kysely";
import { type Connection, type Database, outside } from "./connection.ts";
import { groupBy } from "./groupBy.ts";
import { inBatches } from "./scope.ts";
import { take } from "./settings.ts";
import { number, statement, text } from "./statement.ts";
import type { Journal, JournalEntry } from "./store.ts";

/** So many entries are kept an account, the newest. */
const mostEntries = 1_000;
/** After so many new entries, those too many are removed. */
const pruneAfter = 200;
const writeAfterMs = 100;

interface Appended {
  readonly account: number;
  /** In JSON: a small part of the memory that the object would take, and no work for the collector. */
  readonly entry: string;
}

interface Row {
  readonly account_id: number;
  readonly entry: string;
}

const select = statement<{ account: number; limit: number }, Row>(({ db, value }) =>
  db
    .selectFrom("journal")
    .select(["account_id", "entry"])
    .where("account_id", "=", value("account"))
    .orderBy("number", "desc")
    .limit(value("limit")),
);

const selectAll = statement<Record<never, never>, Row>(({ db }) =>
  db.selectFrom("journal").select(["account_id", "entry"]).orderBy("number"),
);

const insert = statement<{ rows: readonly (readonly unknown[])[] }>(({ db, entries }) =>
  db
    .insertInto("journal")
    .columns(["account_id", "number", "entry"])
    .expression(
      db
        .selectFrom(entries("rows"))
        .select([number(0).as("account_id"), number(1).as("number"), text(2).as("entry")])
        .where(sql.lit(true)),
    ),
);

const prune = statement<{ account: number; kept: number }>(({ db, value }) =>
  db
    .deleteFrom("journal")
    .where("account_id", "=", value("account"))
    .where("number", "<=", (is) =>
      is
        .selectFrom("journal")
        .select("number")
        .where("account_id", "=", value("account"))
        .orderBy("number", "desc")
        .limit(1)
        .offset(value("kept")),
    ),
);

const remove = statement<{ account: number }>(({ db, value }) => db.deleteFrom("journal").where("account_id", "=", value("account")));
const removeAll = statement<Record<never, never>>(({ db }) => db.deleteFrom("journal"));

/**
 * The journal in the database. Entries wait in memory until somebody asks for them, or for a moment when other processes may
 * ask: a request never waits for its entry, and a killed process may lose those of that moment.
 */
export class SqlJournal implements Journal {
  readonly #database: Database;
  readonly #shared: boolean;
  readonly #sincePruned = new Map<number, number>();
  #waiting: Appended[] = [];
  #mostWaiting = 2 * mostEntries;
  #writing: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  /** @param shared whether others can read the database */
  constructor(database: Database, shared: boolean) {
    this.#database = database;
    this.#shared = shared;
  }

  append(accountId: number, entry: JournalEntry): void {
    this.#waiting.push({ account: accountId, entry: JSON.stringify(entry) });
    if (this.#shared) this.#writeSoon();
    else if (this.#waiting.length >= this.#mostWaiting) this.#forget();
  }

  async list(accountId?: number): Promise<JournalEntry[]> {
    await this.flush();
    if (accountId === undefined) return newest((await selectAll(this.#database, {})).map(appended)).map(read);
    const rows = await select(this.#database, { account: accountId, limit: mostEntries });
    return rows.reverse().map(read);
  }

  async clear(accountId?: number): Promise<void> {
    this.#waiting = accountId === undefined ? [] : this.#waiting.filter(({ account }) => account !== accountId);
    await this.#writing;
    if (accountId === undefined) await removeAll(this.#database, {});
    else await remove(this.#database, { account: accountId });
  }

  /** Writes what waits. What cannot be written is lost: a database that is away must not fill the memory. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const written = this.#writing.then(() => this.#write());
    this.#writing = written.catch(() => undefined);
    await written;
  }

  #writeSoon(): void {
    this.#timer ??= outside(() => setTimeout(() => this.flush().catch(() => undefined), writeAfterMs).unref());
  }

  /** Where nobody else can ask, entries need not be written before somebody does; only those too many go. */
  #forget(): void {
    this.#waiting = newest(this.#waiting);
    this.#mostWaiting = 2 * Math.max(mostEntries, this.#waiting.length);
  }

  async #write(): Promise<void> {
    const entries = newest(this.#waiting);
    this.#waiting = [];
    if (entries.length === 0) return;
    await this.#database.transaction(async (transaction) => {
      const first = await take(transaction, "journalNumber", entries.length);
      const rows = entries.map(({ account, entry }, index) => [account, first + index, entry]);
      await inBatches(rows, (batch) => insert(transaction, { rows: batch }));
      await this.#prune(transaction, entries);
    });
  }

  async #prune(transaction: Connection, entries: readonly Appended[]): Promise<void> {
    for (const [account, written] of groupBy(entries, (appended) => appended.account)) {
      const count = (this.#sincePruned.get(account) ?? 0) + written.length;
      this.#sincePruned.set(account, count < pruneAfter ? count : 0);
      if (count >= pruneAfter) await prune(transaction, { account, kept: mostEntries });
    }
  }
}

function appended({ account_id: account, entry }: Row): Appended {
  return { account, entry };
}

function read({ entry }: { readonly entry: string }): JournalEntry {
  return JSON.parse(entry);
}

/** The newest entries of each account, in their order. */
function newest(entries: readonly Appended[]): Appended[] {
  const kept = new Map<number, number>();
  return entries
    .toReversed()
    .filter(({ account }) => {
      const count = (kept.get(account) ?? 0) + 1;
      kept.set(account, count);
      return count <= mostEntries;
    })
    .reverse();
}
