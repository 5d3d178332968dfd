import type { AccessToken, Collection, Documents, RefreshToken, StoredDocument } from "./documents.ts";

/** Every call names the account, so that no account sees another's data and a distributed database can store it together. */
export interface Store {
  /** For reading, whether or not the account exists. Writing requires `transaction`. */
  account(accountId: number): AccountStore;
  /**
   * Holds the account's lock, so what `work` has read stays true until it writes. Rolls back when `work` rejects.
   * @throws NoSuchAccount when this generation of the account has been deleted
   */
  transaction<Result>(accountId: number, work: (account: AccountStore) => Promise<Result>, generation?: number): Promise<Result>;
  /** Reads what every request needs before it is handled. */
  session(accountId: number, tokenHash: string): Promise<Session>;
  /**
   * Creates the account under the next free id by default. Rolls back when `work` rejects.
   * @throws AccountTaken when the id is taken
   */
  createAccount(profile: AccountProfile, accountId?: number, work?: (account: AccountStore) => Promise<unknown>): Promise<number>;
  /** Resolves to `false` when the account does not exist. */
  deleteAccount(accountId: number): Promise<boolean>;
  /** Lists accounts after an id, in the order of their ids. */
  listAccounts(after: number, limit: number): Promise<ListedAccount[]>;
  /** Deletes all accounts, and resets the clock and the ids. */
  reset(): Promise<void>;
  /** Applies to all accounts without a clock of their own. */
  clock(): Promise<ClockSetting>;
  /** Atomic. Resolves to the new setting. */
  updateClock(change: (setting: ClockSetting) => ClockSetting): Promise<ClockSetting>;
  /** Two stores with the same seed create the same ids for the same calls. */
  readonly idSeed: string;
  readonly journal: Journal;
  /**
   * Changes nothing.
   * @throws DatabaseUnavailable when the database does not respond within three seconds or is read-only
   */
  checkWritable(): Promise<void>;
  /** Ends within a few seconds, whatever the state of the database. */
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
  setClock(setting: ClockSetting | undefined): Promise<void>;
  /** Starts at 1. Numbers are never reused. */
  nextNumber(): Promise<number>;
  /** 0 before the first number. */
  numbers(): Promise<number>;
  /**
   * Makes later numbers greater than `upTo`, so that restored objects keep their ids.
   * @throws RangeError above 10^12
   */
  skipNumbers(upTo: number): Promise<void>;
  /** Keeps the profile, the clock, the numbers and the `keptCollections`. */
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
  /** For example `haldeninstruments.example`. Emails must be sent from it. */
  readonly hubDomain: string;
  readonly userId: number;
  readonly userEmail: string;
  readonly suspended: boolean;
  readonly deferredDelivery: boolean;
  readonly dailyLimit: number;
  /** `null` for the mock's default. */
  readonly rateLimits: boolean | null;
}

/** Frozen at a moment, or running at an offset from the machine's clock. In milliseconds. */
export type ClockSetting = { readonly mode: "frozen"; readonly at: number } | { readonly mode: "offset"; readonly offset: number };

export interface Session {
  /** The account's own clock, or the shared one. */
  readonly clock: ClockSetting;
  /** Distinguishes the account from a later one with the same id. Absent when the account does not exist. */
  readonly generation: number | undefined;
  readonly profile: AccountProfile | undefined;
  /** May be expired. */
  readonly accessToken: Documents["accessToken"] | undefined;
  /** Whether faults exist for this account or for all accounts. */
  readonly hasFaults: boolean;
}

export interface StoredRecord {
  /** For example `0-5` for tickets. */
  readonly objectType: string;
  /** Decimal digits, at most 2^53 - 1. */
  readonly id: string;
  /** In milliseconds since the epoch, like all times in the store. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly archivedAt: number | null;
  /** Versions by property, newest first. */
  readonly properties: Readonly<Record<string, readonly PropertyVersion[]>>;
}

/** Newest first. Safe for any name, including `__proto__`. */
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

/** Names of this length fit into the keys of every database, whatever their characters. */
export const maxPropertyNameLength = 100;

export interface PropertyDefinition {
  readonly name: string;
  readonly unique: boolean;
}

export interface RecordStore {
  /** Includes archived records, in the order of their ids. Ignores invalid ids. */
  find(objectType: string, ids: readonly string[]): Promise<StoredRecord[]>;
  findByUnique(objectType: string, property: string, values: readonly string[]): Promise<{ value: string; record: StoredRecord }[]>;
  list(): Promise<StoredRecord[]>;
  /** Includes the types of archived records, in byte order. */
  types(): Promise<string[]>;
  /** Records with ids greater than `after`, in the order of their ids. */
  page(objectType: string, after: number, limit: number): Promise<StoredRecord[]>;
  /** Includes archived records. 0 without records. */
  lastId(objectType: string): Promise<number>;
  /** @throws UniqueValueTaken when another record of the type has the same unique value */
  put(records: readonly StoredRecord[]): Promise<void>;
  properties(objectType: string): Promise<PropertyDefinition[]>;
  listProperties(): Promise<{ objectType: string; property: PropertyDefinition }[]>;
  /** Checks existing values when a property becomes unique. */
  defineProperties(objectType: string, properties: readonly PropertyDefinition[]): Promise<void>;
}

export class UniqueValueTaken extends Error {
  readonly objectType: string;
  readonly property: string;
  /** The ids of the new and the existing record. */
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

/** Links of one type from one record, with a `toId` greater than `after`. */
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
  /** Existing links stay as they are. */
  add(links: readonly Link[]): Promise<void>;
  /** Ignores links that do not exist. */
  remove(links: readonly Link[]): Promise<void>;
  /** Ordered by `fromId`, `toId` and `typeId` as numbers. */
  from(fromType: string, fromIds: readonly string[], toType: string): Promise<Link[]>;
  pages(starts: readonly PageStart[], limit: number): Promise<Link[][]>;
  kinds(fromType: string, fromId: string): Promise<LinkKind[]>;
  /** In both directions, in key order. */
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
  /** In the byte order of their keys. */
  list<Name extends Collection>(collection: Name): Promise<StoredDocument<Name>[]>;
  /** Documents with smaller keys, in descending order. */
  lastBefore<Name extends Collection>(collection: Name, before: string, limit: number): Promise<StoredDocument<Name>[]>;
  /** Newest first. Tokens with the same number are ordered by collection and key. */
  newestTokens(after: TokenPlace | undefined, limit: number): Promise<StoredToken[]>;
  count(collection: Collection): Promise<number>;
  put<Name extends Collection>(collection: Name, documents: readonly StoredDocument<Name>[]): Promise<void>;
  /** Resolves to `false` when the document does not exist. */
  delete(collection: Collection, key: string): Promise<boolean>;
  /** Deletes a refresh token and its access tokens. */
  deleteGrant(grantId: string): Promise<void>;
  /**
   * Deletes the oldest codes and access tokens that have expired by either clock.
   * @param most maximum number for each clock
   */
  deleteExpired(moments: { readonly before: number; readonly wallBefore: number }, most: number): Promise<void>;
}

/** Contains no secrets. */
export interface Journal {
  /**
   * Does not wait for the database. Drops entries that cannot be written, such as those of a deleted account.
   * @param generation see `Session`; 0 for account 0
   */
  append(accountId: number, entry: JournalEntry, generation?: number): void;
  /** Oldest first, including all that this process appended before. @param accountId default: all accounts */
  list(accountId?: number): Promise<NumberedEntry[]>;
  read(query: JournalQuery): Promise<JournalPart>;
  /** Resolves to `undefined` if the entry does not exist or was removed. */
  get(number: number): Promise<NumberedEntry | undefined>;
  /** Resolves when there may be new entries, also from other processes, when the signal is aborted, or when the store is closed. */
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
  /** 0 for entries without an account. Default: all accounts. */
  readonly accountId?: number;
  /** Exclusive lower bound of entry numbers. To poll, pass `last` of the previous result. */
  readonly after?: number;
  /** Exclusive upper bound of entry numbers. */
  readonly before?: number;
  /** Default: the newest 1,000 of each account. */
  readonly limit?: number;
}

export interface JournalPart {
  readonly entries: NumberedEntry[];
  /** Decreases only after a reset. */
  readonly last: number;
}

export interface NumberedEntry extends JournalEntry {
  /** Starts at 1, and again after a reset. */
  readonly number: number;
}

export interface JournalEntry {
  readonly accountId: number | null;
  /** By the mock's clock, in milliseconds since the epoch. */
  readonly at: number;
  /** By the machine's clock, in milliseconds since the epoch. Absent in entries of older versions. */
  readonly respondedAt?: number;
  readonly operationId: string | null;
  readonly method: string;
  /** The path template, or the requested path with possible secrets hidden. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Without secrets. Absent when the request had none. */
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
