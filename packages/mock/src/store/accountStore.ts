import type { AssociationStore, Link } from "./associations/associationStore.ts";
import type { DeliveryStore } from "./deliveries/deliveryStore.ts";
import type { DocumentStore } from "./documents/documentStore.ts";
import type { StoredWebhookSubscription } from "./documents/documents.ts";
import type { EventStore } from "./events/eventStore.ts";
import type { CalculatedValues, RecordStore, StoredRecord } from "./records/recordStore.ts";
import type { CalculatedIndex, Search } from "./search/search.ts";

export interface AccountStore {
  readonly accountId: number;
  profile(): Promise<AccountProfile | undefined>;
  setProfile(profile: AccountProfile): Promise<void>;
  clock(): Promise<ClockSetting | undefined>;
  /** Returns the account's clock or, if it has none, the shared clock when the transaction began. @throws NoSuchAccount */
  effectiveClock(): Promise<ClockSetting>;
  setClock(setting: ClockSetting | undefined): Promise<void>;
  /** Returns the next number, starting at 1. Numbers are never reused. */
  nextNumber(): Promise<number>;
  numbers(): Promise<number>;
  /** Makes later numbers greater than `upTo`, so that restored objects keep their ids. @throws RangeError when `upTo` exceeds 10^12 */
  skipNumbers(upTo: number): Promise<void>;
  /** Runs work whose writes are undone if it rejects, so that the transaction can continue. */
  undoingOnError<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Hides the changes made through this account store from searches until a given time. */
  delaySearches(until: number): Promise<void>;
  /** Adds large changes to the search index when a search needs them, so that the transaction is short. */
  deferLargeChanges(): void;
  /** Adds calculated values of a type to the search index, so that a search at these times can use them. */
  updateCalculatedIndex(
    objectType: string,
    index: CalculatedIndex,
    times: Pick<Search, "at" | "now">,
    calculate: (store: AccountStore, records: readonly StoredRecord[], names: readonly string[]) => Promise<readonly CalculatedValues[]>,
  ): Promise<void>;
  /** Starts to collect the changes of this transaction. Returns the same list to all callers. */
  collectChanges(): readonly Change[];
  /** Adds a change that the store cannot detect. Does nothing unless changes are collected. */
  addChange(change: Change): void;
  /** Deletes the account's data, except the profile, the clock, the numbers and the `keptCollections`. */
  clear(): Promise<void>;
  /** The webhook subscriptions of apps that have webhook settings, when the transaction began. Empty outside a transaction. */
  readonly subscriptions: readonly StoredWebhookSubscription[];
  readonly records: RecordStore;
  readonly associations: AssociationStore;
  readonly events: EventStore;
  readonly deliveries: DeliveryStore;
  readonly documents: DocumentStore;
}

export interface AccountProfile {
  /** The account's domain, for example `haldeninstruments.example`. Email can be sent from this domain and its connected domains. */
  readonly hubDomain: string;
  readonly userId: number;
  readonly userEmail: string;
  readonly suspended: boolean;
  readonly deferredDelivery: boolean;
  readonly dailyLimit: number;
  /** `null` to use the mock's default. */
  readonly rateLimits: boolean | null;
  /** The delay before a search finds a write, in milliseconds on the account's clock. Default: 0. */
  readonly searchLagMs?: number;
  /** For example `STANDARD`. This setting and the next two are absent only in older databases. */
  readonly accountType?: AccountType;
  readonly timeZone?: string;
  readonly companyCurrency?: string;
  /** Whether seeds and users can write nonexistent properties and invalid values. Absent in databases of older versions. */
  readonly uncheckedValues?: boolean;
}

export type AccountType = "STANDARD" | "SANDBOX" | "DEVELOPER_TEST" | "APP_DEVELOPER";

/** A clock that is either frozen at a given time or offset from the machine's clock. Values are in milliseconds. */
export type ClockSetting = { readonly mode: "frozen"; readonly at: number } | { readonly mode: "offset"; readonly offset: number };

/** A change for which webhooks may be emitted, or which the journal mentions. */
export type Change =
  | { readonly kind: "record"; readonly before: StoredRecord | undefined; readonly after: StoredRecord }
  | { readonly kind: "link"; readonly link: Link; readonly isRemoved: boolean }
  | {
      readonly kind: "merge";
      readonly objectType: string;
      readonly primaryId: string;
      readonly mergedId: string;
      readonly movedProperties: number;
    }
  /** `event` is the full name of the event. */
  | { readonly kind: "occurrence"; readonly event: string; readonly objectId: string }
  | { readonly kind: "delivery" | "email"; readonly number: number };
