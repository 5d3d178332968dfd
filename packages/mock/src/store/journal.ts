import { setImmediate as nextTurn } from "node:timers/promises";
import { type Connection, type Database, outside } from "./connection.ts";
import { groupBy } from "./groupBy.ts";
import { inBatches } from "./scope.ts";
import { lockedSetting, setting, take } from "./settings.ts";
import { number, statement, text } from "./statement.ts";
import type { Journal, JournalEntry, JournalPart } from "./store.ts";

/** So many entries are kept an account, the newest. */
export const mostEntries = 1_000;
/** After so many new entries, those too many are removed. */
const pruneAfter = 200;
const writeAfterMs = 100;
/** The most that waits to be written, in characters of JSON. A character takes one byte or two. */
const mostWaitingCharacters = 16 * 1024 * 1024;
/** So many accounts are read at once: what else there is to do gets its turn in between. */
const accountsAtOnce = 5;

interface Appended {
  readonly account: number;
  readonly mark: number;
  /** In JSON: a small part of the memory that the object would take, and no work for the collector. */
  readonly entry: string;
}

interface Row {
  readonly account: number;
  readonly number: number;
  readonly entry: string;
}

const selectAfter = statement<{ accounts: readonly number[]; after: number }, Row>(({ db, value, among }) =>
  db
    .selectFrom("journal")
    .select(["account_id as account", "number", "entry"])
    .where(among("account_id", "accounts"))
    .where("number", ">", value("after"))
    .orderBy("account_id")
    .orderBy("number"),
);

const selectAccounts = statement<Record<never, never>, { account: number }>(({ db }) =>
  db.selectFrom("accounts").select("account_id as account").orderBy("account_id"),
);

const insert = statement<{ rows: readonly (readonly unknown[])[] }>(({ db, entries }) =>
  db
    .insertInto("journal")
    .columns(["account_id", "number", "entry"])
    .expression(
      db
        .selectFrom(entries("rows"))
        .innerJoin("accounts", (join) => join.on("accounts.account_id", "=", number(0)).on("accounts.mark", "=", number(1)))
        .select([number(0).as("account_id"), number(2).as("number"), text(3).as("entry")]),
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
 * Removes what is written for an account, or for all. Another process that is just writing is waited for: what it writes is
 * removed, too, or it sees what else the transaction does.
 */
export async function clearJournal(connection: Connection, account?: number): Promise<void> {
  await lockedSetting(connection, "journalNumber");
  if (account === undefined) await removeAll(connection, {});
  else await remove(connection, { account });
}

/**
 * The journal in the database. Entries wait in memory until somebody asks for them, or for a moment when other processes may
 * ask: a request never waits for its entry, and a killed process may lose those of that moment.
 */
export class SqlJournal implements Journal {
  readonly #database: Database;
  readonly #shared: boolean;
  readonly #sincePruned = new Map<number, number>();
  #waiting: Appended[] = [];
  #waitingCharacters = 0;
  #mostWaiting = 2 * mostEntries;
  #writing: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  /** @param shared whether others can read the database */
  constructor(database: Database, shared: boolean) {
    this.#database = database;
    this.#shared = shared;
  }

  append(accountId: number, entry: JournalEntry, mark: number = 0): void {
    const appended = { account: accountId, mark, entry: JSON.stringify(entry) };
    this.#waiting.push(appended);
    this.#waitingCharacters += appended.entry.length;
    if (this.#waitingCharacters > mostWaitingCharacters) this.#forgetOldest();
    if (this.#shared || this.#waitingCharacters > mostWaitingCharacters / 2) this.#writeSoon();
    else if (this.#waiting.length >= this.#mostWaiting) this.#forget();
  }

  async list(accountId?: number): Promise<JournalEntry[]> {
    return (await this.after(0, accountId)).entries;
  }

  async after(number: number, accountId?: number): Promise<JournalPart> {
    await this.flush();
    // Numbers are taken in the transaction that writes the entries, so whatever comes later has a greater one.
    const last = Number(await setting(this.#database, "journalNumber"));
    if (last <= number) return { entries: [], last };
    const accounts = accountId === undefined ? (await selectAccounts(this.#database, {})).map(({ account }) => account) : [accountId];
    const found: { readonly number: number; readonly entry: JournalEntry }[] = [];
    for (let start = 0; start < accounts.length; start += accountsAtOnce) {
      if (start > 0) await nextTurn();
      const rows = await selectAfter(this.#database, { accounts: accounts.slice(start, start + accountsAtOnce), after: number - 1 });
      for (const { number, entry } of newest(rows)) if (number < last) found.push({ number, entry: JSON.parse(entry) });
    }
    return { entries: found.sort((one, other) => one.number - other.number).map(({ entry }) => entry), last };
  }

  async clear(accountId?: number): Promise<void> {
    await this.forget(accountId);
    await this.#database.transaction((connection) => clearJournal(connection, accountId));
  }

  /** Drops what is not written yet, of an account or of all. */
  async forget(accountId?: number): Promise<void> {
    this.#wait(accountId === undefined ? [] : this.#waiting.filter(({ account }) => account !== accountId));
    await this.#writing;
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
    this.#wait(newest(this.#waiting));
    this.#mostWaiting = 2 * Math.max(mostEntries, this.#waiting.length);
  }

  /** The database does not keep up: half of what waits is lost, the oldest first, before the memory is full. */
  #forgetOldest(): void {
    let left = this.#waitingCharacters;
    const first = this.#waiting.findIndex(({ entry }) => {
      if (left <= mostWaitingCharacters / 2) return true;
      left -= entry.length;
      return false;
    });
    this.#wait(this.#waiting.slice(first));
  }

  #wait(entries: Appended[]): void {
    this.#waiting = entries;
    this.#waitingCharacters = entries.reduce((sum, { entry }) => sum + entry.length, 0);
  }

  async #write(): Promise<void> {
    const entries = newest(this.#waiting);
    this.#wait([]);
    if (entries.length === 0) return;
    await this.#database.transaction(async (transaction) => {
      const first = await take(transaction, "journalNumber", entries.length);
      const rows = entries.map(({ account, mark, entry }, index) => [account, mark, first + index, entry]);
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

/** The newest entries of each account, in their order. */
function newest<Entry extends { readonly account: number }>(entries: readonly Entry[]): Entry[] {
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
