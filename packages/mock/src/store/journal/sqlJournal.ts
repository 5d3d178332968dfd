import { setImmediate as nextTurn } from "node:timers/promises";
import { type Connection, type Database, outside } from "../sql/connection.ts";
import { inBatches } from "../sql/scope.ts";
import { lockedSetting, setting, take } from "../sql/settings.ts";
import { keyOf } from "../sql/text.ts";
import {
  type Deferred,
  type Journal,
  type JournalEntry,
  type JournalPart,
  type JournalQuery,
  maxEntries,
  type NumberedEntry,
  newest,
} from "./journal.ts";
import { readAll, readNewest, readOne } from "./journalReading.ts";
import { insertRows, type NewRow, pruneRows, removeRowsOf } from "./journalRows.ts";
import { Sleepers } from "./sleepers.ts";

const pruneAfter = 200;
const writeAfterMs = 100;
const completedAtOnce = 100;
/** The maximum length of all buffered entries as JSON, in characters of one or two bytes each. */
const maxWaitingCharacters = 16 * 1024 * 1024;

interface Appended {
  readonly account: number;
  readonly generation: number;
  readonly order: number;
  readonly status: number;
  readonly hasProblems: boolean;
  readonly operationId: string | null;
  /** The entry as JSON, which uses less memory than an object and does not slow down the garbage collector. */
  readonly entry: string;
  readonly deferred: Deferred | undefined;
}

/** Waits for other processes that are writing, so that their entries are either deleted as well or written after this transaction. */
export async function clearJournal(connection: Connection, account?: number): Promise<void> {
  await lockedSetting(connection, "journalNumber");
  if (account === undefined) await connection.execute("delete from journal", []);
  else await removeRowsOf(connection, { account });
}

/** A journal that buffers entries, so that no request waits for the database. If the process is killed, the last entries may be lost. */
export class SqlJournal implements Journal {
  readonly #database: Database;
  readonly #shared: boolean;
  readonly #sincePruned = new Map<number, number>();
  #waiting: Appended[] = [];
  #waitingCharacters = 0;
  #maxWaiting = 2 * maxEntries;
  #writing: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #appended = 0;
  #numbered = 0;
  readonly #sleepers = new Sleepers();

  /** @param shared whether other processes can read the database */
  constructor(database: Database, shared: boolean) {
    this.#database = database;
    this.#shared = shared;
  }

  append(accountId: number, entry: JournalEntry, generation: number = 0, deferred?: Deferred): void {
    const { status, operationId, problems } = entry;
    const hasProblems = problems.length > 0;
    const appended = {
      account: accountId,
      generation,
      order: this.#appended,
      status,
      hasProblems,
      operationId,
      entry: JSON.stringify(entry),
      deferred,
    };
    this.#appended += 1;
    this.#waiting.push(appended);
    this.#waitingCharacters += lengthOf(appended);
    if (this.#waitingCharacters > maxWaitingCharacters) this.#forgetOldest();
    const isDue = this.#timer === undefined && this.#waitingCharacters > maxWaitingCharacters / 2;
    if (!this.#shared && (isDue || this.#waiting.length >= this.#maxWaiting)) this.#forget();
    if (this.#shared || this.#waitingCharacters > maxWaitingCharacters / 2) this.#writeSoon();
    this.wake();
  }

  async read({ accountId, after = 0, before = Number.MAX_SAFE_INTEGER, limit, ...filter }: JournalQuery): Promise<JournalPart> {
    await this.flush();
    // Numbers are assigned in the transaction that writes the entries, so later entries have greater numbers.
    const last = Number(await setting(this.#database, "journalNumber"));
    const range = { account: accountId, after, before: Math.min(before, last + 1) };
    const entries =
      limit === undefined ? await readAll(this.#database, range, filter) : await readNewest(this.#database, range, filter, limit);
    return { entries, last };
  }

  async get(number: number): Promise<NumberedEntry | undefined> {
    await this.flush();
    return readOne(this.#database, number);
  }

  more(signal?: AbortSignal): Promise<void> {
    // This process must poll, because it is not notified of entries from other processes.
    return this.#sleepers.sleep(this.#shared ? writeAfterMs : undefined, signal);
  }

  wake(): void {
    this.#sleepers.wake();
  }

  async clear(accountId?: number): Promise<void> {
    await this.forget(accountId);
    await this.#database.transaction((connection) => clearJournal(connection, accountId));
  }

  async forget(accountId?: number): Promise<void> {
    this.#wait(accountId === undefined ? [] : this.#waiting.filter(({ account }) => account !== accountId));
    await this.#writing;
  }

  async restart(): Promise<void> {
    this.#numbered = this.#appended;
    await this.forget();
  }

  /** Writes the buffered entries. Drops them if writing fails, so that an unavailable database does not cause the buffer to grow. */
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

  /** Drops entries that are too old to be listed. If the database is not shared, the others are written only when they are read. */
  #forget(): void {
    this.#wait(newest(this.#waiting));
    this.#maxWaiting = 2 * Math.max(maxEntries, this.#waiting.length);
  }

  /** Drops the oldest entries when the database cannot keep up. */
  #forgetOldest(): void {
    let left = this.#waitingCharacters;
    const first = this.#waiting.findIndex((appended) => {
      if (left <= maxWaitingCharacters / 2) return true;
      left -= lengthOf(appended);
      return false;
    });
    this.#wait(this.#waiting.slice(first));
  }

  #wait(entries: Appended[]): void {
    this.#waiting = entries;
    this.#waitingCharacters = entries.reduce((sum, appended) => sum + lengthOf(appended), 0);
  }

  async #write(): Promise<void> {
    const entries = newest(this.#waiting);
    // Dropped entries also use numbers, so that the numbers do not depend on when the entries are written.
    const before = this.#numbered;
    const count = this.#appended - before;
    this.#numbered = this.#appended;
    this.#wait([]);
    if (count === 0) return;
    const texts = await completeTexts(entries);
    await this.#database.transaction(async (transaction) => {
      const first = (await take(transaction, "journalNumber", count)) + 1;
      const rows = entries.map((appended, index) => rowOf(appended, first + appended.order - before, texts[index] ?? ""));
      await inBatches(rows, (batch) => insertRows(transaction, { rows: JSON.stringify(batch) }));
      await this.#prune(transaction, entries);
    });
  }

  async #prune(transaction: Connection, entries: readonly Appended[]): Promise<void> {
    for (const [account, written] of Map.groupBy(entries, (appended) => appended.account)) {
      const count = (this.#sincePruned.get(account) ?? 0) + written.length;
      this.#sincePruned.set(account, count < pruneAfter ? count : 0);
      if (count >= pruneAfter) await pruneRows(transaction, { account, kept: maxEntries });
    }
  }
}

function lengthOf({ entry, deferred }: Appended): number {
  return entry.length + (deferred?.length ?? 0);
}

/** Yields between groups of entries, because completing a thousand of them would block other requests. */
async function completeTexts(entries: readonly Appended[]): Promise<string[]> {
  const texts: string[] = [];
  for (const { entry, deferred } of entries) {
    texts.push(deferred ? `${entry.slice(0, -1)},${deferred.fields()}}` : entry);
    if (texts.length % completedAtOnce === 0) await nextTurn();
  }
  return texts;
}

function rowOf({ account, generation, status, hasProblems, operationId }: Appended, number: number, entry: string): NewRow {
  return [account, generation, number, status, hasProblems ? 1 : 0, operationId === null ? null : keyOf(operationId), entry];
}
