import { setImmediate as nextTurn } from "node:timers/promises";
import { type Connection, type Database, outside } from "../sql/connection.ts";
import { inBatches } from "../sql/scope.ts";
import { lockedSetting, setting, take } from "../sql/settings.ts";
import { keyOf } from "../sql/text.ts";
import {
  type DeferredFields,
  type Journal,
  type JournalEntry,
  type JournalPart,
  type JournalQuery,
  maxEntries,
  type NumberedEntry,
  newest,
} from "./journal.ts";
import { readAll, readByRequestId, readNewest, readOne } from "./journalReading.ts";
import { insertRows, type NewRow, pruneRows, removeRowsOf } from "./journalRows.ts";
import { Sleepers } from "./sleepers.ts";

const pruneAfter = 200;
const writeAfterMs = 100;
const completedAtOnce = 100;
/** The maximum length of all buffered entries as JSON, in characters of one or two bytes each. */
const maxWaitingCharacters = 16 * 1024 * 1024;

export interface OwnProcess {
  /** Whether other processes can read the database. */
  readonly isShared: boolean;
  /** Distinguishes the process from all others that have opened the database. */
  readonly processNumber: number;
}

interface PendingEntry {
  readonly account: number;
  readonly generation: number;
  readonly order: number;
  readonly status: number;
  readonly hasProblems: boolean;
  readonly operationId: string | null;
  /** The entry as JSON, which uses less memory than an object and does not slow down the garbage collector. */
  readonly entry: string;
  readonly deferredFields: DeferredFields | undefined;
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
  readonly #isShared: boolean;
  readonly #processNumber: number;
  readonly #sincePruned = new Map<number, number>();
  #waiting: PendingEntry[] = [];
  #waitingCharacters = 0;
  #maxWaiting = 2 * maxEntries;
  #writing: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #appendedCount = 0;
  #numberedCount = 0;
  #requestCount = 0;
  readonly #sleepers = new Sleepers();

  constructor(database: Database, { isShared, processNumber }: OwnProcess) {
    this.#database = database;
    this.#isShared = isShared;
    this.#processNumber = processNumber;
  }

  append(accountId: number, entry: JournalEntry, generation: number = 0, deferredFields?: DeferredFields): void {
    const { status, operationId, problems } = entry;
    const hasProblems = problems.length > 0;
    const pendingEntry = {
      account: accountId,
      generation,
      order: this.#appendedCount,
      status,
      hasProblems,
      operationId,
      entry: JSON.stringify(entry),
      deferredFields,
    };
    this.#appendedCount += 1;
    this.#waiting.push(pendingEntry);
    this.#waitingCharacters += lengthOf(pendingEntry);
    if (this.#waitingCharacters > maxWaitingCharacters) this.#forgetOldest();
    const isDue = this.#timer === undefined && this.#waitingCharacters > maxWaitingCharacters / 2;
    if (!this.#isShared && (isDue || this.#waiting.length >= this.#maxWaiting)) this.#forget();
    if (this.#isShared || this.#waitingCharacters > maxWaitingCharacters / 2) this.#writeSoon();
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

  nextRequestId(accountId: number): string {
    this.#requestCount += 1;
    return `${accountId}.${this.#processNumber}.${this.#requestCount}`;
  }

  async withRequestId(requestId: string): Promise<NumberedEntry | undefined> {
    await this.flush();
    return readByRequestId(this.#database, requestId);
  }

  more(signal?: AbortSignal): Promise<void> {
    // This process must poll, because it is not notified of entries from other processes.
    return this.#sleepers.sleep(this.#isShared ? writeAfterMs : undefined, signal);
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
    this.#requestCount = 0;
    this.#numberedCount = this.#appendedCount;
    await this.forget();
  }

  /** Writes the buffered entries. Drops them if writing fails, so that an unavailable database does not cause the buffer to grow. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const write = this.#writing.then(() => this.#write());
    this.#writing = write.catch(() => undefined);
    await write;
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
    const first = this.#waiting.findIndex((pendingEntry) => {
      if (left <= maxWaitingCharacters / 2) return true;
      left -= lengthOf(pendingEntry);
      return false;
    });
    this.#wait(this.#waiting.slice(first));
  }

  #wait(entries: PendingEntry[]): void {
    this.#waiting = entries;
    this.#waitingCharacters = entries.reduce((sum, pendingEntry) => sum + lengthOf(pendingEntry), 0);
  }

  async #write(): Promise<void> {
    const entries = newest(this.#waiting);
    // Dropped entries also use numbers, so that the numbers do not depend on when the entries are written.
    const before = this.#numberedCount;
    const count = this.#appendedCount - before;
    this.#numberedCount = this.#appendedCount;
    this.#wait([]);
    if (count === 0) return;
    const texts = await completeTexts(entries);
    await this.#database.transaction(async (transaction) => {
      const first = (await take(transaction, "journalNumber", count)) + 1;
      const rows = entries.map((pendingEntry, index) => rowOf(pendingEntry, first + pendingEntry.order - before, texts[index] ?? ""));
      await inBatches(rows, (batch) => insertRows(transaction, { rows: JSON.stringify(batch) }));
      await this.#prune(transaction, entries);
    });
  }

  async #prune(transaction: Connection, entries: readonly PendingEntry[]): Promise<void> {
    for (const [account, ofAccount] of Map.groupBy(entries, (pendingEntry) => pendingEntry.account)) {
      const count = (this.#sincePruned.get(account) ?? 0) + ofAccount.length;
      this.#sincePruned.set(account, count < pruneAfter ? count : 0);
      if (count >= pruneAfter) await pruneRows(transaction, { account, maxRows: maxEntries });
    }
  }
}

function lengthOf({ entry, deferredFields }: PendingEntry): number {
  return entry.length + (deferredFields?.length ?? 0);
}

/** Yields between groups of entries, because completing a thousand of them would block other requests. */
async function completeTexts(entries: readonly PendingEntry[]): Promise<string[]> {
  const texts: string[] = [];
  for (const { entry, deferredFields } of entries) {
    texts.push(deferredFields ? `${entry.slice(0, -1)},${deferredFields.fields()}}` : entry);
    if (texts.length % completedAtOnce === 0) await nextTurn();
  }
  return texts;
}

function rowOf({ account, generation, status, hasProblems, operationId }: PendingEntry, number: number, entry: string): NewRow {
  return [account, generation, number, status, hasProblems ? 1 : 0, operationId === null ? null : keyOf(operationId), entry];
}
