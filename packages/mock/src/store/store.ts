import type { AccountProfile, AccountStore, ClockSetting } from "./accountStore.ts";
import type { DeliveryQueue } from "./deliveries/deliveryStore.ts";
import type { Documents, StoredDocument } from "./documents/documents.ts";
import type { Journal } from "./journal/journal.ts";

/** Data is accessed by account id, so that accounts are isolated and a distributed database can store each account's data together. */
export interface Store {
  /** Returns a store for reading, even if the account does not exist. Writing requires `transaction`. */
  account(accountId: number): AccountStore;
  /** Runs reads that all see the account in the same state. */
  readTogether<Result>(accountId: number, work: (account: AccountStore) => Promise<Result>): Promise<Result>;
  /** Locks the account while `work` runs. Rolls back when `work` rejects. @throws NoSuchAccount when this generation was deleted */
  transaction<Result>(accountId: number, work: (account: AccountStore) => Promise<Result>, generation?: number): Promise<Result>;
  session(accountId: number, tokenHash: string): Promise<Session>;
  /** Uses the next free id by default. Rolls back when `work` rejects. @throws AccountTaken when the id is already in use */
  createAccount(profile: AccountProfile, accountId?: number, work?: (account: AccountStore) => Promise<unknown>): Promise<number>;
  /** Resolves to `false` when the account does not exist. */
  deleteAccount(accountId: number): Promise<boolean>;
  listAccounts(after: number, limit: number): Promise<ListedAccount[]>;
  /** Deletes all accounts, and resets the clock and the ids. */
  reset(): Promise<void>;
  /** Returns the shared clock, which applies to all accounts that do not have their own. */
  clock(): Promise<ClockSetting>;
  updateClock(change: (setting: ClockSetting) => ClockSetting): Promise<ClockSetting>;
  /** Two stores with the same seed create the same ids for the same calls. */
  readonly idSeed: string;
  readonly journal: Journal;
  readonly deliveryQueue: DeliveryQueue;
  /** @throws DatabaseUnavailable when the database does not respond within three seconds or is read-only */
  checkWritable(): Promise<void>;
  /** Closes the store within a few seconds, even if the database does not respond. */
  close(): Promise<void>;
}

/** Apps are ordered by client id. */
export interface ListedAccount {
  readonly accountId: number;
  readonly profile: AccountProfile;
  readonly apps: readonly StoredDocument<"app">[];
}

export interface Session {
  /** The account's own clock, or the shared clock if it has none. */
  readonly clock: ClockSetting;
  /** Distinguishes the account from a later one with the same id. Absent when the account does not exist. */
  readonly generation: number | undefined;
  readonly profile: AccountProfile | undefined;
  /** The access token, which may have expired. */
  readonly accessToken: Documents["accessToken"] | undefined;
  /** Includes faults of account 0, which apply to all accounts. */
  readonly hasFaults: boolean;
}
