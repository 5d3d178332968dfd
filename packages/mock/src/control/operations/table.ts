import type { operations } from "../../generated/control/paths.ts";
import type { AccountInput } from "../../generated/control/schemas.ts";
import type { RequestOf, ResultOf } from "../../platform/handler.ts";
import type { Control } from "../control.ts";

/** A handler for every operation of the control API; one that is missing does not compile. */
export type ControlHandlers = {
  readonly [Id in keyof operations]: (
    request: RequestOf<operations[Id]>,
    control: Control,
    asker: Asker,
  ) => Promise<ResultOf<operations[Id]>>;
};

/** Whoever waits for the answer. */
export interface Asker {
  /** Aborted when they do not wait any more, or shall not. */
  signal(): AbortSignal;
}

export const controlHandlers: ControlHandlers = {
  "accounts.list": async ({ query }, control) => ({ status: 200, body: await control.accounts.list(query) }),
  "accounts.create": async ({ body }, control) => {
    const { accountId, accessToken, refreshToken, scopes, app } = await control.account((body ?? {}) as AccountInput);
    return { status: 201, body: { accountId, accessToken, refreshToken, scopes, app } };
  },
  "accounts.createApp": async ({ path, body }, control) => ({ status: 201, body: await control.installApp(path.accountId, body) }),
  "accounts.delete": async ({ path }, control) => {
    await control.deleteAccount(path.accountId);
    return { status: 204 };
  },
  "accounts.reset": async (_, control) => {
    await control.reset();
    return { status: 204 };
  },
  "tokens.list": async ({ path, query }, control) => ({ status: 200, body: await control.tokens.list(path.accountId, query) }),
  "tokens.delete": async ({ path }, control) => {
    await control.tokens.delete(path.accountId, path.tokenId);
    return { status: 204 };
  },
  "tokens.expire": async ({ path }, control) => {
    await control.tokens.expire(path.accountId, path.tokenId);
    return { status: 204 };
  },
  "state.seed": async ({ path, body }, control) => {
    await control.seed(path.accountId, body);
    return { status: 204 };
  },
  "state.get": async ({ path }, control) => ({ status: 200, body: await control.snapshot(path.accountId) }),
  "state.set": async ({ path, body }, control) => {
    await control.restore(path.accountId, body);
    return { status: 204 };
  },
  "snapshots.list": async ({ path }, control) => ({ status: 200, body: { results: await control.snapshots.list(path.accountId) } }),
  "snapshots.create": async ({ path, body }, control) => ({ status: 201, body: await control.snapshots.create(path.accountId, body.name) }),
  "snapshots.get": async ({ path }, control) => ({ status: 200, body: await control.snapshots.get(path.accountId, path.snapshotName) }),
  "snapshots.restore": async ({ path }, control) => {
    await control.snapshots.restore(path.accountId, path.snapshotName);
    return { status: 204 };
  },
  "snapshots.delete": async ({ path }, control) => {
    await control.snapshots.delete(path.accountId, path.snapshotName);
    return { status: 204 };
  },
  "clock.get": async (_, control) => ({ status: 200, body: await control.clock.get() }),
  "clock.set": async ({ body }, control) => ({ status: 200, body: await control.clock.set(body) }),
  "clock.getOfAccount": async ({ path }, control) => ({ status: 200, body: await control.clock.get(path.accountId) }),
  "clock.setOfAccount": async ({ path, body }, control) => ({ status: 200, body: await control.clock.set(body, path.accountId) }),
  "faults.list": async ({ query }, control) => ({ status: 200, body: { results: await control.faults.list(query.accountId) } }),
  "faults.create": async ({ body }, control) => ({ status: 201, body: await control.faults.add(body) }),
  "faults.deleteAll": async ({ query }, control) => {
    await control.faults.clear(query.accountId);
    return { status: 204 };
  },
  "faults.delete": async ({ path }, control) => {
    await control.faults.delete(path.faultId);
    return { status: 204 };
  },
  "requests.list": async ({ query }, control, asker) => {
    const results = await control.requests.list({ ...query, signal: asker.signal() });
    return { status: 200, body: { results } };
  },
  "requests.get": async ({ path }, control) => ({ status: 200, body: await control.requests.get(path.requestId) }),
  "requests.deleteAll": async ({ query }, control) => {
    await control.requests.clear(query.accountId);
    return { status: 204 };
  },
  "outbox.list": async ({ query }, control, asker) => {
    const { accountId, ...filter } = query;
    const results = await control.outbox(accountId, { ...filter, signal: asker.signal() });
    return { status: 200, body: { results } };
  },
  "outbox.get": async ({ path, query }, control) => {
    const { accountId, ...which } = query;
    return { status: 200, body: await control.email(accountId, path.number, which) };
  },
  "health.get": async (_, control) => ({ status: 200, body: await control.health() }),
};
