import { accountStore } from "./accountStore.ts";
import { insertAccount, lockAccount, removeAccount } from "./accounts.ts";
import { clearAll } from "./clear.ts";
import type { Database } from "./connection.ts";
import { SqlJournal } from "./journal.ts";
import { CountedNumbers, sharedNumbers } from "./numbers.ts";
import type { Scope } from "./scope.ts";
import { Sessions } from "./sessions.ts";
import { firstAccountId, lockedSetting, setSetting, setting, take } from "./settings.ts";
import type { AccountProfile, AccountStore, ClockSetting, Session, Store } from "./store.ts";

const machineClock: ClockSetting = { mode: "offset", offset: 0 };

/** The state in an SQL database. */
export class SqlStore implements Store {
  readonly idSeed: string;
  readonly journal: SqlJournal;
  readonly #database: Database;
  readonly #sessions: Sessions;

  /** @param shared whether others can read the database */
  constructor(database: Database, idSeed: string, shared: boolean) {
    this.#database = database;
    this.#sessions = new Sessions(database);
    this.idSeed = idSeed;
    this.journal = new SqlJournal(database, shared);
  }

  account(accountId: number): AccountStore {
    const scope: Scope = {
      account: accountId,
      connection: this.#database,
      atomically: (work) =>
        this.#database.transaction(async (connection) => {
          await lockAccount(connection, accountId);
          return work(connection);
        }),
    };
    return accountStore(scope, sharedNumbers(this.#database, accountId));
  }

  async transaction<Result>(accountId: number, work: (account: AccountStore) => Promise<Result>): Promise<Result> {
    return this.#database.transaction(async (connection) => {
      const numbers = new CountedNumbers(await lockAccount(connection, accountId));
      const scope: Scope = { account: accountId, connection, atomically: (part) => part(connection) };
      const result = await work(accountStore(scope, numbers));
      await numbers.write(connection, accountId);
      return result;
    });
  }

  async session(accountId: number, tokenHash: string): Promise<Session> {
    return this.#sessions.get(accountId, tokenHash);
  }

  async createAccount(profile: AccountProfile, accountId?: number): Promise<number> {
    if (accountId !== undefined) {
      if (!(await insertAccount(this.#database, accountId, profile))) throw new Error(`The account ${accountId} exists already.`);
      return accountId;
    }
    for (;;) {
      const next = await take(this.#database, "nextAccountId", 1);
      // Somebody may have made an account under this id.
      if (await insertAccount(this.#database, next, profile)) return next;
    }
  }

  async deleteAccount(accountId: number): Promise<boolean> {
    if (accountId === 0) return false;
    const existed = await removeAccount(this.#database, accountId);
    await this.journal.clear(accountId);
    return existed;
  }

  async reset(): Promise<void> {
    await this.#database.transaction(async (connection) => {
      await setSetting(connection, "nextAccountId", String(firstAccountId));
      await setSetting(connection, "clock", JSON.stringify(machineClock));
      await clearAll(connection);
    });
    await this.journal.clear();
  }

  async clock(): Promise<ClockSetting> {
    return JSON.parse(await setting(this.#database, "clock"));
  }

  async updateClock(change: (setting: ClockSetting) => ClockSetting): Promise<ClockSetting> {
    return this.#database.transaction(async (connection) => {
      const changed = change(JSON.parse(await lockedSetting(connection, "clock")));
      await setSetting(connection, "clock", JSON.stringify(changed));
      return changed;
    });
  }

  async close(): Promise<void> {
    // What cannot be written to the journal any more must not keep the database open.
    await this.journal.flush().catch(() => undefined);
    await this.#database.close();
  }
}
