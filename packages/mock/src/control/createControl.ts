import { invalidRequest } from "../contract/errors/rejection.ts";
import { isObject } from "../contract/openapi/document.ts";
import type { Account, ClockChange } from "../generated/control/schemas.ts";
import type { Queue } from "../store/queue.ts";
import type { CheckInput, Given } from "./api/checks.ts";
import { spanInMilliseconds } from "./clock/span.ts";
import type { ControlContext } from "./context.ts";
import type { Abortable, ClockControl, Control, ControlledAccount, OfAccount } from "./control.ts";
import { createAccount, withStatePrefix } from "./operations/accounts.ts";
import { watchRequests } from "./operations/requests.ts";
import { controlOperations, type OperationId, type OutputOf } from "./operations/table.ts";

export interface ControlOptions {
  readonly check: CheckInput;
  /** The clock changes, for which all other calls wait, so that callers need not await them. */
  readonly changes: Queue;
}

export function createControl(context: ControlContext, { check, changes }: ControlOptions): Control {
  const control: Control = {
    account: async (input, state) => {
      // The new account's id is not known yet, but validating its state does not require the id.
      const seeding = state === undefined ? state : withStatePrefix(() => check("state.seed", { path: { accountId: 1 }, body: state }));
      seeding?.catch(() => {});
      const { body = {} } = await check("accounts.create", { body: input });
      const checked = (await seeding)?.body;
      await changes.settled();
      return withMethods(await createAccount(context, body, checked));
    },
    installApp: (accountId, input = {}) => call("accounts.createApp", { path: { accountId }, body: input }),
    deleteAccount: (accountId) => call("accounts.delete", { path: { accountId } }),
    seed: (accountId, state) => call("state.seed", { path: { accountId }, body: state }),
    snapshot: (accountId) => call("state.get", { path: { accountId } }),
    restore: (accountId, state) => call("state.set", { path: { accountId }, body: state }),
    reset: () => call("accounts.reset"),
    accounts: {
      list: (page = {}) => call("accounts.list", { query: page }),
      get: (accountId) => call("accounts.get", { path: { accountId } }),
    },
    records: {
      restore: (accountId, objectType, recordId) => call("records.restore", { path: { accountId, objectType, recordId } }),
      associations: async (accountId, objectType, recordId, page = {}) =>
        (await call("records.listAssociations", { path: { accountId, objectType, recordId }, query: page })).results,
    },
    labels: {
      list: async (accountId, filter = {}) => (await call("labels.list", { path: { accountId }, query: filter })).results,
    },
    events: {
      definitions: async (accountId) => (await call("events.listDefinitions", { path: { accountId } })).results,
    },
    tokens: {
      list: (accountId, page = {}) => call("tokens.list", { path: { accountId }, query: page }),
      delete: (accountId, tokenId) => call("tokens.delete", { path: { accountId, tokenId } }),
      createUserToken: (accountId) => call("tokens.createUserToken", { path: { accountId } }),
      expire: (accountId, tokenId) => call("tokens.expire", { path: { accountId, tokenId } }),
    },
    snapshots: {
      create: (accountId, name) => call("snapshots.create", { path: { accountId }, body: { name } }),
      list: async (accountId) => (await call("snapshots.list", { path: { accountId } })).results,
      get: (accountId, name) => call("snapshots.get", { path: { accountId, snapshotName: name } }),
      restore: (accountId, name) => call("snapshots.restore", { path: { accountId, snapshotName: name } }),
      delete: (accountId, name) => call("snapshots.delete", { path: { accountId, snapshotName: name } }),
    },
    clock: createClockControl(),
    faults: {
      add: (fault) => call("faults.create", { body: fault }),
      list: async (accountId) => (await call("faults.list", { query: { accountId } })).results,
      delete: (faultId) => call("faults.delete", { path: { faultId } }),
      clear: (accountId) => call("faults.deleteAll", { query: { accountId } }),
    },
    requests: {
      list: async (filter = {}) => (await call("requests.list", splitSignal(filter))).results,
      get: (requestId) => call("requests.get", { path: { requestId } }),
      watch: (filter = {}) => {
        const { query, signal } = splitSignal(filter);
        return watchRequests(context, check("requests.list", { query }), signal);
      },
      clear: (accountId) => call("requests.deleteAll", { query: { accountId } }),
    },
    outbox: async (accountId, filter = {}) => (await call("outbox.list", splitSignal(withAccountId(filter, accountId)))).results,
    email: (accountId, number, which = {}) => call("outbox.get", { path: { number }, query: withAccountId(which, accountId) }),
    webhooks: {
      deliveries: async (accountId, filter = {}) =>
        (await call("webhooks.listDeliveries", { path: { accountId }, ...splitSignal(filter) })).results,
      replay: (accountId, number) => call("webhooks.replay", { path: { accountId, number } }),
    },
    health: () => call("health.get"),
    settled: () => changes.settled(),
  };
  return control;

  async function call<Id extends OperationId>(
    operationId: Id,
    { signal, ...given }: Given & Abortable = {},
  ): Promise<Awaited<OutputOf<Id>>> {
    const input = await check(operationId, given);
    await changes.settled();
    return (await controlOperations[operationId](input, context, signal)) as Awaited<OutputOf<Id>>;
  }

  function createClockControl(): ClockControl {
    const change = (read: () => ClockChange, accountId?: number) => {
      // The input is validated immediately, because the caller may modify it later, but problems are reported in the order of the changes.
      const run = accountId === undefined ? changing("clock.set", {}, read) : changing("clock.setOfAccount", { accountId }, read);
      run.catch(() => {});
      return changes.run(async () => (await run)());
    };
    const changing = async (operationId: "clock.set" | "clock.setOfAccount", path: object, read: () => ClockChange) => {
      const input = await check(operationId, { path, body: read() });
      return () => controlOperations[operationId](input as never, context);
    };
    return {
      get: (accountId) => (accountId === undefined ? call("clock.get") : call("clock.getOfAccount", { path: { accountId } })),
      set: (given, accountId) => change(() => given, accountId),
      freeze: (at, accountId) =>
        change(() => ({ mode: "frozen", ...(at === undefined ? {} : { at: at instanceof Date ? at.getTime() : at }) }), accountId),
      advance: (by, accountId) => change(() => ({ advance: spanInMilliseconds(by) }), accountId),
    };
  }

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

/** Returns a value that is not an object unchanged, so that the validation of the query rejects it. */
function splitSignal(filter: unknown): Abortable & { readonly query: unknown } {
  if (!isObject(filter)) return { query: filter };
  const { signal, ...query } = filter as Abortable;
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw invalidRequest([{ in: "signal", code: "type", message: "signal must be an AbortSignal" }]);
  }
  return { ...(signal && { signal }), query };
}

function withAccountId(filter: unknown, accountId: number): unknown {
  return isObject(filter) ? { ...filter, accountId } : filter;
}

function ofAccount<Methods extends object>(methods: Methods, accountId: number): OfAccount<Methods> {
  const bound = Object.entries(methods).map(([name, method]) => [name, (...rest: unknown[]) => method(accountId, ...rest)]);
  return Object.fromEntries(bound) as OfAccount<Methods>;
}
