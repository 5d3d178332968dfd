import { contentHash } from "@crm-platform/types";
import type { AccountState, Clock, ClockChange } from "../generated/control/schemas.ts";
import { timestampOf } from "../handlers/common/timestamps.ts";
import { timeOn } from "../platform/clock.ts";
import { serviceUnavailable } from "../platform/unavailable.ts";
import { DatabaseUnavailable } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import { spanInMilliseconds } from "./clock/span.ts";
import type { ClockControl, Control } from "./control.ts";
import { withMethods } from "./controlledAccount.ts";
import type { ControlOptions } from "./controlOptions.ts";
import { listAccounts } from "./operations/accountList.ts";
import { createAccount, deleteAccount, tellingState } from "./operations/accounts.ts";
import { installApp } from "./operations/apps.ts";
import { changeClock, readClock } from "./operations/clocks.ts";
import { addFault, clearFaults, deleteFault, listFaults } from "./operations/faults.ts";
import { getEmail, readOutbox } from "./operations/outbox.ts";
import { clearRequests, getRequest, listRequests, watchRequests } from "./operations/requests.ts";
import { snapshotControl } from "./operations/snapshotControl.ts";
import { tokenControl } from "./operations/tokenControl.ts";
import { readState } from "./state/state.ts";
import { stateWriter } from "./state/stateWriter.ts";
import { refuseNewer } from "./state/version.ts";

/** @throws Refusal when the state cannot be written: why, and what to do */
async function refuseUnhealthy(store: Store): Promise<void> {
  try {
    await store.checkWritable();
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    throw serviceUnavailable(error, error.message);
  }
}

/** The hand inside the mock, over a store. */
export function createControl(store: Store, options: ControlOptions): Control {
  const { wallClock, strict, checks, changes, onReset } = options;
  const { check, checkParameters } = checks;
  const write = stateWriter(store, options);
  const clock = createClockControl();
  const control: Control = {
    account: async (input, state) => {
      // Nothing to check where nothing is asked for; the check would have to be compiled first.
      const checked = input === undefined ? {} : check("accounts.create", input);
      const checkedState = state && (await tellingState(() => checkState("state.seed", state)));
      await changes.settled();
      return withMethods(await createAccount(store, { input: checked, state: checkedState, strict }, wallClock()), control);
    },
    installApp: async (accountId, input = {}) => {
      const id = idOf(accountId);
      const checked = check("accounts.createApp", input);
      await changes.settled();
      return installApp(store, id, checked, { wall: wallClock(), strict });
    },
    deleteAccount: async (accountId) => {
      const id = idOf(accountId);
      await changes.settled();
      return deleteAccount(store, id);
    },
    seed: async (accountId, state) => {
      const id = idOf(accountId);
      const checked = checkState("state.seed", state);
      await write(id, async () => checked, false);
    },
    snapshot: async (accountId) => {
      const id = idOf(accountId);
      await changes.settled();
      return store.transaction(id, readState);
    },
    restore: async (accountId, state) => {
      const id = idOf(accountId);
      const checked = checkState("state.set", state);
      await write(id, async () => checked, true);
    },
    accounts: { list: async (page = {}) => listAccounts(store, checkParameters("accounts.list", { query: page }).query) },
    tokens: tokenControl(store, options),
    snapshots: snapshotControl(store, options),
    reset: async () => {
      await changes.settled();
      await store.reset();
      await onReset();
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
      get: async (requestId) => getRequest(store, checkParameters("requests.get", { path: { requestId } }).path.requestId),
      watch: ({ signal, ...filter } = {}) =>
        watchRequests(store, { ...checkParameters("requests.list", { query: filter }).query, ...(signal && { signal }) }),
      clear: async (accountId) => clearRequests(store, checkParameters("requests.deleteAll", { query: { accountId } }).query.accountId),
    },
    outbox: async (accountId, { signal, ...filter } = {}) => {
      const { accountId: id, ...checked } = checkParameters("outbox.list", { query: { ...filter, accountId } }).query;
      return readOutbox(store, id, { ...checked, ...(signal && { signal }) });
    },
    email: async (accountId, number, { rejected } = {}) => {
      const { path, query } = checkParameters("outbox.get", { path: { number }, query: { accountId, rejected } });
      return getEmail(store, query.accountId, path.number, query.rejected ?? false);
    },
    health: async () => {
      await changes.settled();
      await refuseUnhealthy(store);
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
