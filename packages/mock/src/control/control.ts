import type {
  Account,
  AccountDetails,
  AccountInput,
  AccountList,
  AccountState,
  AssociationGroup,
  Clock,
  ClockChange,
  Fault,
  FaultInput,
  Health,
  Installation,
  InstallationInput,
  ObjectTypeEntry,
  RecordDetails,
  RecordInput,
  RecordList,
  RequestEntry,
  SavedSnapshot,
  SentEmail,
  TokenList,
} from "../generated/control/schemas.ts";
import type { Span } from "./clock/span.ts";
import type { AccountPage } from "./operations/accounts.ts";
import type { AssociationPage } from "./operations/associations.ts";
import type { OutboxFilter } from "./operations/outbox.ts";
import type { RecordPage } from "./operations/records.ts";
import type { EntryFilter, RequestFilter } from "./operations/requests.ts";

import type { TokenPage } from "./operations/tokens.ts";

export type { EntryFilter };

/** The control API as methods; over HTTP it has the same operations. Calls reject with a `Rejection`, which lists the problems. */
export interface Control {
  /**
   * Creates an account with an app and tokens, and optionally with a state. If it rejects, nothing is created. Only this response
   * has the credentials.
   */
  account(input?: AccountInput, state?: AccountState): Promise<ControlledAccount>;
  /** Installs another app in an account. Only this response has its credentials. */
  installApp(accountId: number, input?: InstallationInput): Promise<Installation>;
  /** Deletes an account and everything in it. */
  deleteAccount(accountId: number): Promise<void>;
  /** Adds a state to an account, and overwrites items with the same id. If it rejects, nothing is changed. */
  seed(accountId: number, state: AccountState): Promise<void>;
  /** Everything that an account holds except its credentials. */
  snapshot(accountId: number): Promise<AccountState>;
  /** Replaces the state of an account, but not its credentials and its clock. */
  restore(accountId: number, state: AccountState): Promise<void>;
  /** The accounts and their apps, without secrets. */
  readonly accounts: AccountsControl;
  /** The tokens of an account by their ids, without the tokens themselves. */
  readonly tokens: TokenControl;
  readonly records: RecordControl;
  /** Snapshots that the mock stores under a name. */
  readonly snapshots: SnapshotControl;
  /** Deletes all accounts, and resets the faults, the journal, the clock and the ids. */
  reset(): Promise<void>;
  /** The clocks. Without an account, the shared clock of all accounts that do not have their own. */
  readonly clock: ClockControl;
  readonly faults: FaultControl;
  readonly requests: RequestControl;
  /** The emails of an account, oldest first. With `waitFor`, resolves when there are that many, or after `timeout`. */
  outbox(accountId: number, filter?: OutboxFilter & Abortable): Promise<SentEmail[]>;
  /** One email of an account by its number; with `rejected`, a rejected one. */
  email(accountId: number, number: number, which?: { readonly rejected?: boolean }): Promise<SentEmail>;
  health(): Promise<Health>;
  /** Resolves when all clock changes so far have finished, so that you need not await `clock.advance`. It does not report their errors. */
  settled(): Promise<void>;
}

export interface Abortable {
  /** Ends the wait; the call then resolves to the current result. */
  readonly signal?: AbortSignal;
}

export interface ControlledAccount extends Account {
  readonly tokens: OfAccount<TokenControl>;
  readonly records: OfAccount<RecordControl>;
  readonly snapshots: OfAccount<SnapshotControl>;
  /** The account's own clock. Until it is set, the account uses the shared clock. */
  readonly clock: AccountClockControl;
  /** Installs another app; the first one is `app`. */
  installApp(input?: InstallationInput): Promise<Installation>;
  seed(state: AccountState): Promise<void>;
  snapshot(): Promise<AccountState>;
  restore(state: AccountState): Promise<void>;
  outbox(filter?: OutboxFilter & Abortable): Promise<SentEmail[]>;
  delete(): Promise<void>;
}

export interface AccountsControl {
  /** A page of the accounts, ordered by id; the first 100 by default. */
  list(page?: AccountPage): Promise<AccountList>;
  /** An account, its apps, and the sizes of its collections. */
  get(accountId: number): Promise<AccountDetails>;
}

export interface RecordControl {
  /** The built-in object types, and the custom types of the account's records. */
  types(accountId: number): Promise<ObjectTypeEntry[]>;
  /** A page of the records of a type, including archived ones, ordered by id; with `text`, of the search results. */
  list(accountId: number, objectType: string, page?: RecordPage): Promise<RecordList>;
  get(accountId: number, objectType: string, recordId: string): Promise<RecordDetails>;
  /** Creates a record, with the next free id by default. */
  create(accountId: number, objectType: string, record?: RecordInput): Promise<RecordDetails>;
  /** Sets values of a record and keeps the earlier ones as their history. Equal values are not changed. */
  set(accountId: number, objectType: string, recordId: string, properties: Readonly<Record<string, string>>): Promise<RecordDetails>;
  /** The records that a record is associated with, by association type. */
  associations(accountId: number, objectType: string, recordId: string, page?: AssociationPage): Promise<AssociationGroup[]>;
}

export interface TokenControl {
  /** A page of the access and refresh tokens, newest first; the newest 100 by default. */
  list(accountId: number, page?: TokenPage): Promise<TokenList>;
  /** Deletes one token. Deleting a refresh token does not delete its access tokens. */
  delete(accountId: number, tokenId: string): Promise<void>;
  /** Makes an access token expire now, by the account's clock. */
  expire(accountId: number, tokenId: string): Promise<void>;
}

export interface SnapshotControl {
  /** Saves the state of an account. A snapshot of the same name is replaced. */
  create(accountId: number, name: string): Promise<SavedSnapshot>;
  /** The saved snapshots by name, without their content. */
  list(accountId: number): Promise<SavedSnapshot[]>;
  get(accountId: number, name: string): Promise<AccountState>;
  /** Replaces the state of the account by the snapshot. */
  restore(accountId: number, name: string): Promise<void>;
  delete(accountId: number, name: string): Promise<void>;
}

/** The methods without their first parameter, the account id. */
export type OfAccount<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (accountId: number, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

export interface AccountClockControl {
  get(): Promise<Clock>;
  freeze(at?: string | number | Date): Promise<Clock>;
  advance(by: number | Span): Promise<Clock>;
}

export interface ClockControl {
  get(accountId?: number): Promise<Clock>;
  set(change: ClockChange, accountId?: number): Promise<Clock>;
  /** Freezes the clock at a moment in ISO 8601, in milliseconds since the epoch, or as a date; at its current time by default. */
  freeze(at?: string | number | Date, accountId?: number): Promise<Clock>;
  /** Advances the clock by milliseconds or a span. */
  advance(by: number | Span, accountId?: number): Promise<Clock>;
}

export interface FaultControl {
  add(fault: FaultInput): Promise<Fault>;
  /** The faults of an account, or those for all accounts, oldest first. */
  list(accountId?: number): Promise<Fault[]>;
  delete(faultId: string): Promise<void>;
  /** Deletes the faults of an account, or those for all accounts. */
  clear(accountId?: number): Promise<void>;
}

export interface RequestControl {
  /** The requests and their outcomes, oldest first, without secrets. */
  list(filter?: RequestFilter & Abortable): Promise<RequestEntry[]>;
  get(requestId: number): Promise<RequestEntry>;
  /**
   * Yields new requests, or those after an entry, until the signal is aborted. Requests to other processes on the same Postgres
   * arrive up to 200 ms later. It rejects when the account is deleted or the mock is closed.
   */
  watch(filter?: EntryFilter & Abortable): AsyncIterable<RequestEntry>;
  clear(accountId?: number): Promise<void>;
}
