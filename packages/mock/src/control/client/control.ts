import { isObject } from "../../contract/openapi/document.ts";
import type { Client } from "../../generated/control/client.ts";
import type { OutboxListParams, RequestsListParams, WebhooksListDeliveriesParams } from "../../generated/control/operations.ts";
import type {
  Account,
  AccountInput,
  AccountState,
  Clock,
  ClockChange,
  Fault,
  RequestEntry,
  SentEmail,
  WebhookDelivery,
} from "../../generated/control/schemas.ts";
import { present } from "../../handlers/common/present.ts";
import { absoluteUrl, bearerTokenRule, callbackRule, checkOptions } from "../../http/options.ts";
import { Queue } from "../../store/queue.ts";
import { type Span, spanInMilliseconds } from "../clock/span.ts";
import { type Connection, connect, sendByHttp } from "./connect.ts";

export interface ControlOptions {
  /**
   * The URL of the mock.
   * @example createControl({ baseUrl: "http://127.0.0.1:4010" });
   */
  readonly baseUrl: string;
  /** The mock's control token, if it has one. @default no token */
  readonly controlToken?: string;
  /** Sends the requests. @default the global fetch */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Returns the control API of a mock that runs elsewhere, with the methods of an in-process mock. Its calls start at once, and changes of the
 * clock take effect in order. A call that the mock rejects fails with a `Rejection`, which lists the problems.
 * @throws TypeError when an option is missing, unknown or invalid
 */
export function createControl(options: ControlOptions): Control {
  checkOptions("createControl", options, {
    baseUrl: absoluteUrl,
    controlToken: bearerTokenRule,
    fetch: callbackRule,
  });
  const { baseUrl, controlToken, fetch = globalThis.fetch } = options;
  return controlOf({ send: sendByHttp({ baseUrl: baseUrl.replace(/\/+$/, ""), controlToken, fetch }), changes: new Queue() });
}

/** Omits the first parameter, the account id. */
export type OfAccount<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (accountId: number, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** The operations of the control API as methods. A call that the mock rejects fails with a `Rejection`, which lists the problems. */
export interface Control {
  /** Atomically creates an account with an app, tokens and optionally a state. Only this result contains the credentials. */
  account(input?: AccountInput, state?: AccountState): Promise<ControlledAccount>;
  /** Installs another app in an account. Only the result of this call contains the app's credentials. */
  readonly installApp: Client["accounts"]["createApp"];
  readonly deleteAccount: Client["accounts"]["delete"];
  /** Adds a state to an account. Replaces existing objects with the same id. If the call rejects, nothing is changed. */
  readonly seed: Client["state"]["seed"];
  /** Returns the state of an account, without its credentials. */
  readonly snapshot: Client["state"]["get"];
  /** Replaces the state of an account, but not its credentials or its clock. */
  readonly restore: Client["state"]["set"];
  /** Deletes all accounts and resets the faults, the journal, the clock and the ids. */
  readonly reset: Client["accounts"]["reset"];
  readonly accounts: Pick<Client["accounts"], "list" | "get">;
  readonly tokens: Client["tokens"];
  readonly records: { readonly restore: Client["records"]["restore"]; readonly associations: Client["records"]["listAssociations"] };
  readonly labels: Client["labels"];
  readonly events: { readonly definitions: Client["events"]["listDefinitions"] };
  readonly snapshots: SnapshotControl;
  /** Reads and sets clocks. Without an account id, the methods apply to the shared clock, which an account uses unless it has its own. */
  readonly clock: ClockControl;
  readonly faults: FaultControl;
  readonly requests: RequestControl;
  /** Lists which versions of the operations were called since the mock started, when they end, and what replaces them. */
  readonly versions: Client["versions"]["list"];
  /** Returns emails, oldest first. With `waitFor`, resolves when at least that many emails match, or after `timeout`. */
  outbox(accountId: number, filter?: Omit<OutboxListParams, "accountId"> & Abortable): Promise<SentEmail[]>;
  /** Returns an email by its number. With `rejected`, returns a rejected email. */
  email(accountId: number, number: number, which?: { readonly rejected?: boolean }): Promise<SentEmail>;
  readonly webhooks: WebhookControl;
  readonly health: Client["health"]["get"];
  /** Resolves when all previous clock changes have finished, so that you need not await each change. Does not report their errors. */
  settled(): Promise<void>;
}

/** Aborting the signal ends the wait. In process, the call then resolves to the current result; over HTTP, it rejects. */
export interface Abortable {
  readonly signal?: AbortSignal;
}

export interface ControlledAccount extends Account {
  readonly tokens: OfAccount<Control["tokens"]>;
  readonly records: OfAccount<Control["records"]>;
  readonly labels: OfAccount<Control["labels"]>;
  readonly events: OfAccount<Control["events"]>;
  readonly webhooks: OfAccount<Control["webhooks"]>;
  readonly snapshots: OfAccount<Control["snapshots"]>;
  /** The account's own clock. Until it is set, the account uses the shared clock. */
  readonly clock: AccountClockControl;
  /** Installs another app in the account. The first app is `app`. */
  readonly installApp: OfAccount<Control>["installApp"];
  readonly seed: OfAccount<Control>["seed"];
  readonly snapshot: OfAccount<Control>["snapshot"];
  readonly restore: OfAccount<Control>["restore"];
  readonly outbox: OfAccount<Control>["outbox"];
  delete(): Promise<void>;
}

export interface SnapshotControl extends Omit<Client["snapshots"], "create" | "listDifferences"> {
  /** Saves the state of an account. Replaces an existing snapshot with the same name. */
  create(accountId: number, name: string): ReturnType<Client["snapshots"]["create"]>;
  /** Lists what differs between a saved snapshot and the current state or, with `to`, another saved snapshot. */
  readonly compare: Client["snapshots"]["listDifferences"];
}

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
  readonly add: Client["faults"]["create"];
  /** Returns the faults of an account or, without an account id, the faults for all accounts, oldest first. */
  list(accountId?: number): Promise<Fault[]>;
  readonly delete: Client["faults"]["delete"];
  /** Deletes the faults of an account or, without an account id, the faults for all accounts. */
  clear(accountId?: number): Promise<void>;
}

export interface RequestControl {
  /** Returns requests and their outcomes, oldest first, without secrets. */
  list(filter?: RequestsListParams & Abortable): ReturnType<Client["requests"]["list"]>;
  readonly get: Client["requests"]["get"];
  clear(accountId?: number): Promise<void>;
}

/** The control API of a mock in the same process. */
export interface InProcessControl extends Control {
  readonly requests: WatchedRequests;
}

export interface WatchedRequests extends RequestControl {
  /**
   * Yields new requests, or those after a given entry, until the signal is aborted. Requests to other processes with the same Postgres
   * database are yielded up to 200 ms later. Rejects if the filter is invalid, the account is deleted or the mock is closed.
   */
  watch(filter?: EntryFilter & Abortable): AsyncIterable<RequestEntry>;
}

export type EntryFilter = Pick<RequestsListParams, "accountId" | "operationId" | "onlyProblems" | "status" | "after">;

export interface WebhookControl {
  /** Returns deliveries, oldest first. With `waitFor`, resolves when that many matching deliveries have been attempted, or after `timeout`. */
  deliveries(accountId: number, filter?: WebhooksListDeliveriesParams & Abortable): Promise<WebhookDelivery[]>;
  /** Delivers the events of a delivery again, as a new delivery. */
  readonly replay: Client["webhooks"]["replay"];
}

export function controlOf(connection: Connection): Control {
  const client = connect(connection);
  const control: Control = {
    account: async (input, state) => withMethods(await client.accounts.create(state === undefined ? input : { ...input, state })),
    installApp: client.accounts.createApp,
    deleteAccount: client.accounts.delete,
    seed: client.state.seed,
    snapshot: client.state.get,
    restore: client.state.set,
    reset: client.accounts.reset,
    accounts: client.accounts,
    tokens: client.tokens,
    records: { restore: client.records.restore, associations: client.records.listAssociations },
    labels: client.labels,
    events: { definitions: client.events.listDefinitions },
    snapshots: snapshotControl(client.snapshots),
    clock: clockControl(client.clock),
    faults: {
      add: client.faults.create,
      list: (accountId) => client.faults.list(present({ accountId })),
      delete: client.faults.delete,
      clear: (accountId) => client.faults.deleteAll(present({ accountId })),
    },
    requests: {
      list: (filter = {}) => client.requests.list(...splitSignal(filter)),
      get: client.requests.get,
      clear: (accountId) => client.requests.deleteAll(present({ accountId })),
    },
    versions: client.versions.list,
    outbox: (accountId, filter = {}) => client.outbox.list(...splitSignal(withAccountId(filter, accountId))),
    email: (accountId, number, which = {}) => client.outbox.get(number, withAccountId(which, accountId)),
    webhooks: {
      deliveries: (accountId, filter = {}) => client.webhooks.listDeliveries(accountId, ...splitSignal(filter)),
      replay: client.webhooks.replay,
    },
    health: client.health.get,
    settled: () => connection.changes.settled(),
  };
  return control;

  function withMethods(account: Account): ControlledAccount {
    const { accountId } = account;
    const { installApp, seed, snapshot, restore, outbox, deleteAccount, clock } = control;
    const { tokens, records, labels, events, webhooks, snapshots } = control;
    return {
      ...account,
      ...ofAccount({ installApp, seed, snapshot, restore, outbox, delete: deleteAccount }, accountId),
      tokens: ofAccount(tokens, accountId),
      records: ofAccount(records, accountId),
      labels: ofAccount(labels, accountId),
      events: ofAccount(events, accountId),
      webhooks: ofAccount(webhooks, accountId),
      snapshots: ofAccount(snapshots, accountId),
      clock: {
        get: () => clock.get(accountId),
        freeze: (at) => clock.freeze(at, accountId),
        advance: (by) => clock.advance(by, accountId),
      },
    };
  }
}

function snapshotControl({ listDifferences, create, ...others }: Client["snapshots"]): SnapshotControl {
  return { ...others, create: (accountId, name) => create(accountId, { name }), compare: listDifferences };
}

function clockControl(client: Client["clock"]): ClockControl {
  const set: ClockControl["set"] = (change, accountId) =>
    accountId === undefined ? client.set(change) : client.setOfAccount(accountId, change);
  return {
    get: (accountId) => (accountId === undefined ? client.get() : client.getOfAccount(accountId)),
    set,
    freeze: (at, accountId) =>
      set({ mode: "frozen", ...(at === undefined ? {} : { at: at instanceof Date ? at.getTime() : at }) }, accountId),
    advance: async (by, accountId) => set({ advance: spanInMilliseconds(by) }, accountId),
  };
}

/** Returns a value that is not an object unchanged, so that the call rejects it. */
function splitSignal<Filter extends Abortable>(filter: Filter): [parameters: Omit<Filter, "signal">, options: Abortable] {
  if (!isObject(filter)) return [filter, {}];
  const { signal, ...parameters } = filter;
  return [parameters, signal === undefined ? {} : { signal }];
}

function withAccountId<Filter extends object>(filter: Filter, accountId: number): Filter & { readonly accountId: number } {
  return (isObject(filter) ? { ...filter, accountId } : filter) as Filter & { readonly accountId: number };
}

function ofAccount<Methods extends object>(methods: Methods, accountId: number): OfAccount<Methods> {
  const bound = Object.entries(methods).map(([name, method]) => [name, (...rest: unknown[]) => method(accountId, ...rest)]);
  return Object.fromEntries(bound) as OfAccount<Methods>;
}
