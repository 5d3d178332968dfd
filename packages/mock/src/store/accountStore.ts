import { type LockedAccount, readAccount, setClock, setProfile } from "./accounts/accounts.ts";
import { clear } from "./accounts/clear.ts";
import { lastNumber, type Numbers } from "./accounts/numbers.ts";
import { SqlAssociations } from "./associations/associations.ts";
import { SqlDeliveries } from "./deliveries/deliveries.ts";
import { SqlDocuments } from "./documents/documentStore.ts";
import type { StoredWebhookSubscription } from "./documents.ts";
import { TransactionRequired } from "./errors.ts";
import { SqlEvents } from "./events/events.ts";
import { SqlRecords } from "./records/records.ts";
import type { Scope } from "./sql/scope.ts";
import type {
  AccountProfile,
  AccountStore,
  AssociationStore,
  Change,
  ClockSetting,
  DeliveryStore,
  DocumentStore,
  EventStore,
  Holder,
  RecordStore,
} from "./store.ts";

/** The stores are created on first use, because every request creates an account store. */
export class SqlAccount implements AccountStore {
  #scope: Scope;
  #locked: LockedAccount | undefined;
  readonly #numbers: Numbers | undefined;
  #mayBeDue = false;

  /**
   * @param numbers omitted for reading without a transaction
   * @param locked omitted for reading without a transaction, or if the account does not exist
   */
  constructor(scope: Scope, numbers?: Numbers, locked?: LockedAccount) {
    this.#scope = scope;
    this.#numbers = numbers;
    this.#locked = locked;
  }

  get subscriptions(): readonly StoredWebhookSubscription[] {
    return JSON.parse(`[${this.#locked?.subscriptions ?? ""}]`);
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

  async holder(tokenHash: string): Promise<Holder | undefined> {
    const profile = await this.profile();
    const accessToken = await this.documents.get("accessToken", tokenHash);
    return profile && accessToken && { profile, accessToken };
  }

  async setProfile(profile: AccountProfile): Promise<void> {
    const written = JSON.stringify(profile);
    await setProfile(this.#scope.connection, this.accountId, written);
    if (this.#locked) this.#locked = { ...this.#locked, profile: written };
  }

  async clock(): Promise<ClockSetting | undefined> {
    const { clock } = (await this.#row()) ?? {};
    return clock ? JSON.parse(clock) : undefined;
  }

  async setClock(setting: ClockSetting | undefined): Promise<void> {
    this.#mayBeDue = true;
    const clock = setting ? JSON.stringify(setting) : null;
    await setClock(this.#scope.connection, this.accountId, clock);
    if (this.#locked) this.#locked = { ...this.#locked, clock };
  }

  async nextNumber(): Promise<number> {
    return this.#counted().next();
  }

  async numbers(): Promise<number> {
    return this.#numbers?.last ?? lastNumber(this.#scope.connection, this.accountId);
  }

  async skipNumbers(upTo: number): Promise<void> {
    this.#counted().skip(upTo);
  }

  async undoingOnError<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!this.#numbers) throw new TransactionRequired();
    const { connection, changes } = this.#scope;
    const changesBefore = changes?.length ?? 0;
    await connection.execute("savepoint work", []);
    try {
      return await work();
    } catch (error) {
      await connection.execute("rollback to savepoint work", []);
      changes?.splice(changesBefore);
      throw error;
    } finally {
      await connection.execute("release savepoint work", []);
    }
  }

  async delaySearches(until: number): Promise<void> {
    this.#scope = { ...this.#scope, searchableAt: until };
  }

  collectChanges(): readonly Change[] {
    const changes: Change[] = [];
    this.#scope = { ...this.#scope, changes };
    return changes;
  }

  addChange(change: Change): void {
    this.#scope.changes?.push(change);
  }

  clear(): Promise<void> {
    return clear(this.#scope.connection, this.accountId);
  }

  async #row(): Promise<Pick<LockedAccount, "profile" | "clock"> | undefined> {
    return this.#locked ?? readAccount(this.#scope.connection, this.accountId);
  }

  #counted(): Numbers {
    if (!this.#numbers) throw new TransactionRequired();
    return this.#numbers;
  }
}
