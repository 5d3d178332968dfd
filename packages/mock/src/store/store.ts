import type { WebhookEvent } from "@crm-platform/types";
import type {
  AccessToken,
  AnyDocument,
  Collection,
  Documents,
  RefreshToken,
  StoredDocument,
  StoredWebhookSubscription,
} from "./documents.ts";

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

export interface AccountStore {
  readonly accountId: number;
  profile(): Promise<AccountProfile | undefined>;
  /** Resolves to `undefined` when the token or the profile does not exist. */
  holder(tokenHash: string): Promise<Holder | undefined>;
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
  /** Starts to collect the changes of this transaction. */
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

export interface Holder {
  readonly profile: AccountProfile;
  readonly accessToken: Documents["accessToken"];
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
}

/** A clock that is either frozen at a given time or offset from the machine's clock. Values are in milliseconds. */
export type ClockSetting = { readonly mode: "frozen"; readonly at: number } | { readonly mode: "offset"; readonly offset: number };

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

export interface StoredRecord {
  /** The type id, for example `0-5` for tickets. */
  readonly objectType: string;
  /** The id as decimal digits, at most 2^53 - 1. */
  readonly id: string;
  /** In milliseconds since the epoch, like all times in the store. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly archivedAt: number | null;
  /** Versions by property, newest first. */
  readonly properties: Readonly<Record<string, readonly PropertyVersion[]>>;
}

/** Returns the versions of a property, newest first. Safe for any name, including `__proto__`. */
export function historyOf({ properties }: Pick<StoredRecord, "properties">, name: string): readonly PropertyVersion[] {
  return Object.hasOwn(properties, name) ? (properties[name] ?? []) : [];
}

export interface PropertyVersion {
  readonly value: string;
  readonly timestamp: number;
  readonly sourceType: string;
  readonly sourceId?: string;
  readonly sourceLabel?: string;
  readonly updatedByUserId?: number;
}

/** The maximum length of a property name. Names up to this length fit into the keys of every database, regardless of their characters. */
export const maxPropertyNameLength = 100;

export type PropertyType = "string" | "number" | "date" | "datetime" | "bool" | "enumeration" | "phone_number";

export interface PropertyOption {
  readonly label: string;
  readonly value: string;
  readonly displayOrder: number;
  readonly hidden: boolean;
  readonly description?: string;
}

export interface PropertyDefinition {
  readonly name: string;
  readonly unique: boolean;
  /** Default: the name. */
  readonly label?: string;
  /** Default: `string`. */
  readonly type?: PropertyType;
  readonly fieldType?: string;
  readonly groupName?: string;
  readonly description?: string;
  readonly options?: readonly PropertyOption[];
  readonly readOnly?: boolean;
  readonly derivedFrom?: SearchField;
  readonly hidden?: boolean;
  readonly displayOrder?: number;
  readonly formField?: boolean;
  readonly calculationFormula?: string;
  /** Whether the options of an enumeration come from an external source and are therefore not part of the definition. */
  readonly externalOptions?: boolean;
  readonly referencedObjectType?: string;
  readonly numberDisplayHint?: string;
  readonly showCurrencySymbol?: boolean;
  readonly currencyPropertyName?: string;
  readonly createdAt?: number;
  readonly updatedAt?: number;
  readonly archivedAt?: number;
  readonly createdUserId?: string;
  readonly updatedUserId?: string;
}

export type SearchField = "id" | "createdAt" | "updatedAt";

/** How values are compared: ignoring case, exactly, or numerically (numbers and times). */
export type Comparison = "folded" | "exact" | "number";

export interface SearchBound {
  readonly value: string | number;
  readonly inclusive: boolean;
}

/** A condition on a record. A record without the compared value does not match a condition, but matches its negation. */
export type SearchCondition = { readonly negated: boolean } & (
  | { readonly test: "present"; readonly property: string }
  | {
      readonly test: "equals";
      readonly property: string;
      readonly by: Comparison;
      readonly values: readonly (string | number)[];
      /** Whether a record also matches if one of the options in its value, separated by semicolons, is equal. Requires the comparison `exact`. */
      readonly hasOptions?: boolean;
    }
  | {
      readonly test: "range";
      readonly property: string;
      readonly by: Comparison;
      readonly from?: SearchBound | undefined;
      readonly to?: SearchBound | undefined;
    }
  | { readonly test: "fieldEquals"; readonly field: SearchField; readonly values: readonly number[] }
  | {
      readonly test: "fieldRange";
      readonly field: SearchField;
      readonly from?: SearchBound | undefined;
      readonly to?: SearchBound | undefined;
    }
  /** The properties contain a matching word for each pattern. `*` matches any characters. Without patterns, no record matches. */
  | { readonly test: "words"; readonly properties: readonly string[]; readonly patterns: readonly string[] }
  /** The record has an association with one of the given records or, without `ids`, with any record of the type. */
  | { readonly test: "associated"; readonly toType: string; readonly ids?: readonly string[] }
);

export interface Search {
  /** A record matches if it meets all conditions of at least one group. Without groups, every record matches. */
  readonly groups: readonly (readonly SearchCondition[])[];
  /** Further groups. A record must also match one of these. */
  readonly query?: readonly (readonly SearchCondition[])[];
  /** By default, results are sorted by creation time. Records without a value for the sort property come last. */
  readonly sort?: ({ readonly property: string; readonly by: Comparison } | { readonly field: SearchField }) & {
    readonly descending: boolean;
  };
  readonly offset: number;
  readonly limit: number;
  /** Searches the records as they were at this time. Default: as they are now. */
  readonly at?: number | undefined;
  /** Changes that become searchable after this time are hidden; see `delaySearches`. Default: none. */
  readonly now?: number;
}

export interface Found {
  readonly total: number;
  readonly records: readonly StoredRecord[];
}

/** Selects the current records, or the records that were archived after a time. */
export type RecordsToRead = "current" | { readonly archivedAfter: number };

export interface RecordStore {
  /** Returns records ordered by id, including archived records. Ignores invalid ids. */
  find(objectType: string, ids: readonly string[]): Promise<StoredRecord[]>;
  /** Returns the `values` that records have, each with its record, ordered by record id. Equal numbers and equal times match. */
  findByUnique(objectType: string, property: string, values: readonly string[]): Promise<{ value: string; record: StoredRecord }[]>;
  list(): Promise<StoredRecord[]>;
  /** Returns the object types in byte order, including the types of archived records. */
  types(): Promise<string[]>;
  /** Returns records with ids greater than `after`, ordered by id. */
  page(objectType: string, after: number, limit: number, only?: RecordsToRead): Promise<StoredRecord[]>;
  /** Returns the greatest record id, including archived records, or 0 if there are no records. */
  lastId(objectType: string): Promise<number>;
  /** @throws UniqueValueTaken when another record of the type has the same value of a unique property */
  put(records: readonly StoredRecord[]): Promise<void>;
  /** @throws TransactionRequired outside a transaction, if the search has to update its index or the database's statistics */
  search(objectType: string, search: Search): Promise<Found>;
  /** @param names the properties to read. Default: all properties of the object type */
  properties(objectType: string, names?: readonly string[]): Promise<PropertyDefinition[]>;
  uniqueProperties(objectType: string): Promise<readonly string[]>;
  listProperties(): Promise<{ objectType: string; property: PropertyDefinition }[]>;
  /** Defines properties. Checks existing values if a property becomes unique, or if the type of a unique property changes. */
  defineProperties(objectType: string, properties: readonly PropertyDefinition[]): Promise<void>;
}

export class UniqueValueTaken extends Error {
  readonly objectType: string;
  readonly property: string;
  /** The ids of the new record and the existing record. */
  readonly recordIds: readonly [string, string];

  constructor(objectType: string, property: string, recordIds: readonly [string, string]) {
    super(`Two records of the type ${objectType} must not have the same value for the unique property ${property}.`);
    this.name = "UniqueValueTaken";
    this.objectType = objectType;
    this.property = property;
    this.recordIds = recordIds;
  }
}

/** One direction of an association. The store contains both directions. */
export interface Link {
  readonly fromType: string;
  readonly fromId: string;
  readonly typeId: number;
  readonly toType: string;
  readonly toId: string;
}

/** Selects the links of one type from one record. Only links with a `toId` greater than `after` are selected. */
export interface PageStart {
  readonly fromType: string;
  readonly fromId: string;
  readonly typeId: number;
  readonly after: number;
}

export interface LinkKind {
  readonly typeId: number;
  readonly toType: string;
  readonly count: number;
}

export interface AssociationStore {
  add(links: readonly Link[]): Promise<void>;
  remove(links: readonly Link[]): Promise<void>;
  /** Returns links ordered by `fromId`, `toId` and `typeId` as numbers. */
  from(fromType: string, fromIds: readonly string[], toType: string): Promise<Link[]>;
  pages(starts: readonly PageStart[], limit: number): Promise<Link[][]>;
  kinds(fromType: string, fromId: string): Promise<LinkKind[]>;
  /** Returns the links of the given types in key order. Reads all links of the account. */
  ofTypes(typeIds: readonly number[]): Promise<Link[]>;
  /** Returns all links, in both directions, in key order. */
  list(): Promise<Link[]>;
}

export interface StoredOccurrence {
  readonly id: number;
  /** The name of the event's definition. */
  readonly event: string;
  /** The type id of the primary object, or the name of a custom object. */
  readonly objectType: string;
  readonly objectId: string;
  readonly occurredAt: number;
  readonly properties: Readonly<Record<string, string>>;
}

export interface OccurrenceQuery {
  readonly event?: string | undefined;
  readonly objectType?: string | undefined;
  readonly objectId?: string | undefined;
  readonly ids?: readonly number[] | undefined;
  /** Exclusive bounds for the time. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** Names and values of properties, which must all match. */
  readonly values?: readonly (readonly [name: string, value: string])[];
  /** The occurrence to start after, in the given order. */
  readonly from?: { readonly occurredAt: number; readonly id: number } | undefined;
  readonly descending: boolean;
  readonly limit: number;
}

export interface EventUuid {
  readonly event: string;
  readonly uuid: string;
  readonly receivedAt: number;
}

export interface EventStore {
  /** Adds occurrences. Replaces existing occurrences with the same ids. */
  put(occurrences: readonly StoredOccurrence[]): Promise<void>;
  /** Returns occurrences ordered by time and id. */
  find(query: OccurrenceQuery): Promise<StoredOccurrence[]>;
  /** Returns all occurrences, ordered by id. */
  list(): Promise<StoredOccurrence[]>;
  /**
   * Reserves uuids, which must all be different. A uuid that was received before `expired` can be reserved again.
   * @returns a string for each uuid that was not in use, which consists of the event, a space and the uuid
   */
  claim(uuids: readonly Omit<EventUuid, "receivedAt">[], receivedAt: number, expired: number): Promise<ReadonlySet<string>>;
  putUuids(uuids: readonly EventUuid[]): Promise<void>;
  listUuids(): Promise<EventUuid[]>;
  /** Deletes the occurrences and uuids of an event. */
  deleteEvent(event: string): Promise<void>;
  move(objectType: string, fromId: string, toId: string): Promise<void>;
}

/** A change for which webhooks may be emitted. */
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
  | { readonly kind: "occurrence"; readonly event: string; readonly objectId: string };

export interface StoredAttempt {
  readonly attemptNumber: number;
  readonly sentAt: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly error?: string;
  readonly durationMs: number;
}

export interface StoredDelivery {
  readonly number: number;
  readonly appId: number;
  readonly state: "pending" | "delivered" | "failed";
  readonly events: readonly WebhookEvent[];
  readonly attempts: readonly StoredAttempt[];
  /** When the next attempt is due, by the account's clock. First attempts are due at any time. */
  readonly dueAt: number;
}

export interface ClaimedDelivery extends StoredDelivery {
  /** A random value. A delivery can get the number of a deleted one, so the number alone does not identify a claim. */
  readonly claim: string;
}

export interface DeliveryQuery {
  /** Whether to return only deliveries that have been attempted. */
  readonly attempted?: boolean;
  readonly appId?: number;
  readonly eventType?: string;
  readonly state?: StoredDelivery["state"];
  readonly before?: number;
  readonly limit?: number;
}

export type NewDelivery = Pick<StoredDelivery, "number" | "appId" | "events">;

export interface DeliveryStore {
  add(delivery: NewDelivery): Promise<void>;
  get(number: number): Promise<StoredDelivery | undefined>;
  /** Returns the newest matching deliveries, oldest first. */
  list(query: DeliveryQuery): Promise<StoredDelivery[]>;
  count(query: DeliveryQuery): Promise<number>;
  /**
   * Claims due deliveries of an app, oldest first. Other processes cannot claim them for 20 seconds.
   * @param maxClaims the maximum number of the app's claimed deliveries, including those that other processes have claimed
   */
  claim(appId: number, now: number, maxClaims: number): Promise<ClaimedDelivery[]>;
  /** Whether the delivery still exists and has not been claimed again. */
  isClaimed(delivery: ClaimedDelivery): Promise<boolean>;
  /** Stores the results of deliveries that have not been claimed again, and ends their claims. */
  settle(deliveries: readonly ClaimedDelivery[]): Promise<void>;
  /** Deletes finished deliveries, except for the newest 1,000. */
  prune(): Promise<void>;
  /** Returns the apps with pending deliveries. */
  pendingApps(): Promise<number[]>;
  /** Returns when the app's next unclaimed delivery is due. */
  nextDue(appId: number): Promise<number | undefined>;
}

export interface DeliveryQueue {
  /** Calls the listener with an account whose deliveries may have become due, or with `undefined` for all accounts. */
  onDue(listener: (accountId?: number) => void): void;
  /** Calls the listeners after a few milliseconds, so that one transaction claims and settles several deliveries. */
  wake(accountId?: number): void;
  /** Returns the accounts with pending deliveries. */
  accounts(): Promise<number[]>;
  /** Ends all claims. Only for databases of a single process. */
  release(): Promise<void>;
}

export interface TokenPlace {
  readonly number: number;
  readonly collection: "accessToken" | "refreshToken";
  readonly key: string;
}

export type StoredToken = { readonly key: string } & (
  | { readonly collection: "accessToken"; readonly document: AccessToken }
  | { readonly collection: "refreshToken"; readonly document: RefreshToken }
);

export interface DocumentStore {
  get<Name extends Collection>(collection: Name, key: string): Promise<Documents[Name] | undefined>;
  /** Returns documents in the byte order of their keys. */
  list<Name extends Collection>(collection: Name): Promise<StoredDocument<Name>[]>;
  /** Returns documents whose keys are smaller than `before`, in descending order. */
  lastBefore<Name extends Collection>(collection: Name, before: string, limit: number): Promise<StoredDocument<Name>[]>;
  /** Returns tokens, newest first. Tokens with the same `number` are ordered by collection and key. */
  newestTokens(after: TokenPlace | undefined, limit: number): Promise<StoredToken[]>;
  count(collection: Collection): Promise<number>;
  put<Name extends Collection>(collection: Name, documents: readonly StoredDocument<Name>[]): Promise<void>;
  putAll(documents: readonly AnyDocument[]): Promise<void>;
  delete(collection: Collection, key: string): Promise<boolean>;
  /** Also deletes the grant's access tokens. */
  deleteGrant(grantId: string): Promise<void>;
  /** Deletes the oldest expired codes and access tokens. @param limit applies to each of the two moments */
  deleteExpired(moments: { readonly before: number; readonly wallBefore: number }, limit: number): Promise<void>;
}

export interface Journal {
  /** Does not wait for the database. Drops entries that cannot be written. @param generation see `Session`; 0 for account 0 */
  append(accountId: number, entry: JournalEntry, generation?: number): void;
  /** Returns entries, oldest first, including all entries that this process has appended. */
  read(query: JournalQuery): Promise<JournalPart>;
  get(number: number): Promise<NumberedEntry | undefined>;
  /** Resolves when any process may have added entries, when the signal is aborted, or when the store is closed. */
  more(signal?: AbortSignal): Promise<void>;
  clear(accountId?: number): Promise<void>;
}

export interface JournalFilter {
  readonly operationId?: string;
  readonly onlyProblems?: boolean;
  /** Both bounds are inclusive. */
  readonly statuses?: readonly [first: number, last: number];
}

export interface JournalQuery extends JournalFilter {
  /** The account that the entries belong to; 0 selects entries without an account. Default: all accounts. */
  readonly accountId?: number;
  /** Exclusive lower bound of entry numbers. To poll, pass `last` from the previous result. */
  readonly after?: number;
  readonly before?: number;
  /** Default: the newest 1,000 entries of each account. */
  readonly limit?: number;
}

export interface JournalPart {
  readonly entries: NumberedEntry[];
  /** The number of the last entry, which decreases only after a reset. */
  readonly last: number;
}

export interface NumberedEntry extends JournalEntry {
  /** The number of the entry. Numbers start at 1 and restart at 1 after a reset. */
  readonly number: number;
}

export interface JournalEntry {
  readonly accountId: number | null;
  /** The time on the mock's clock, in milliseconds since the epoch. */
  readonly at: number;
  /** The time on the machine's clock, in milliseconds since the epoch. Absent in entries from older versions. */
  readonly respondedAt?: number;
  readonly operationId: string | null;
  readonly method: string;
  /** The path template, or the requested path with possible secrets hidden. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The request body without secrets. Absent if the request had no body. */
  readonly body?: unknown;
  readonly status: number;
  readonly durationMs?: number;
  readonly problems: readonly {
    readonly in: string;
    readonly code: string;
    readonly message: string;
    readonly received?: string;
    /** Set if the request was served despite the problem, because the real service accepts such a value. */
    readonly accepted?: true;
  }[];
  readonly fault?: string | undefined;
}
