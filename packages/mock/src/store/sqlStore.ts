import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { AccountProfile, AccountStore, ClockSetting } from "./accountStore.ts";
import { listAccounts } from "./accounts/accountList.ts";
import { insertAccount, lockAccount, removeAccount } from "./accounts/accounts.ts";
import { clearAll, clearSearch } from "./accounts/clear.ts";
import { Sessions } from "./accounts/sessions.ts";
import { SqlDeliveryQueue } from "./deliveries/sqlDeliveryQueue.ts";
import { AccountTaken, DatabaseFailed, DatabaseUnavailable, NoSuchAccount, StoreClosed } from "./errors.ts";
import { clearJournal, type OwnProcess, SqlJournal } from "./journal/sqlJournal.ts";
import { type Connection, type Database, forReading } from "./sql/connection.ts";
import { newCache, type Transactions } from "./sql/scope.ts";
import { firstAccountId, lockedSetting, setSetting, setting, take } from "./sql/settings.ts";
import { textOf } from "./sql/text.ts";
import { SqlAccount } from "./sqlAccount.ts";
import type { ListedAccount, Session, Store } from "./store.ts";

const machineClock: ClockSetting = { mode: "offset", offset: 0 };

// The timeout is short, because the callers of health checks usually wait only a few seconds.
const checkWithinMs = 3_000;
const flushWithinMs = 2_000;
// After a failure, a health check writes more than most requests do. On a full disk, small writes can succeed while others fail.
const probeBytes = 768 * 1024;

export class SqlStore implements Store {
  readonly idSeed: string;
  readonly journal: SqlJournal;
  readonly deliveryQueue: SqlDeliveryQueue;
  readonly #database: Database;
  readonly #reading: Connection;
  readonly #sessions: Sessions;

  constructor(database: Database, idSeed: string, process: OwnProcess) {
    this.#database = database;
    this.#reading = forReading(database);
    this.#sessions = new Sessions(database);
    this.idSeed = idSeed;
    this.journal = new SqlJournal(database, process);
    this.deliveryQueue = new SqlDeliveryQueue(database);
  }

  account(accountId: number): AccountStore {
    const database = this.#database;
    const transactions: Transactions = {
      readTogether: (work) => database.readTogether(work),
      write: (work) => {
        const withLock = async (connection: Connection) => {
          await lockAccount(connection, accountId);
          return work(connection);
        };
        return database.transaction(withLock, accountId);
      },
    };
    return new SqlAccount({ account: accountId, connection: this.#reading, transactions });
  }

  async readTogether<Result>(accountId: number, work: (account: AccountStore) => Promise<Result>): Promise<Result> {
    return this.#database.readTogether((connection) => work(new SqlAccount({ account: accountId, connection })));
  }

  async transaction<Result>(accountId: number, work: (account: AccountStore) => Promise<Result>, generation?: number): Promise<Result> {
    let mayBeDue = false;
    const result = await this.#database.transaction(async (connection) => {
      const lockedAccount = await lockAccount(connection, accountId);
      if (generation !== undefined && lockedAccount?.generation !== generation) throw new NoSuchAccount();
      const types = lockedAccount?.calculatedTypes?.split(",").map(textOf);
      const account = new SqlAccount({ account: accountId, connection, cache: newCache(false, new Set(types)) }, lockedAccount);
      const value = await work(account);
      await account.write();
      mayBeDue = account.mayBeDue;
      return value;
    }, accountId);
    if (mayBeDue) this.deliveryQueue.wake(accountId);
    return result;
  }

  session(accountId: number, tokenHash: string): Promise<Session> {
    return this.#sessions.get(accountId, tokenHash);
  }

  async createAccount(profile: AccountProfile, accountId?: number, work: Work = async () => undefined): Promise<number> {
    if (accountId !== undefined) {
      if (!(await this.#create(accountId, profile, work))) throw new AccountTaken(accountId);
      return accountId;
    }
    for (;;) {
      // The id is reserved in a separate transaction, so that concurrent calls do not wait for each other's `work`.
      const next = await take(this.#database, "nextAccountId", 1);
      // Creating the account fails if another caller has explicitly chosen this id.
      if (await this.#create(next, profile, work)) return next;
    }
  }

  async #create(accountId: number, profile: AccountProfile, work: Work): Promise<boolean> {
    return this.#database.transaction(async (connection) => {
      const newAccount = await insertAccount(connection, accountId, profile);
      if (!newAccount) return false;
      const account = new SqlAccount({ account: accountId, connection, cache: newCache(true) }, newAccount);
      await work(account);
      await account.write();
      return true;
    }, accountId);
  }

  async deleteAccount(accountId: number): Promise<boolean> {
    if (accountId === 0) return false;
    const wasDeleted = await this.#database.transaction(async (connection) => {
      const wasRemoved = await removeAccount(connection, accountId);
      // The account is removed first, so that the writers of the journal and the search index notice its deletion.
      await clearSearch(connection, accountId);
      await clearJournal(connection, accountId);
      return wasRemoved;
    }, accountId);
    this.journal.wake();
    return wasDeleted;
  }

  async listAccounts(after: number, limit: number): Promise<ListedAccount[]> {
    return listAccounts(this.#database, after, limit);
  }

  async reset(): Promise<void> {
    await this.journal.restart();
    await this.#database.transaction(async (connection) => {
      await setSetting(connection, "nextAccountId", String(firstAccountId));
      await setSetting(connection, "clock", JSON.stringify(machineClock));
      await clearAll(connection);
      await clearJournal(connection);
      await setSetting(connection, "journalNumber", "0");
    });
    this.journal.wake();
  }

  async clock(): Promise<ClockSetting> {
    return JSON.parse(await setting(this.#database, "clock"));
  }

  async updateClock(change: (setting: ClockSetting) => ClockSetting): Promise<ClockSetting> {
    const clock = await this.#database.transaction(async (connection) => {
      const newSetting = change(JSON.parse(await lockedSetting(connection, "clock")));
      await setSetting(connection, "clock", JSON.stringify(newSetting));
      return newSetting;
    });
    this.deliveryQueue.wake();
    return clock;
  }

  async checkWritable(): Promise<void> {
    try {
      if (await within(checkWithinMs, this.#writeOnce())) return;
    } catch (error) {
      if (error instanceof DatabaseUnavailable || error instanceof StoreClosed) throw error;
      throw new DatabaseFailed("The database rejected a write.", { cause: error });
    }
    throw new DatabaseFailed(
      `The database did not respond within ${checkWithinMs / 1000} seconds. Check that it is running and reachable.`,
    );
  }

  async #writeOnce(): Promise<true> {
    const { failure } = this.#database;
    if (!failure) {
      // SQLite writes no page if the value stays the same.
      await this.#database.execute("update settings set value = value where name = 'idSeed'", []);
      return true;
    }
    const probe = randomBytes(probeBytes).toString("base64");
    await this.#database.transaction((connection) => setSetting(connection, "probe", probe));
    await this.#database.execute("delete from settings where name = 'probe'", []);
    if (this.#database.failure === failure) this.#database.failure = undefined;
    return true;
  }

  async close(): Promise<void> {
    // Journal entries that cannot be written must not keep the database open.
    await within(flushWithinMs, this.journal.flush()).catch(() => undefined);
    await this.#database.close();
    this.journal.wake();
  }
}

async function within<Result>(milliseconds: number, result: Promise<Result>): Promise<Result | undefined> {
  const timer = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined);
  try {
    return await Promise.race([result, late]);
  } finally {
    timer.abort();
  }
}

type Work<Result = unknown> = (account: AccountStore) => Promise<Result>;
