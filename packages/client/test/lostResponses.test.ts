import { createClient } from "@crm-platform/client";
import { type AccountState, addDemoAccount, createMock, serveMock } from "@crm-platform/mock";
import { type OperationId, operationTable } from "@crm-platform/types";
import { afterAll, describe, expect, test } from "vitest";
import { exampleCall, operationIds } from "./exampleCalls.ts";
import { withoutBackOff } from "./service.ts";

interface Effect {
  /** The data, or `name status` of the error. */
  readonly outcome: unknown;
  readonly state: AccountState;
  readonly requests: number;
}

const mock = await createMock();
const server = await serveMock({ mock, port: 0 });
afterAll(() => server.close());

/** Uses a new demo account. With `fault`, the client calls over HTTP, and the response to the first request is lost. */
async function effectOf(id: OperationId, fault?: "dropResponse" | "truncate"): Promise<Effect> {
  await mock.reset();
  const account = await addDemoAccount(mock);
  if (fault) await mock.faults.add({ match: { operationId: id, nth: 1 }, effect: { type: fault } });
  const reach = fault ? { baseUrl: server.url } : { baseUrl: mock.url, fetch: mock.fetch };
  const client = createClient({ ...reach, accessToken: account.accessToken, logLevel: "off" });
  const outcome = await exampleCall(client, id).catch((error: unknown) => {
    const { name, status } = error as { name: string; status?: number };
    return `${name} ${status}`;
  });
  const requests = (await mock.requests.list()).filter((entry) => entry.operationId === id).length;
  return { outcome, state: await account.snapshot(), requests };
}

const undisturbed = new Map<OperationId, Effect>();

async function effectOnce(id: OperationId): Promise<Effect> {
  const known = undisturbed.get(id) ?? (await effectOf(id));
  undisturbed.set(id, known);
  return known;
}

/** Omits generated values. */
function comparable({ numbers, sendIds = [], sentEmails = [], ...state }: AccountState): unknown {
  const email = sentEmails.map(({ message: { sendId, ...message }, ...sent }) => ({ ...sent, message }));
  return { ...state, email, sendIds: sendIds.length, numbers: typeof numbers };
}

function requestsOf(id: OperationId): number {
  const { retry, idempotencyKey } = operationTable[id];
  return retry === "safe" || idempotencyKey ? 2 : 1;
}

describe("if a response is lost, the request is processed once and the loss is reported", () => {
  test.each(operationIds)("%s", async (id) => {
    withoutBackOff();
    const once = await effectOnce(id);
    const lost = await effectOf(id, "dropResponse");
    expect(comparable(lost.state)).toEqual(comparable(once.state));
    expect(lost.requests).toBe(requestsOf(id));
    const expected = requestsOf(id) === 1 ? "NetworkError undefined" : once.outcome;
    // The second request may not find an object that the first request deleted.
    const others = operationTable[id].method === "DELETE" ? ["ApiError 404"] : [];
    expect([expected, ...others].map(comparableOutcome)).toContainEqual(comparableOutcome(lost.outcome));
  });
});

/**
 * Removes the fields that can differ if a request is repeated: a token, whether an upserted record is new and which values it has, and which
 * records became members of a list or are no longer members.
 */
function comparableOutcome(outcome: unknown): unknown {
  const changing = ["access_token", "new", "properties", "recordsIdsAdded", "recordIdsRemoved", "updated", "discarded"];
  return JSON.parse(JSON.stringify(outcome ?? null, (name, value: unknown) => (changing.includes(name) ? undefined : value)));
}

describe("if a response is truncated, the request is processed once and the error is reported", () => {
  test.each(operationIds)("%s", async (id) => {
    withoutBackOff();
    const once = await effectOnce(id);
    const cut = await effectOf(id, "truncate");
    expect(comparable(cut.state)).toEqual(comparable(once.state));
    // Responses without a body cannot be truncated.
    const isEmpty = once.outcome === undefined;
    expect(cut.requests).toBe(isEmpty ? 1 : requestsOf(id));
    if (requestsOf(id) === 1 && !isEmpty) expect(cut.outcome).toBe("NetworkError undefined");
  });
});

const readingVerbs = /\.(list|get|search|batchRead)/;

// The state of an account contains neither tokens nor passwords.
const stateless = /^oauth|\.resetPassword$/;

test("every call succeeds, and changes the account's state unless it reads", async () => {
  const effects: (Effect & { readonly id: OperationId })[] = [];
  for (const id of operationIds) effects.push({ id, ...(await effectOnce(id)) });
  await mock.reset();
  const before = comparable(await (await addDemoAccount(mock)).snapshot());
  const failed = effects.filter(({ outcome }) => typeof outcome === "string");
  expect(failed.map(({ id, outcome }) => `${id}: ${outcome}`)).toEqual([]);
  const changing = effects.filter(({ state }) => JSON.stringify(comparable(state)) !== JSON.stringify(before)).map(({ id }) => id);
  expect(changing).toEqual(operationIds.filter((id) => !readingVerbs.test(id) && !stateless.test(id)));
});
