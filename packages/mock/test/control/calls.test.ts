import { type ControlledAccount, createMock, type Mock, type RequestEntry } from "@crm-platform/mock";
import { describe, expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "../store/freshDatabase.ts";
import { type Controlled, controlledMock } from "./controlling.ts";
import { stopClock } from "./stoppedClock.ts";

async function withAccount(): Promise<Controlled & { readonly accountId: number; readonly token: string }> {
  const platform = await controlledMock();
  const { accountId, accessToken } = await platform.mock.account();
  return { ...platform, accountId, token: accessToken };
}

describe("a rejected in-process call", () => {
  test("the error contains the first problem and the number of others", async () => {
    const { mock, accountId } = await withAccount();
    const tickets = (count: number) => ({ records: { tickets: Array.from({ length: count }, () => ({})) as never } });
    await expect(mock.seed(accountId, tickets(1))).rejects.toThrow(/^The request is not valid: records\.tickets\[0\]\.id is required$/);
    await expect(mock.seed(accountId, tickets(5))).rejects.toThrow(
      /^The request is not valid: records\.tickets\[0\]\.id is required, and 4 more problems$/,
    );
  });

  test("over HTTP, the message contains the first problem too", async () => {
    const { call, accountId } = await withAccount();
    const { body } = await call({ method: "POST", path: `/__mock/v1/accounts/${accountId}/seed`, body: { records: { tickets: [{}] } } });
    expect(body.message).toBe("The request is not valid: records.tickets[0].id is required");
  });

  test("the error reports a state that is not JSON", async () => {
    const { mock, accountId } = await withAccount();
    const circle: Record<string, unknown> = {};
    circle["records"] = { tickets: [circle] };
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    await expect(mock.seed(accountId, undefined as never)).rejects.toThrow("body is required");
    await expect(mock.seed(accountId, circle as never)).rejects.toThrow(/cannot be serialized as JSON: it is circular/);
    await expect(mock.seed(accountId, { numbers: 1n } as never)).rejects.toThrow(/cannot be serialized as JSON: it contains a bigint/);
    await expect(mock.seed(accountId, { records: deep } as never)).rejects.toThrow("nested more than 100 levels deep");
    const settings = {
      channels: [{ channelGuid: "c", channelKey: "Page:1", type: "Page", active: true, settings: { nested: nested(200) } }],
    };
    await expect(mock.seed(accountId, settings as never)).rejects.toThrow("nested more than 100 levels deep");
  });

  test("the error reports an invalid id", async () => {
    const { mock } = await withAccount();
    for (const wrong of [undefined, null, "x", 1.5, 0, {}] as never[]) {
      for (const call of [mock.snapshot, mock.deleteAccount, mock.outbox, mock.faults.delete] as ((id: never) => Promise<unknown>)[]) {
        if (call === (mock.faults.delete as never) && typeof wrong !== "object" && wrong !== undefined) continue;
        await expect(call(wrong)).rejects.toMatchObject({ name: "Rejection", category: "VALIDATION_ERROR" });
      }
      if (wrong !== undefined) {
        await expect(mock.clock.get(wrong)).rejects.toMatchObject({ name: "Rejection", category: "VALIDATION_ERROR" });
        await expect(mock.clock.freeze(0, wrong)).rejects.toMatchObject({ name: "Rejection", category: "VALIDATION_ERROR" });
      }
      await expect(mock.seed(wrong, {})).rejects.toMatchObject({ name: "Rejection", category: "VALIDATION_ERROR" });
      await expect(mock.restore(wrong, {})).rejects.toMatchObject({ name: "Rejection", category: "VALIDATION_ERROR" });
    }
  });

  test.each<[string, (mock: Mock, account: ControlledAccount) => Promise<unknown>, string[]]>([
    ["account(null)", (mock) => mock.account(null as never), ["body must be an object"]],
    ["account({}, null)", (mock) => mock.account({}, null as never), ["state must be an object"]],
    ["faults.add()", (mock) => mock.faults.add(undefined as never), ["body is required"]],
    ["clock.set()", (mock) => mock.clock.set(undefined as never), ["body is required"]],
    ["requests.list(null)", (mock) => mock.requests.list(null as never), ["query must be an object"]],
    ["requests.watch(null)", (mock) => firstOf(mock.requests.watch(null as never)), ["query must be an object"]],
    ["email(id, 1, null)", (mock, { accountId }) => mock.email(accountId, 1, null as never), ["query must be an object"]],
    ["outbox(null)", (_, account) => account.outbox(null as never), ["query must be an object"]],
    ["outbox([])", (_, account) => account.outbox([] as never), ["query must be an object"]],
    ["labels.list(null)", (_, account) => account.labels.list(null as never), ["query must be an object"]],
    ["webhooks.deliveries(null)", (_, account) => account.webhooks.deliveries(null as never), ["query must be an object"]],
  ])("%s rejects with the problems", async (_, call, messages) => {
    const { mock } = await controlledMock();
    const rejected = call(mock, await mock.account());
    await expect(rejected).rejects.toMatchObject({
      name: "Rejection",
      category: "VALIDATION_ERROR",
      problems: messages.map((message) => ({ message })),
    });
  });

  test("the error suggests the most similar operation and, in strict mode, the most similar scope", async () => {
    const { mock, call, rejection } = await controlledMock({ strict: true });
    await expect(mock.account({ scopes: ["tickts"] as never })).rejects.toThrow(
      'scopes[0] must be a platform scope, not "tickts". Did you mean tickets?',
    );
    const fault = { match: { operationId: "domain.list" }, effect: { type: "reset" } } as const;
    await expect(mock.faults.add(fault)).rejects.toThrow("match.operationId must be a platform operation. Did you mean domains.list?");
    const { body } = await call({ method: "POST", path: "/__mock/v1/accounts", body: { scopes: ["tickts"] } });
    expect(body.errors[0].context.received).toEqual(["tickts"]);
    const fieldProblems = async (method: string, path: string, body: unknown) => (await rejection(method, path, body)).problems.join();
    expect(await fieldProblems("PUT", "/clock", { set: "2027-01-01T00:00:00Z" })).not.toContain("Did you mean");
    expect(await fieldProblems("PUT", "/clock", { mdoe: "frozen" })).toContain("Did you mean mode?");
    const far = await rejection("POST", "/accounts", { scopes: ["a.completely.different.thing"] });
    expect(far.problems).toEqual(['scopes[0]: scopes[0] must be a platform scope, not "a.completely.different.thing"']);
  });
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

async function firstOf(entries: AsyncIterable<RequestEntry>): Promise<unknown> {
  for await (const entry of entries) return entry;
  return undefined;
}

describe("filters in process", () => {
  test.each([
    [
      { acountId: 1 },
      "acountId is not a known parameter. Did you mean accountId? Valid parameters: accountId, operationId, onlyProblems, status,",
    ],
    [{ accountId: "one" }, "accountId must be an integer"],
    [{ onlyProblems: "maybe" }, "onlyProblems must be true or false"],
    [{ operationId: null }, "operationId must be a string, a number or a boolean"],
  ])("the journal filter %j is rejected", async (filter, message) => {
    const { mock } = await withAccount();
    await expect(mock.requests.list(filter as never)).rejects.toThrow(message);
  });

  test.each([
    [{ wait: 1 }, "wait is not a known parameter"],
    [{ waitFor: 1, timeout: Number.NaN }, "timeout must be an integer"],
    [{ waitFor: 1, timeout: Number.POSITIVE_INFINITY }, "timeout must be an integer"],
  ])("the outbox filter %j is rejected", async (filter, message) => {
    const { mock, accountId } = await withAccount();
    await expect(mock.outbox(accountId, filter as never)).rejects.toThrow(message);
  });

  test("faults and the journal can be filtered only by a valid account id, and undefined filter values are ignored", async () => {
    const { mock, accountId } = await withAccount();
    await expect(mock.faults.list("x" as never)).rejects.toThrow("accountId must be an integer");
    await expect(mock.faults.clear("x" as never)).rejects.toThrow("accountId must be an integer");
    await expect(mock.requests.clear("x" as never)).rejects.toThrow("accountId must be an integer");
    expect(await mock.requests.list({ accountId, operationId: undefined } as never)).toEqual([]);
  });
});

describe("waiting", () => {
  test("waiting for email ends with a 404 when the account is deleted", async () => {
    const { mock, accountId } = await withAccount();
    stopClock();
    const waiting = mock.outbox(accountId, { waitFor: 1, timeout: 30_000 });
    await Promise.all([expect(waiting).rejects.toMatchObject({ category: "OBJECT_NOT_FOUND" }), mock.deleteAccount(accountId)]);
  });

  test("waiting for requests ends when enough requests match or the timeout expires, and returns the current requests", async () => {
    const { mock, call, control, accountId, token } = await withAccount();
    const list = (query: string) => control("GET", `/requests?accountId=${accountId}&${query}`);
    const startClock = stopClock();
    const waiting = list("operationId=domainsV1.list&waitFor=2&timeout=30000");
    for (let count = 0; count < 2; count += 1) await call({ path: "/cos-domains/v1/domains", token });
    expect((await waiting).body.results).toHaveLength(2);
    startClock();
    expect(await mock.requests.list({ accountId, waitFor: 3, timeout: 60 })).toHaveLength(2);
  });
});

test.each(["memory", "Postgres"])("calls to a closed mock report that it is closed, with the database in %s", async (kind) => {
  const database = kind === "memory" ? { url: kind, drop: async () => {} } : await freshDatabase();
  onTestFinished(database.drop);
  const mock = await createMock({ database: database.url });
  onTestFinished(() => mock.close());
  const { accountId } = await mock.account();
  await mock.close();
  await expect(mock.fetch(`${mock.url}/cos-domains/v1/domains`)).rejects.toThrow("The mock is closed.");
  await expect(mock.account()).rejects.toThrow("The mock is closed.");
  await expect(mock.snapshot(accountId)).rejects.toThrow("The mock is closed.");
  await mock.close();
});
