import type {
  Account,
  AccountDetails,
  AccountInput,
  AccountList,
  AccountState,
  AssociationGroup,
  AssociationTypeEntry,
  Clock,
  ClockChange,
  EventDefinition,
  Fault,
  FaultInput,
  Health,
  Installation,
  InstallationInput,
  RequestEntry,
  SavedSnapshot,
  SentEmail,
  TokenList,
  UserToken,
  WebhookDelivery,
} from "../generated/control/schemas.ts";
import type { Span } from "./clock/span.ts";
import type { AccountPage } from "./operations/accounts.ts";
import type { AssociationPage } from "./operations/associations.ts";
import type { LabelFilter } from "./operations/labels.ts";
import type { OutboxFilter } from "./operations/outbox.ts";
import type { EntryFilter, RequestFilter } from "./operations/requests.ts";
import type { TokenPage } from "./operations/tokens.ts";
import type { DeliveryFilter } from "./operations/webhooks.ts";

export type { EntryFilter };

/** The operations of the control API as methods. A failed call rejects with a `Rejection`, which lists the problems. */
export interface Control {
  /** Atomically creates an account with an app, tokens and optionally a state. Only this result contains the credentials. */
  account(input?: AccountInput, state?: AccountState): Promise<ControlledAccount>;
  /** Installs another app in an account. Only the result of this call contains the app's credentials. */
  installApp(accountId: number, input?: InstallationInput): Promise<Installation>;
  /** Deletes an account and all of its data. */
  deleteAccount(accountId: number): Promise<void>;
  /** Adds a state to an account. Replaces existing objects with the same id. If the call rejects, nothing is changed. */
  seed(accountId: number, state: AccountState): Promise<void>;
  /** Returns the state of an account, without its credentials. */
  snapshot(accountId: number): Promise<AccountState>;
  /** Replaces the state of an account, but not its credentials or its clock. */
  restore(accountId: number, state: AccountState): Promise<void>;
  /** Reads the accounts and their apps, without secrets. */
  readonly accounts: AccountsControl;
  /** Lists, deletes and expires an account's tokens. Each token is identified by an id; the tokens themselves are never returned. */
  readonly tokens: TokenControl;
  readonly records: RecordControl;
  readonly labels: LabelControl;
  /** Saves, lists and restores named snapshots, which the mock stores. */
  readonly snapshots: SnapshotControl;
  /** Deletes all accounts and resets the faults, the journal, the clock and the ids. */
  reset(): Promise<void>;
  /** Reads and sets clocks. Without an account id, the methods apply to the shared clock, which an account uses unless it has its own. */
  readonly clock: ClockControl;
  readonly faults: FaultControl;
  readonly requests: RequestControl;
  /** Returns emails, oldest first. With `waitFor`, resolves when at least that many emails match, or after `timeout`. */
  outbox(accountId: number, filter?: OutboxFilter & Abortable): Promise<SentEmail[]>;
  /** Returns an email by its number. With `rejected`, returns a rejected email. */
  email(accountId: number, number: number, which?: { readonly rejected?: boolean }): Promise<SentEmail>;
  /** Reads custom event definitions. */
  readonly events: EventControl;
  /** Lists and replays the deliveries of webhooks. */
  readonly webhooks: WebhookControl;
  health(): Promise<Health>;
  /** Resolves when all previous clock changes have finished, so that you need not await each change. Does not report their errors. */
  settled(): Promise<void>;
}

export interface Abortable {
  /** Aborting this signal ends the wait. The call then resolves to the current result. */
  readonly signal?: AbortSignal;
}

export interface ControlledAccount extends Account {
  readonly tokens: OfAccount<TokenControl>;
  readonly records: OfAccount<RecordControl>;
  readonly labels: OfAccount<LabelControl>;
  readonly events: OfAccount<EventControl>;
  readonly webhooks: OfAccount<WebhookControl>;
  readonly snapshots: OfAccount<SnapshotControl>;
  /** The account's own clock. Until it is set, the account uses the shared clock. */
  readonly clock: AccountClockControl;
  /** Installs another app in the account. The first app is `app`. */
  installApp(input?: InstallationInput): Promise<Installation>;
  seed(state: AccountState): Promise<void>;
  snapshot(): Promise<AccountState>;
  restore(state: AccountState): Promise<void>;
  outbox(filter?: OutboxFilter & Abortable): Promise<SentEmail[]>;
  delete(): Promise<void>;
}

export interface AccountsControl {
  /** Returns a page of accounts, ordered by id. By default, returns the first 100 accounts. */
  list(page?: AccountPage): Promise<AccountList>;
  /** Returns an account, its apps, and the number of objects of each kind. */
  get(accountId: number): Promise<AccountDetails>;
}

export interface RecordControl {
  /** Restores a record that was archived less than 90 days ago, by the account's clock. */
  restore(accountId: number, objectType: string, recordId: string): Promise<void>;
  /** Returns the records that a record is associated with, grouped by association type. */
  associations(accountId: number, objectType: string, recordId: string, page?: AssociationPage): Promise<AssociationGroup[]>;
}

export interface EventControl {
  /** Returns all definitions, ordered by name, including deleted ones. */
  definitions(accountId: number): Promise<EventDefinition[]>;
}

export interface WebhookControl {
  /** Returns deliveries, oldest first. With `waitFor`, resolves when that many matching deliveries have been attempted, or after `timeout`. */
  deliveries(accountId: number, filter?: DeliveryFilter & Abortable): Promise<WebhookDelivery[]>;
  /** Delivers the events of a delivery again, as a new delivery. */
  replay(accountId: number, number: number): Promise<WebhookDelivery>;
}

export interface LabelControl {
  /** Returns the default association types and the account's labels, ordered by id. */
  list(accountId: number, filter?: LabelFilter): Promise<AssociationTypeEntry[]>;
}

export interface TokenControl {
  /** Returns a page of access and refresh tokens, newest first. By default, returns the newest 100 tokens. */
  list(accountId: number, page?: TokenPage): Promise<TokenList>;
  /** Deletes one token. Deleting a refresh token does not delete its access tokens. */
  delete(accountId: number, tokenId: string): Promise<void>;
  /** Issues a token with which the account's user calls the platform's operations, without an app; see the README. */
  createUserToken(accountId: number): Promise<UserToken>;
  /** Expires an access token at the current time of the account's clock. */
  expire(accountId: number, tokenId: string): Promise<void>;
}

export interface SnapshotControl {
  /** Saves the state of an account. Replaces an existing snapshot with the same name. */
  create(accountId: number, name: string): Promise<SavedSnapshot>;
  /** Lists the saved snapshots, ordered by name, without their content. */
  list(accountId: number): Promise<SavedSnapshot[]>;
  get(accountId: number, name: string): Promise<AccountState>;
  /** Replaces the account's state with the snapshot. */
  restore(accountId: number, name: string): Promise<void>;
  delete(accountId: number, name: string): Promise<void>;
}

/** Omits the first parameter, the account id. */
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
  /** Freezes the clock at a time, by default its current time. Numbers are milliseconds since the epoch; strings are in ISO 8601. */
  freeze(at?: string | number | Date, accountId?: number): Promise<Clock>;
  /** Advances the clock by a number of milliseconds or a span. */
  advance(by: number | Span, accountId?: number): Promise<Clock>;
}

export interface FaultControl {
  add(fault: FaultInput): Promise<Fault>;
  /** Returns the faults of an account or, without an account id, the faults for all accounts, oldest first. */
  list(accountId?: number): Promise<Fault[]>;
  delete(faultId: string): Promise<void>;
  /** Deletes the faults of an account or, without an account id, the faults for all accounts. */
  clear(accountId?: number): Promise<void>;
}

export interface RequestControl {
  /** Returns requests and their outcomes, oldest first, without secrets. */
  list(filter?: RequestFilter & Abortable): Promise<RequestEntry[]>;
  get(requestId: number): Promise<RequestEntry>;
  /**
   * Yields new requests, or those after a given entry, until the signal is aborted. Requests to other processes with the same Postgres
   * database are yielded up to 200 ms later. Rejects if the filter is invalid, the account is deleted or the mock is closed.
   */
  watch(filter?: EntryFilter & Abortable): AsyncIterable<RequestEntry>;
  clear(accountId?: number): Promise<void>;
}
