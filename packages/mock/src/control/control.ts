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

export type { EntryFilter };

import type { TokenPage } from "./operations/tokens.ts";

/**
 * The control API for callers in process; over HTTP it has the same operations. What cannot be done rejects with a `Refusal`,
 * whose message and problems say why.
 */
export interface Control {
  /**
   * Makes an account with an app and tokens; with a state in it from the start, when one is given: both or, when it rejects,
   * nothing. Its credentials are in the answer and nowhere else.
   */
  account(input?: AccountInput, state?: AccountState): Promise<ControlledAccount>;
  /** Installs one more app in an account. Its credentials are in the answer and nowhere else. */
  installApp(accountId: number, input?: InstallationInput): Promise<Installation>;
  /** Ends an account and all that is in it. */
  deleteAccount(accountId: number): Promise<void>;
  /** Adds to what an account holds, or overwrites; all of it or, when it rejects, nothing. */
  seed(accountId: number, state: AccountState): Promise<void>;
  /** Everything an account holds but its credentials. */
  snapshot(accountId: number): Promise<AccountState>;
  /** Replaces what an account holds; its credentials and its clock stay. */
  restore(accountId: number, state: AccountState): Promise<void>;
  /** The accounts there are and their apps, without a secret. */
  readonly accounts: AccountsControl;
  /** The tokens of an account by their ids; never a token itself. */
  readonly tokens: TokenControl;
  /** The records of an account, by object type and id. */
  readonly records: RecordControl;
  /** Snapshots that the mock keeps under a name. */
  readonly snapshots: SnapshotControl;
  /** Ends all accounts, and clears faults, journal, clock and ids. */
  reset(): Promise<void>;
  /** What time it is. Without an account it is the clock of all that have none of their own. */
  readonly clock: ClockControl;
  readonly faults: FaultControl;
  readonly requests: RequestControl;
  /** What an account has sent, oldest first; with `waitFor`, as soon as there are so many, or what there is after `timeout`. */
  outbox(accountId: number, filter?: OutboxFilter & Abortable): Promise<SentEmail[]>;
  /** One email of an account by its number; with `rejected` one sending that was refused. */
  email(accountId: number, number: number, which?: { readonly rejected?: boolean }): Promise<SentEmail>;
  health(): Promise<Health>;
  /**
   * Resolves when the clock has been set by every call so far, so that nobody has to wait for `clock.advance`. A call that
   * fails rejects by itself: when nobody looks at it, that is an unhandled rejection.
   */
  settled(): Promise<void>;
}

/** A call that waits. */
export interface Abortable {
  /** Ends the waiting when it is aborted; the call resolves to what there is then. */
  readonly signal?: AbortSignal;
}

/** A new account, and what can be done with it. */
export interface ControlledAccount extends Account {
  readonly tokens: OfAccount<TokenControl>;
  readonly records: OfAccount<RecordControl>;
  readonly snapshots: OfAccount<SnapshotControl>;
  /** The account's own clock; until it is set, the account goes by that of all. */
  readonly clock: AccountClockControl;
  /** Installs one more app; the first is `app`. */
  installApp(input?: InstallationInput): Promise<Installation>;
  seed(state: AccountState): Promise<void>;
  snapshot(): Promise<AccountState>;
  restore(state: AccountState): Promise<void>;
  outbox(filter?: OutboxFilter & Abortable): Promise<SentEmail[]>;
  delete(): Promise<void>;
}

export interface AccountsControl {
  /** A page of the accounts, by their ids, the first 100 when nothing else is asked for. */
  list(page?: AccountPage): Promise<AccountList>;
  /** An account, its apps, and how much it holds. */
  get(accountId: number): Promise<AccountDetails>;
}

export interface RecordControl {
  /** The object types that every account has, and the custom ones of which this account has records. */
  types(accountId: number): Promise<ObjectTypeEntry[]>;
  /** A page of the records of a type, archived ones too, ordered by id; with `text`, of those that a search finds. */
  list(accountId: number, objectType: string, page?: RecordPage): Promise<RecordList>;
  get(accountId: number, objectType: string, recordId: string): Promise<RecordDetails>;
  /** Creates a record, under the next free id when none is given. */
  create(accountId: number, objectType: string, record?: RecordInput): Promise<RecordDetails>;
  /** Sets values of a record, each in front of its history. Equal values stay as they are. */
  set(accountId: number, objectType: string, recordId: string, properties: Readonly<Record<string, string>>): Promise<RecordDetails>;
  /** The records that a record is associated with, by association type. */
  associations(accountId: number, objectType: string, recordId: string, page?: AssociationPage): Promise<AssociationGroup[]>;
}

export interface TokenControl {
  /** A page of the access tokens and refresh tokens, newest first, the newest 100 when nothing else is asked for. */
  list(accountId: number, page?: TokenPage): Promise<TokenList>;
  /** Revokes a token. With a refresh token nothing else goes. */
  delete(accountId: number, tokenId: string): Promise<void>;
  /** Ends the lifetime of an access token now, by the clock of the account. */
  expire(accountId: number, tokenId: string): Promise<void>;
}

export interface SnapshotControl {
  /** Saves what an account holds now, in place of what is saved under the name. */
  create(accountId: number, name: string): Promise<SavedSnapshot>;
  /** What is saved, by name, without what is in it. */
  list(accountId: number): Promise<SavedSnapshot[]>;
  get(accountId: number, name: string): Promise<AccountState>;
  /** Replaces what the account holds by what it held then. */
  restore(accountId: number, name: string): Promise<void>;
  delete(accountId: number, name: string): Promise<void>;
}

/** The same methods, without the account as the first of their parameters. */
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
  /** Stands still at a moment, given in ISO 8601, in milliseconds since the epoch or as a date; where it is, when left out. */
  freeze(at?: string | number | Date, accountId?: number): Promise<Clock>;
  /** Moves on, by milliseconds or a span. */
  advance(by: number | Span, accountId?: number): Promise<Clock>;
}

export interface FaultControl {
  add(fault: FaultInput): Promise<Fault>;
  /** The faults of an account, or those that are for all; oldest first. */
  list(accountId?: number): Promise<Fault[]>;
  delete(faultId: string): Promise<void>;
  /** Ends the faults of an account, or those that are for all. */
  clear(accountId?: number): Promise<void>;
}

export interface RequestControl {
  /** What came in and what was answered, oldest first, secrets left out. */
  list(filter?: RequestFilter & Abortable): Promise<RequestEntry[]>;
  /** One entry of the journal. */
  get(requestId: number): Promise<RequestEntry>;
  /**
   * What comes in from now on, or after an entry, one after the other, until the signal is aborted. Entries of other processes on
   * one Postgres come up to a fifth of a second later. It rejects when the account ends, and when the mock is closed.
   */
  watch(filter?: EntryFilter & Abortable): AsyncIterable<RequestEntry>;
  clear(accountId?: number): Promise<void>;
}
