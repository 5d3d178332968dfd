import type { AccountProfile, AccountStore, Change, ClockSetting } from "./accountStore.ts";
import { type AccountRow, type LockedAccount, readAccount, writeAccount } from "./accounts/accounts.ts";
import { clear } from "./accounts/clear.ts";
import type { AssociationStore } from "./associations/associationStore.ts";
import { SqlAssociations } from "./associations/sqlAssociations.ts";
import type { DeliveryStore } from "./deliveries/deliveryStore.ts";
import { SqlDeliveries } from "./deliveries/sqlDeliveries.ts";
import type { DocumentStore } from "./documents/documentStore.ts";
import type { StoredWebhookSubscription } from "./documents/documents.ts";
import { SqlDocuments } from "./documents/sqlDocuments.ts";
import { NoSuchAccount, TransactionRequired } from "./errors.ts";
import type { EventStore } from "./events/eventStore.ts";
import { SqlEvents } from "./events/sqlEvents.ts";
import type { RecordStore } from "./records/recordStore.ts";
import { SqlRecords } from "./records/sqlRecords.ts";
import { updateCalculatedIndex } from "./search/indexing/calculatedIndex.ts";
import { maxIndexedCharacters } from "./search/indexing/change.ts";
import { newCache, type Scope } from "./sql/scope.ts";

/** JavaScript can exactly represent numbers up to this limit and the ids that contain them. */
const maxNumber = 1_000_000_000_000;

/** The stores are created on first use, because every request creates an account store. */
export class SqlAccount implements AccountStore {
  #scope: Scope;
  readonly #storedAccount: LockedAccount | undefined;
  #lockedAccount: LockedAccount | undefined;
  #mayBeDue = false;

  /** @param lockedAccount omitted for reading without a transaction, or if the account does not exist */
  constructor(scope: Scope, lockedAccount?: LockedAccount) {
    this.#scope = scope;
    this.#storedAccount = lockedAccount;
    this.#lockedAccount = lockedAccount;
  }

  get subscriptions(): readonly StoredWebhookSubscription[] {
    return JSON.parse(`[${this.#lockedAccount?.subscriptions ?? ""}]`);
  }

  /** Whether webhook deliveries may be due because of the transaction. */
  get mayBeDue(): boolean {
    return this.#mayBeDue;
  }

  get accountId(): number {
    return this.#scope.account;
  }

  get records(): RecordStore {
    return new SqlRecords(this.#scope, async () => (await this.profile())?.searchLagMs ?? 0);
  }

  get associations(): AssociationStore {
    return new SqlAssociations(this.#scope);
  }

  get events(): EventStore {
    return new SqlEvents(this.#scope);
  }

  get deliveries(): DeliveryStore {
    return new SqlDeliveries(this.#scope, () => {
      this.#mayBeDue = true;
    });
  }

  get documents(): DocumentStore {
    return new SqlDocuments(this.#scope);
  }

  async profile(): Promise<AccountProfile | undefined> {
    const { profile } = (await this.#row()) ?? {};
    return profile ? JSON.parse(profile) : undefined;
  }

  async setProfile(profile: AccountProfile): Promise<void> {
    this.#lockedAccount = { ...this.#mustBeLocked(), profile: JSON.stringify(profile) };
  }

  async clock(): Promise<ClockSetting | undefined> {
    const { clock } = (await this.#row()) ?? {};
    return clock ? JSON.parse(clock) : undefined;
  }

  async effectiveClock(): Promise<ClockSetting> {
    const row = await this.#row();
    if (!row) throw new NoSuchAccount();
    return JSON.parse(row.clock ?? row.sharedClock);
  }

  async setClock(setting: ClockSetting | undefined): Promise<void> {
    this.#lockedAccount = { ...this.#mustBeLocked(), clock: setting ? JSON.stringify(setting) : null };
    this.#mayBeDue = true;
  }

  async nextNumber(): Promise<number> {
    const lockedAccount = this.#mustBeLocked();
    const lastNumber = lockedAccount.lastNumber + 1;
    this.#lockedAccount = { ...lockedAccount, lastNumber };
    return lastNumber;
  }

  async numbers(): Promise<number> {
    return (await this.#row())?.lastNumber ?? 0;
  }

  async skipNumbers(upTo: number): Promise<void> {
    if (!(upTo <= maxNumber)) throw new RangeError(`An account's numbers must not exceed ${maxNumber}.`);
    const lockedAccount = this.#mustBeLocked();
    this.#lockedAccount = { ...lockedAccount, lastNumber: Math.max(lockedAccount.lastNumber, upTo) };
  }

  /** Writes the profile, the clock and the last number, if they have changed. */
  async write(): Promise<void> {
    const [before, after] = [this.#storedAccount, this.#lockedAccount];
    if (!before || !after) return;
    if (after.profile === before.profile && after.clock === before.clock && after.lastNumber === before.lastNumber) return;
    await writeAccount(this.#scope.connection, this.accountId, after);
  }

  async undoingOnError<Result>(work: () => Promise<Result>): Promise<Result> {
    const { connection, changes, cache } = this.#scope;
    if (!cache) throw new TransactionRequired();
    const changesBefore = changes?.length ?? 0;
    const cacheBefore = { ...cache, lastIds: new Map(cache.lastIds) };
    const lockedBefore = this.#lockedAccount;
    await connection.execute("savepoint work", []);
    try {
      return await work();
    } catch (error) {
      await connection.execute("rollback to savepoint work", []);
      changes?.splice(changesBefore);
      Object.assign(cache, cacheBefore);
      // Numbers are not reused.
      this.#lockedAccount = lockedBefore && { ...lockedBefore, lastNumber: await this.numbers() };
      throw error;
    } finally {
      await connection.execute("release savepoint work", []);
    }
  }

  async delaySearches(until: number): Promise<void> {
    this.#scope = { ...this.#scope, searchableAt: until };
  }

  deferLargeChanges(): void {
    if (this.#scope.cache) this.#scope.cache.indexable = maxIndexedCharacters;
  }

  updateCalculatedIndex(...[objectType, index, times, calculate]: Parameters<AccountStore["updateCalculatedIndex"]>): Promise<void> {
    const { transactions: _, ...scope } = this.#scope;
    return updateCalculatedIndex(this.#scope, objectType, index, times, (connection, records, names) =>
      calculate(new SqlAccount({ ...scope, connection }), records, names),
    );
  }

  collectChanges(): readonly Change[] {
    const { changes = [] } = this.#scope;
    this.#scope = { ...this.#scope, changes };
    return changes;
  }

  addChange(change: Change): void {
    this.#scope.changes?.push(change);
  }

  async clear(): Promise<void> {
    const { connection, cache } = this.#scope;
    await clear(connection, this.accountId);
    if (cache) Object.assign(cache, newCache(true), { indexable: cache.indexable });
  }

  async #row(): Promise<AccountRow | undefined> {
    // A transaction does not see an account that another process creates meanwhile, because it has not locked the account.
    return this.#scope.cache ? this.#lockedAccount : readAccount(this.#scope.connection, this.accountId);
  }

  #mustBeLocked(): LockedAccount {
    if (!this.#scope.cache) throw new TransactionRequired();
    if (!this.#lockedAccount) throw new NoSuchAccount();
    return this.#lockedAccount;
  }
}
