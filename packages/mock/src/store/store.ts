import type { AccessToken, Collection, Documents, RefreshToken, StoredDocument } from "./documents.ts";

/**
 * The state of the platform. Everything in it belongs to an account, and whatever is asked or told names the account
 * first, so that nothing of one is ever seen by another and a distributed database can keep each account in one place.
 */
export interface Store {
  /** The state of one account for reading, whether or not the account exists. Writing needs `transaction`. */
  account(accountId: number): AccountStore;
  /**
   * Runs `work` in one transaction that holds the lock of the account: of two for the same account, the second waits for
   * the first. Whatever `work` read is still true when it writes. When `work` rejects, nothing it wrote remains.
   * @param mark that of the account that is meant; see `Session`
   * @throws NoSuchAccount when a mark is given and that account has ended
   */
  transaction<Result>(accountId: number, work: (account: AccountStore) => Promise<Result>, mark?: number): Promise<Result>;
  /** What every request needs to know before it is served, in one question. */
  session(accountId: number, tokenHash: string): Promise<Session>;
  /**
   * Makes an account under the next free id, or under the given one. What `work` writes is there as soon as the account is;
   * when it rejects, there is no account.
   * @throws AccountTaken when the given id is taken
   */
  createAccount(profile: AccountProfile, accountId?: number, work?: (account: AccountStore) => Promise<unknown>): Promise<number>;
  /** Ends an account and all of its state. Resolves to whether there was one. */
  deleteAccount(accountId: number): Promise<boolean>;
  /** The accounts and their apps, by their ids, those with a greater id than `after`, at most `limit`. */
  listAccounts(after: number, limit: number): Promise<ListedAccount[]>;
  /** Ends all accounts, and sets the clock and the ids back to where they began. */
  reset(): Promise<void>;
  /** The clock of all accounts that have none of their own. */
  clock(): Promise<ClockSetting>;
  /** Changes that clock; of two changes, the second sees the first. Resolves to the clock after it. */
  updateClock(change: (setting: ClockSetting) => ClockSetting): Promise<ClockSetting>;
  /** Feeds the ids; two stores with the same seed make the same ids for the same calls. */
  readonly idSeed: string;
  readonly journal: Journal;
  /**
   * Writes to the database and changes nothing.
   * @throws DatabaseUnavailable when that fails, or takes longer than three seconds
   */
  checkWritable(): Promise<void>;
  /** Ends within a few seconds, whatever the database does. */
  close(): Promise<void>;
}

/** An account and the apps that are installed in it, in the order of their client ids. */
export interface ListedAccount {
  readonly accountId: number;
  readonly profile: AccountProfile;
  readonly apps: readonly StoredDocument<"app">[];
}

/** The state of one account. */
export interface AccountStore {
  readonly accountId: number;
  profile(): Promise<AccountProfile | undefined>;
  /** The access token with this hash, and the profile, in one question; `undefined` when either is gone. */
  holder(tokenHash: string): Promise<Holder | undefined>;
  setProfile(profile: AccountProfile): Promise<void>;
  /** The account's own clock, if it has one. */
  clock(): Promise<ClockSetting | undefined>;
  setClock(setting: ClockSetting | undefined): Promise<void>;
  /** The next number of the account: 1, 2, 3 … Every number is given once. */
  nextNumber(): Promise<number>;
  /** How many numbers the account has given. */
  numbers(): Promise<number>;
  /**
   * Goes on counting after this number, when the account has not come so far: what is restored keeps the ids it has.
   * @throws RangeError above 10^12
   */
  skipNumbers(upTo: number): Promise<void>;
  /** Removes everything but the profile, the clock, the numbers and what `keptCollections` names. */
  clear(): Promise<void>;
  readonly records: RecordStore;
  readonly associations: AssociationStore;
  readonly documents: DocumentStore;
}

/** Who asks. */
export interface Holder {
  readonly profile: AccountProfile;
  readonly accessToken: Documents["accessToken"];
}

export interface AccountProfile {
  /** The domain of the account, for example `haldeninstruments.example`; senders of email must be at it. */
  readonly hubDomain: string;
  /** The user who installs apps in this account. */
  readonly userId: number;
  readonly userEmail: string;
  readonly suspended: boolean;
  /** Whether email is queued instead of sent. */
  readonly deferredDelivery: boolean;
  /** Requests a day, by the plan of the account. */
  readonly dailyLimit: number;
  /** Whether requests are limited; `null`: as the mock is told. */
  readonly rateLimits: boolean | null;
}

/** Where a clock stands: frozen at a moment, or ahead of the machine's clock by so much. All in milliseconds. */
export type ClockSetting = { readonly mode: "frozen"; readonly at: number } | { readonly mode: "offset"; readonly offset: number };

export interface Session {
  /** The account's clock, or that of all accounts. */
  readonly clock: ClockSetting;
  /** Tells the account from one that is made later under the same id; absent when there is none. */
  readonly mark: number | undefined;
  /** Absent when there is no such account. */
  readonly profile: AccountProfile | undefined;
  /** The access token whose hash was given, expired or not; absent when the account has none such. */
  readonly accessToken: Documents["accessToken"] | undefined;
  /** Whether there are faults for this account or for all. */
  readonly hasFaults: boolean;
}

/** A record of the CRM. */
export interface StoredRecord {
  /** The type id, for example `0-5` for tickets. */
  readonly objectType: string;
  /** Decimal digits, at most 2^53 - 1. */
  readonly id: string;
  /** In milliseconds since the epoch, like all times here. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When it was archived; `null` when it is not. */
  readonly archivedAt: number | null;
  /** The values of each property, newest first. */
  readonly properties: Readonly<Record<string, readonly PropertyVersion[]>>;
}

/** The values of a property of a record, newest first; none when it never had one. A name may be `__proto__`. */
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

/** So long may the name of a property be that every database can keep it in a key, whatever its characters are. */
export const maxPropertyNameLength = 100;

export interface PropertyDefinition {
  readonly name: string;
  /** Whether no two records of the type may have the same value. */
  readonly unique: boolean;
}

export interface RecordStore {
  /** The records there are of these ids, archived or not, in the order of their ids. What is no id is no record's. */
  find(objectType: string, ids: readonly string[]): Promise<StoredRecord[]>;
  /** The records that have one of these values in a unique property. */
  findByUnique(objectType: string, property: string, values: readonly string[]): Promise<{ value: string; record: StoredRecord }[]>;
  /** All records of the account, by type and id. */
  list(): Promise<StoredRecord[]>;
  /** The types of which the account has records, archived ones too, in the order of their bytes. */
  types(): Promise<string[]>;
  /** The records of a type whose ids are greater than `after`, in the order of their ids, at most `limit`. */
  page(objectType: string, after: number, limit: number): Promise<StoredRecord[]>;
  /** The largest id of a type, archived records included; 0 when there is none. */
  lastId(objectType: string): Promise<number>;
  /**
   * Writes records anew or over what is there, and keeps their unique values.
   * @throws UniqueValueTaken when another record of the type has the value
   */
  put(records: readonly StoredRecord[]): Promise<void>;
  /** The properties defined for a type beside those that every account has. */
  properties(objectType: string): Promise<PropertyDefinition[]>;
  /** All defined properties by type. */
  listProperties(): Promise<{ objectType: string; property: PropertyDefinition }[]>;
  /** Defines properties, or defines them anew. Values that records have already become unique, too. */
  defineProperties(objectType: string, properties: readonly PropertyDefinition[]): Promise<void>;
}

/** Two records have the same value in a unique property. */
export class UniqueValueTaken extends Error {
  readonly objectType: string;
  readonly property: string;
  /** The ids of the record that was to be written and of the one that has the value. */
  readonly recordIds: readonly [string, string];

  constructor(objectType: string, property: string, recordIds: readonly [string, string]) {
    super(`Two records of the type ${objectType} would have the same value in the unique property ${property}.`);
    this.name = "UniqueValueTaken";
    this.objectType = objectType;
    this.property = property;
    this.recordIds = recordIds;
  }
}

/** One direction of an association. Whoever writes one writes the other direction, too. */
export interface Link {
  readonly fromType: string;
  readonly fromId: string;
  /** The id of the association type. */
  readonly typeId: number;
  readonly toType: string;
  readonly toId: string;
}

/** Links of one type from one record, those whose `toId` is greater than `after`. */
export interface PageStart {
  readonly fromType: string;
  readonly fromId: string;
  readonly typeId: number;
  readonly after: number;
}

/** How many links of one type a record has. */
export interface LinkKind {
  readonly typeId: number;
  readonly toType: string;
  readonly count: number;
}

export interface AssociationStore {
  /** Writes links; those there already are left alone. */
  add(links: readonly Link[]): Promise<void>;
  /** Removes links; those that are not there are left alone. */
  remove(links: readonly Link[]): Promise<void>;
  /** All links from these records to records of a type, ordered by the numbers of `fromId`, `toId` and `typeId`. */
  from(fromType: string, fromIds: readonly string[], toType: string): Promise<Link[]>;
  /** For each start the links that follow it, ordered by `toId`, at most `limit`. */
  pages(starts: readonly PageStart[], limit: number): Promise<Link[][]>;
  /** Of which types the links of a record are, to which types of records they lead, and how many there are of each, by association type. */
  kinds(fromType: string, fromId: string): Promise<LinkKind[]>;
  /** All links of the account, both directions, in the order of their keys. */
  list(): Promise<Link[]>;
}

/** The place of a token among those of its account. */
export interface TokenPlace {
  /** Of the token, `number` of its document. */
  readonly number: number;
  readonly collection: "accessToken" | "refreshToken";
  readonly key: string;
}

export type StoredToken = { readonly key: string } & (
  | { readonly collection: "accessToken"; readonly document: AccessToken }
  | { readonly collection: "refreshToken"; readonly document: RefreshToken }
);

/** Documents by collection and key. */
export interface DocumentStore {
  get<Name extends Collection>(collection: Name, key: string): Promise<Documents[Name] | undefined>;
  /** All documents of a collection, in the order of the bytes of their keys. */
  list<Name extends Collection>(collection: Name): Promise<StoredDocument<Name>[]>;
  /** The documents before a key, the last of them first, at most `limit`. */
  lastBefore<Name extends Collection>(collection: Name, before: string, limit: number): Promise<StoredDocument<Name>[]>;
  /**
   * The tokens that follow a place, or the newest: newest first, of one number the access tokens before the refresh tokens, by the
   * bytes of their keys. At most `limit`.
   */
  newestTokens(after: TokenPlace | undefined, limit: number): Promise<StoredToken[]>;
  /** How many documents a collection has. */
  count(collection: Collection): Promise<number>;
  /** Writes documents anew or over what is there. */
  put<Name extends Collection>(collection: Name, documents: readonly StoredDocument<Name>[]): Promise<void>;
  /** Resolves to whether there was one. */
  delete(collection: Collection, key: string): Promise<boolean>;
  /** Removes the refresh token and the access tokens of a grant. */
  deleteGrant(grantId: string): Promise<void>;
  /**
   * Removes codes and access tokens that expired before a moment, by the account's clock or by the machine's, oldest first.
   * @param most how many at most by each clock
   */
  deleteExpired(moments: { readonly before: number; readonly wallBefore: number }, most: number): Promise<void>;
}

/** What came in and what was answered, secrets left out; kept for a while. */
export interface Journal {
  /**
   * Remembers an entry soon; never waits, never fails a request. Of an account that has ended by then nothing is remembered.
   * @param mark that of the account; see `Session`. Account 0 has 0
   */
  append(accountId: number, entry: JournalEntry, mark?: number): void;
  /** Oldest first. Has every entry that was appended in this process before the call. @param accountId all when absent */
  list(accountId?: number): Promise<NumberedEntry[]>;
  /** A part of the same. */
  read(query: JournalQuery): Promise<JournalPart>;
  /** The entry with this number; `undefined` when there is none, or none any more. */
  get(number: number): Promise<NumberedEntry | undefined>;
  /**
   * Resolves when there may be more entries than at the call: when one comes, and where others write, too, after a moment. Also
   * when the signal is aborted, or the store closed.
   */
  more(signal?: AbortSignal): Promise<void>;
  clear(accountId?: number): Promise<void>;
}

/** Which entries fit: all when nothing is set. */
export interface JournalFilter {
  readonly operationId?: string;
  /** Whether only those fit that have problems. */
  readonly onlyProblems?: boolean;
  /** The first and the last status that fit. */
  readonly statuses?: readonly [first: number, last: number];
}

export interface JournalQuery extends JournalFilter {
  /** All when absent; 0 for entries that led to no account. */
  readonly accountId?: number;
  /** Only entries with greater numbers; for whoever asks again and again, `last` of the part before. */
  readonly after?: number;
  /** Only entries with smaller numbers. */
  readonly before?: number;
  /** The newest so many of those that fit, read without the rest. All when absent: at most the newest 1,000 of each account. */
  readonly limit?: number;
}

export interface JournalPart {
  /** Oldest first. */
  readonly entries: NumberedEntry[];
  /** The greatest number that is given so far; smaller than before when a reset came in between. */
  readonly last: number;
}

export interface NumberedEntry extends JournalEntry {
  /** From 1; a later entry has a greater one. Numbers begin again with a reset. */
  readonly number: number;
}

export interface JournalEntry {
  readonly accountId: number | null;
  /** By the mock's clock, in milliseconds since the epoch. */
  readonly at: number;
  /** When it was answered, by the machine's clock, in milliseconds since the epoch; absent in entries of older versions. */
  readonly answeredAt?: number;
  readonly operationId: string | null;
  readonly method: string;
  /** The path as the document writes it, `{token}` and all; other paths with what may be a secret left out. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The parsed body, secrets left out; absent when there was none. */
  readonly body?: unknown;
  readonly status: number;
  /** How long it took, in milliseconds of the machine; absent where that is unknown. */
  readonly durationMs?: number;
  /** What broke the contract. */
  readonly problems: readonly {
    readonly in: string;
    readonly code: string;
    readonly message: string;
    readonly received?: string;
    /** Whether the request was served all the same, because the real service accepts this. */
    readonly accepted?: true;
  }[];
  /** The id of the fault that took part. */
  readonly fault?: string | undefined;
}
