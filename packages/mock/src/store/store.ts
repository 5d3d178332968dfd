import type { AccessToken, Collection, Documents, RefreshToken, StoredDocument } from "./documents.ts";

/**
 * The state of the platform. Everything belongs to an account, and every call names the account first, so that no account sees the data of
 * another, and a distributed database can keep the data of an account together.
 */
export interface Store {
  /** The state of an account for reading, whether or not the account exists. Writing requires `transaction`. */
  account(accountId: number): AccountStore;
  /**
   * Runs `work` in a transaction that holds the account's lock. Transactions of one account run one after the other, so what `work` has
   * read stays true until it writes. Rolls back when `work` rejects.
   * @param generation the account's generation; see `Session`
   * @throws NoSuchAccount when that generation of the account has been deleted
   */
  transaction<Result>(accountId: number, work: (account: AccountStore) => Promise<Result>, generation?: number): Promise<Result>;
  /** Reads what every request needs before it is handled. */
  session(accountId: number, tokenHash: string): Promise<Session>;
  /**
   * Creates an account under the next free id, or under the given one. The account becomes visible together with what `work` writes. When
   * `work` rejects, the account is not created.
   * @throws AccountTaken when the given id is taken
   */
  createAccount(profile: AccountProfile, accountId?: number, work?: (account: AccountStore) => Promise<unknown>): Promise<number>;
  /** Deletes an account and all of its state. Resolves to `false` when it does not exist. */
  deleteAccount(accountId: number): Promise<boolean>;
  /** Lists accounts with an id greater than `after`, in the order of their ids. */
  listAccounts(after: number, limit: number): Promise<ListedAccount[]>;
  /** Deletes all accounts, and resets the clock and the ids. */
  reset(): Promise<void>;
  /** The shared clock, which applies to all accounts without a clock of their own. */
  clock(): Promise<ClockSetting>;
  /** Changes the shared clock atomically. Resolves to the new setting. */
  updateClock(change: (setting: ClockSetting) => ClockSetting): Promise<ClockSetting>;
  /** The seed of all ids. Two stores with the same seed create the same ids for the same calls. */
  readonly idSeed: string;
  readonly journal: Journal;
  /**
   * Checks that the database accepts writes, without changing anything.
   * @throws DatabaseUnavailable when it does not, or does not respond within three seconds
   */
  checkWritable(): Promise<void>;
  /** Closes the store within a few seconds, whatever the state of the database. */
  close(): Promise<void>;
}

/** An account and its installed apps, in the order of their client ids. */
export interface ListedAccount {
  readonly accountId: number;
  readonly profile: AccountProfile;
  readonly apps: readonly StoredDocument<"app">[];
}

export interface AccountStore {
  readonly accountId: number;
  profile(): Promise<AccountProfile | undefined>;
  /** Reads an access token and the profile together. Resolves to `undefined` when either does not exist. */
  holder(tokenHash: string): Promise<Holder | undefined>;
  setProfile(profile: AccountProfile): Promise<void>;
  clock(): Promise<ClockSetting | undefined>;
  setClock(setting: ClockSetting | undefined): Promise<void>;
  /** Returns the account's next number: 1, 2, 3 … Numbers are never reused. */
  nextNumber(): Promise<number>;
  /** The account's last number; 0 before the first. */
  numbers(): Promise<number>;
  /**
   * Continues after this number, unless the account is already past it. Restored objects keep their ids.
   * @throws RangeError above 10^12
   */
  skipNumbers(upTo: number): Promise<void>;
  /** Deletes everything but the profile, the clock, the numbers and the `keptCollections`. */
  clear(): Promise<void>;
  readonly records: RecordStore;
  readonly associations: AssociationStore;
  readonly documents: DocumentStore;
}

export interface Holder {
  readonly profile: AccountProfile;
  readonly accessToken: Documents["accessToken"];
}

export interface AccountProfile {
  /** The account's domain, for example `haldeninstruments.example`. Emails must be sent from it. */
  readonly hubDomain: string;
  readonly userId: number;
  readonly userEmail: string;
  readonly suspended: boolean;
  readonly deferredDelivery: boolean;
  readonly dailyLimit: number;
  /** Whether rate limits apply; `null` for the mock's default. */
  readonly rateLimits: boolean | null;
}

/** A clock that is frozen at a moment, or runs at an offset from the machine's clock. All values are in milliseconds. */
export type ClockSetting = { readonly mode: "frozen"; readonly at: number } | { readonly mode: "offset"; readonly offset: number };

export interface Session {
  /** The account's own clock, or the shared one. */
  readonly clock: ClockSetting;
  /**
   * Identifies this generation of the account: an account created later under the same id has another. Absent when the account does not
   * exist.
   */
  readonly generation: number | undefined;
  readonly profile: AccountProfile | undefined;
  /** The access token with the given hash, expired or not. */
  readonly accessToken: Documents["accessToken"] | undefined;
  /** Whether faults exist for this account or for all accounts. */
  readonly hasFaults: boolean;
}

export interface StoredRecord {
  /** The type id, for example `0-5` for tickets. */
  readonly objectType: string;
  /** Decimal digits, at most 2^53 - 1. */
  readonly id: string;
  /** In milliseconds since the epoch, like all times in the store. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly archivedAt: number | null;
  /** The versions of each property, newest first. */
  readonly properties: Readonly<Record<string, readonly PropertyVersion[]>>;
}

/** The versions of a property, newest first. Safe for any name, including `__proto__`. */
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

/** Maximum length of a property name. Names of this length fit into the keys of every database, whatever their characters. */
export const maxPropertyNameLength = 100;

export interface PropertyDefinition {
  readonly name: string;
  /** Whether values must be unique among the records of the type. */
  readonly unique: boolean;
}

export interface RecordStore {
  /** Finds records by id, archived or not, in the order of their ids. Ignores invalid ids. */
  find(objectType: string, ids: readonly string[]): Promise<StoredRecord[]>;
  /** Finds records by the value of a unique property. */
  findByUnique(objectType: string, property: string, values: readonly string[]): Promise<{ value: string; record: StoredRecord }[]>;
  list(): Promise<StoredRecord[]>;
  /** The types that have records, archived ones included, in byte order. */
  types(): Promise<string[]>;
  /** The records of a type with ids greater than `after`, in the order of their ids. */
  page(objectType: string, after: number, limit: number): Promise<StoredRecord[]>;
  /** The largest id of a type, archived records included; 0 without records. */
  lastId(objectType: string): Promise<number>;
  /**
   * Creates or replaces records.
   * @throws UniqueValueTaken when another record of the type has the same unique value
   */
  put(records: readonly StoredRecord[]): Promise<void>;
  /** The custom properties of a type. */
  properties(objectType: string): Promise<PropertyDefinition[]>;
  /** The custom properties of all types. */
  listProperties(): Promise<{ objectType: string; property: PropertyDefinition }[]>;
  /** Creates or redefines properties. When a property becomes unique, existing values are checked. */
  defineProperties(objectType: string, properties: readonly PropertyDefinition[]): Promise<void>;
}

/** Two records would share the value of a unique property. */
export class UniqueValueTaken extends Error {
  readonly objectType: string;
  readonly property: string;
  /** The ids of the record to be written and of the record that has the value. */
  readonly recordIds: readonly [string, string];

  constructor(objectType: string, property: string, recordIds: readonly [string, string]) {
    super(`Two records of the type ${objectType} would have the same value in the unique property ${property}.`);
    this.name = "UniqueValueTaken";
    this.objectType = objectType;
    this.property = property;
    this.recordIds = recordIds;
  }
}

/** One direction of an association. Both directions are stored. */
export interface Link {
  readonly fromType: string;
  readonly fromId: string;
  readonly typeId: number;
  readonly toType: string;
  readonly toId: string;
}

/** The start of a page: links of one type from one record, with a `toId` greater than `after`. */
export interface PageStart {
  readonly fromType: string;
  readonly fromId: string;
  readonly typeId: number;
  readonly after: number;
}

/** The number of links of one type that a record has. */
export interface LinkKind {
  readonly typeId: number;
  readonly toType: string;
  readonly count: number;
}

export interface AssociationStore {
  /** Adds links. Existing ones stay as they are. */
  add(links: readonly Link[]): Promise<void>;
  /** Removes links. Ignores those that do not exist. */
  remove(links: readonly Link[]): Promise<void>;
  /** The links from records to records of one type, ordered by `fromId`, `toId` and `typeId` as numbers. */
  from(fromType: string, fromIds: readonly string[], toType: string): Promise<Link[]>;
  pages(starts: readonly PageStart[], limit: number): Promise<Link[][]>;
  kinds(fromType: string, fromId: string): Promise<LinkKind[]>;
  /** All links of the account in both directions, in key order. */
  list(): Promise<Link[]>;
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
  /** All documents of a collection, in the byte order of their keys. */
  list<Name extends Collection>(collection: Name): Promise<StoredDocument<Name>[]>;
  /** The documents with keys before the given one, in descending order. */
  lastBefore<Name extends Collection>(collection: Name, before: string, limit: number): Promise<StoredDocument<Name>[]>;
  /** The tokens after a position, or the newest ones: newest first. Tokens with the same number are ordered by collection and key. */
  newestTokens(after: TokenPlace | undefined, limit: number): Promise<StoredToken[]>;
  count(collection: Collection): Promise<number>;
  put<Name extends Collection>(collection: Name, documents: readonly StoredDocument<Name>[]): Promise<void>;
  /** Resolves to `false` when the document does not exist. */
  delete(collection: Collection, key: string): Promise<boolean>;
  /** Deletes the refresh token and the access tokens of a grant. */
  deleteGrant(grantId: string): Promise<void>;
  /**
   * Deletes codes and access tokens that expired before a moment, by the account's clock or the machine's, oldest first.
   * @param most maximum number for each clock
   */
  deleteExpired(moments: { readonly before: number; readonly wallBefore: number }, most: number): Promise<void>;
}

/** The most recent requests and responses, without secrets. */
export interface Journal {
  /**
   * Adds an entry. Does not wait for the database, and does not throw when writing fails. Entries of a deleted account are dropped.
   * @param generation the account's generation; see `Session`. 0 for account 0
   */
  append(accountId: number, entry: JournalEntry, generation?: number): void;
  /** Lists entries, oldest first, including all that this process appended before the call. @param accountId default: all accounts */
  list(accountId?: number): Promise<NumberedEntry[]>;
  read(query: JournalQuery): Promise<JournalPart>;
  /** The entry with this number; `undefined` when there is none, or none any more. */
  get(number: number): Promise<NumberedEntry | undefined>;
  /**
   * Resolves when there may be new entries: when one is appended, after a moment if other processes write entries as well, when the signal
   * is aborted, or when the store is closed.
   */
  more(signal?: AbortSignal): Promise<void>;
  clear(accountId?: number): Promise<void>;
}

export interface JournalFilter {
  readonly operationId?: string;
  readonly onlyProblems?: boolean;
  /** Inclusive. */
  readonly statuses?: readonly [first: number, last: number];
}

export interface JournalQuery extends JournalFilter {
  /** 0 for entries without an account. Default: all accounts. */
  readonly accountId?: number;
  /** Exclusive lower bound of entry numbers. To poll, pass `last` of the previous result. */
  readonly after?: number;
  /** Exclusive upper bound of entry numbers. */
  readonly before?: number;
  /**
   * Returns only the newest matching entries, without reading the others. Default: all, which is at most the newest 1,000 of each account.
   */
  readonly limit?: number;
}

export interface JournalPart {
  readonly entries: NumberedEntry[];
  /** The last number assigned so far. It decreases after a reset. */
  readonly last: number;
}

export interface NumberedEntry extends JournalEntry {
  /** Starts at 1 and increases. Restarts with a reset. */
  readonly number: number;
}

export interface JournalEntry {
  readonly accountId: number | null;
  /** By the mock's clock, in milliseconds since the epoch. */
  readonly at: number;
  /** The time of the response by the machine's clock, in milliseconds since the epoch. Absent in entries of older versions. */
  readonly respondedAt?: number;
  readonly operationId: string | null;
  readonly method: string;
  /** The operation's path template, with `{token}` and the like, or the requested path with possible secrets hidden. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The parsed body without secrets. Absent when the request had none. */
  readonly body?: unknown;
  readonly status: number;
  readonly durationMs?: number;
  readonly problems: readonly {
    readonly in: string;
    readonly code: string;
    readonly message: string;
    readonly received?: string;
    /** Whether the request was served anyway, because the real service accepts this. */
    readonly accepted?: true;
  }[];
  readonly fault?: string | undefined;
}
