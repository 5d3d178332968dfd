import { contentHash } from "@crm-platform/types";
import type {
  Account,
  AccountInput,
  AccountState,
  Clock,
  ClockChange,
  Fault,
  FaultInput,
  Health,
  Installation,
  InstallationInput,
  RequestEntry,
  SentEmail,
} from "../generated/control/schemas.ts";
import { timestampOf } from "../handlers/timestamps.ts";
import { timeOn, type WallClock } from "../platform/clock.ts";
import type { ClockSetting, Store } from "../store/store.ts";
import { createAccount, deleteAccount, tellingState } from "./accounts.ts";
import { installApp } from "./apps.ts";
import type { Changes } from "./changes.ts";
import type { Checks } from "./checks.ts";
import { changeClock, readClock } from "./clocks.ts";
import { addFault, clearFaults, deleteFault, listFaults } from "./faults.ts";
import { type OutboxFilter, readOutbox } from "./outbox.ts";
import { clearRequests, listRequests, type RequestFilter } from "./requests.ts";
import { type Span, spanInMilliseconds } from "./span.ts";
import { readState, writeState } from "./state/state.ts";
import { refuseNewer } from "./state/version.ts";

export interface ControlOptions {
  readonly wallClock: WallClock;
  readonly checks: Checks;
  /** Where the changes of the clock wait for their turn, and everything else for them. */
  readonly changes: Changes;
  /** Sets back what begins again with a reset and is in no store. */
  readonly onReset: () => void;
}

/**
 * The hand inside the mock, in process. The control API over HTTP is the same, by `controlHandlers`. What cannot be done
 * rejects with a `Refusal`, whose message and problems say why.
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
  /** Ends all accounts, and clears faults, journal, clock and ids. */
  reset(): Promise<void>;
  /** What time it is. Without an account it is the clock of all that have none of their own. */
  readonly clock: ClockControl;
  readonly faults: FaultControl;
  readonly requests: RequestControl;
  /** What an account has sent, oldest first; with `waitFor`, as soon as there are so many, or what there is after `timeout`. */
  outbox(accountId: number, filter?: OutboxFilter): Promise<SentEmail[]>;
  health(): Promise<Health>;
  /**
   * Resolves when the clock has been set by every call so far, so that nobody has to wait for `clock.advance`. A call that
   * fails rejects by itself: when nobody looks at it, that is an unhandled rejection.
   */
  settled(): Promise<void>;
}

/** A new account, and what can be done with it. */
export interface ControlledAccount extends Account {
  /** The account's own clock; until it is set, the account goes by that of all. */
  readonly clock: AccountClockControl;
  /** Installs one more app; the first is `app`. */
  installApp(input?: InstallationInput): Promise<Installation>;
  seed(state: AccountState): Promise<void>;
  snapshot(): Promise<AccountState>;
  restore(state: AccountState): Promise<void>;
  outbox(filter?: OutboxFilter): Promise<SentEmail[]>;
  delete(): Promise<void>;
}

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
  list(filter?: RequestFilter): Promise<RequestEntry[]>;
  clear(accountId?: number): Promise<void>;
}

export function createControl(store: Store, { wallClock, checks, changes, onReset }: ControlOptions): Control {
  const { check, checkParameters } = checks;
  const clock = createClockControl();
  const control: Control = {
    account: async (input, state) => {
      // Nothing to check where nothing is asked for; the check would have to be compiled first.
      const checked = input === undefined ? {} : check("accounts.create", input);
      const checkedState = state && (await tellingState(() => checkState("state.seed", state)));
      await changes.settled();
      return withMethods(await createAccount(store, { input: checked, state: checkedState }, wallClock()), control);
    },
    installApp: async (accountId, input = {}) => {
      const id = idOf(accountId);
      const checked = check("accounts.createApp", input);
      await changes.settled();
      return installApp(store, id, checked, wallClock());
    },
    deleteAccount: async (accountId) => {
      const id = idOf(accountId);
      await changes.settled();
      return deleteAccount(store, id);
    },
    seed: async (accountId, state) => write(idOf(accountId), checkState("state.seed", state), false),
    snapshot: async (accountId) => {
      const id = idOf(accountId);
      await changes.settled();
      return store.transaction(id, readState);
    },
    restore: async (accountId, state) => write(idOf(accountId), checkState("state.set", state), true),
    reset: async () => {
      await changes.settled();
      await store.reset();
      onReset();
    },
    clock,
    faults: {
      // Faults, journal and outbox do not go by the clock, so they wait for no change of it.
      add: async (fault) => addFault(store, check("faults.create", fault)),
      list: async (accountId) => listFaults(store, checkParameters("faults.list", { query: { accountId } }).query.accountId),
      delete: async (faultId) => deleteFault(store, checkParameters("faults.delete", { path: { faultId } }).path.faultId),
      clear: async (accountId) => clearFaults(store, checkParameters("faults.deleteAll", { query: { accountId } }).query.accountId),
    },
    requests: {
      list: async ({ signal, ...filter } = {}) =>
        listRequests(store, { ...checkParameters("requests.list", { query: filter }).query, ...(signal && { signal }) }),
      clear: async (accountId) => clearRequests(store, checkParameters("requests.deleteAll", { query: { accountId } }).query.accountId),
    },
    outbox: async (accountId, { signal, ...filter } = {}) => {
      const { accountId: id, ...checked } = checkParameters("outbox.list", { query: { ...filter, accountId } }).query;
      return readOutbox(store, id, { ...checked, ...(signal && { signal }) });
    },
    health: async () => {
      await changes.settled();
      return { status: "ok", now: timestampOf(timeOn(await store.clock(), wallClock())), document: contentHash };
    },
    settled: () => changes.settled(),
  };
  return control;

  function idOf(accountId: number): number {
    return checkParameters("state.get", { path: { accountId } }).path.accountId;
  }

  /** Whose clock is meant; that of all when it is `undefined`. */
  function ownerOf(accountId: number | undefined): number | undefined {
    return accountId === undefined ? undefined : idOf(accountId);
  }

  function checkState(operationId: "state.seed" | "state.set", state: AccountState): AccountState {
    refuseNewer(state);
    return check(operationId, state);
  }

  async function write(accountId: number, state: AccountState, replaces: boolean): Promise<void> {
    await changes.settled();
    const shared = await store.clock();
    await store.transaction(accountId, async (account) => {
      const setting: ClockSetting = (await account.clock()) ?? shared;
      await writeState(account, state, { now: timeOn(setting, wallClock()), replaces });
    });
  }

  function createClockControl(): ClockControl {
    const change = (read: () => ClockChange, accountId?: number): Promise<Clock> => {
      // Read at once, as the caller may use the object again; what is wrong with it is told in its turn.
      const checked = (async () => check("clock.set", read()))();
      checked.catch(() => {});
      return changes.make(async () => changeClock(store, await checked, wallClock(), ownerOf(accountId)));
    };
    return {
      get: async (accountId) => {
        await changes.settled();
        return readClock(store, wallClock(), ownerOf(accountId));
      },
      set: (given, accountId) => change(() => given, accountId),
      freeze: (at, accountId) =>
        change(() => ({ mode: "frozen", ...(at === undefined ? {} : { at: at instanceof Date ? at.getTime() : at }) }), accountId),
      advance: (by, accountId) => change(() => ({ advance: spanInMilliseconds(by) }), accountId),
    };
  }
}

function withMethods(account: Account, control: Control): ControlledAccount {
  const { accountId } = account;
  return {
    ...account,
    clock: {
      get: () => control.clock.get(accountId),
      freeze: (at) => control.clock.freeze(at, accountId),
      advance: (by) => control.clock.advance(by, accountId),
    },
    installApp: (input) => control.installApp(accountId, input),
    seed: (state) => control.seed(accountId, state),
    snapshot: () => control.snapshot(accountId),
    restore: (state) => control.restore(accountId, state),
    outbox: (filter) => control.outbox(accountId, filter),
    delete: () => control.deleteAccount(accountId),
  };
}
