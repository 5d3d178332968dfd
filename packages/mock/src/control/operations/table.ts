import type { operations } from "../../generated/control/paths.ts";
import type { RequestOf, ResultOf } from "../../platform/handler.ts";
import type { ControlContext } from "../context.ts";
import { changeAccount, existingAccount } from "../existingAccount.ts";
import { readSection, readState, writeState } from "../state/state.ts";
import { createAccount, deleteAccount, getAccount, installApp, listAccounts } from "./accounts.ts";
import { listAssociations } from "./associations.ts";
import { changeAccountClock, changeClock, readAccountClock, readClock } from "./clocks.ts";
import { addFault, clearFaults, deleteFault, listFaults } from "./faults.ts";
import { readHealth } from "./health.ts";
import { listLabels } from "./labels.ts";
import { getEmail, readOutbox } from "./outbox.ts";
import { restoreRecord } from "./records.ts";
import { clearRequests, getRequest, listRequests } from "./requests.ts";
import { compareSnapshots, deleteSnapshot, getSnapshot, listSnapshots, restoreSnapshot, saveSnapshot } from "./snapshots.ts";
import { createUserToken, deleteToken, expireToken, listTokens } from "./tokens.ts";
import { listDeliveries, replayDelivery } from "./webhooks.ts";

export type OperationId = keyof operations;

export type InputOf<Id extends OperationId> = RequestOf<operations[Id]>;

export type OutputOf<Id extends OperationId> =
  ResultOf<operations[Id]> extends { readonly body: infer Body } ? Promise<Body> : Promise<void>;

type ControlOperations = {
  readonly [Id in OperationId]: (input: InputOf<Id>, context: ControlContext, signal?: AbortSignal) => OutputOf<Id>;
};

/** `serveControl` validates the input before it calls these functions. */
export const controlOperations: ControlOperations = {
  "accounts.list": ({ query }, context) => listAccounts(context, query),
  "accounts.create": ({ body }, context) => createAccount(context, body ?? {}),
  "accounts.get": ({ path }, context) => getAccount(context, path.accountId),
  "accounts.createApp": ({ path, body }, context) => installApp(context, path.accountId, body ?? {}),
  "accounts.delete": ({ path }, context) => deleteAccount(context, path.accountId),
  "accounts.reset": async (_, { store, onReset }) => {
    await store.reset();
    await onReset();
  },
  "tokens.list": ({ path, query }, context) => listTokens(context, path.accountId, query),
  "tokens.delete": ({ path }, context) => deleteToken(context, path.accountId, path.tokenId),
  "tokens.expire": ({ path }, context) => expireToken(context, path.accountId, path.tokenId),
  "tokens.createUserToken": ({ path }, context) => createUserToken(context, path.accountId),
  "state.seed": ({ path, body }, context) =>
    changeAccount(context, path.accountId, ({ account, now }) => writeState(account, body, { now, replaces: false })),
  "state.get": ({ path, query: { section } }, { store }) =>
    store.transaction(path.accountId, (account) => (section === undefined ? readState(account) : readSection(account, section))),
  "state.set": ({ path, body }, context) =>
    changeAccount(context, path.accountId, ({ account, now }) => writeState(account, body, { now, replaces: true })),
  "records.restore": ({ path }, context) => restoreRecord(context, path.accountId, path),
  "records.listAssociations": async ({ path, query }, context) => ({
    results: await listAssociations(context, path.accountId, path, query),
  }),
  "labels.list": async ({ path, query }, context) => ({ results: await listLabels(context, path.accountId, query) }),
  "snapshots.list": async ({ path }, context) => ({ results: await listSnapshots(context, path.accountId) }),
  "snapshots.create": ({ path, body }, context) => saveSnapshot(context, path.accountId, body.name),
  "snapshots.get": ({ path }, context) => getSnapshot(context, path.accountId, path.snapshotName),
  "snapshots.listDifferences": ({ path, query }, context) => compareSnapshots(context, path.accountId, path.snapshotName, query),
  "snapshots.restore": ({ path }, context) => restoreSnapshot(context, path.accountId, path.snapshotName),
  "snapshots.delete": ({ path }, context) => deleteSnapshot(context, path.accountId, path.snapshotName),
  "clock.get": (_, context) => readClock(context),
  "clock.set": ({ body }, context) => changeClock(context, body),
  "clock.getOfAccount": ({ path }, context) => readAccountClock(context, path.accountId),
  "clock.setOfAccount": ({ path, body }, context) => changeAccountClock(context, path.accountId, body),
  "faults.list": async ({ query }, context) => ({ results: await listFaults(context, query.accountId) }),
  "faults.create": ({ body }, context) => addFault(context, body),
  "faults.deleteAll": ({ query }, context) => clearFaults(context, query.accountId),
  "faults.delete": ({ path }, context) => deleteFault(context, path.faultId),
  "requests.list": async ({ query }, context, signal) => ({ results: await listRequests(context, query, signal) }),
  "requests.get": ({ path }, context) => getRequest(context, path.requestId),
  "requests.deleteAll": ({ query }, context) => clearRequests(context, query.accountId),
  "versions.list": async (_, { calledVersions }) => ({ results: calledVersions.list() }),
  "outbox.list": async ({ query }, context, signal) => ({ results: await readOutbox(context, query.accountId, query, signal) }),
  "outbox.get": ({ path, query }, context) => getEmail(context, query.accountId, path.number, query.rejected),
  "events.listDefinitions": async ({ path }, context) => {
    const { documents } = await existingAccount(context, path.accountId);
    return { results: (await documents.list("eventDefinition")).map(({ document }) => document) };
  },
  "webhooks.listDeliveries": async ({ path, query }, context, signal) => ({
    results: await listDeliveries(context, path.accountId, query, signal),
  }),
  "webhooks.replay": ({ path }, context) => replayDelivery(context, path.accountId, path.number),
  "health.get": (_, context) => readHealth(context),
};
