import { expect, test } from "vitest";
import { controlledMock } from "./controlling.ts";

const domains = { path: "/cos-domains/v1/domains" };

test("a fault applies to the calls of its account and operation, counts them, and ends when it is deleted", async () => {
  const { account, control } = await controlledMock();
  const [one, other] = [await account(), await account()];
  const match = { accountId: one.accountId, operationId: "domainsV1.list" };
  const { body: fault } = await control("POST", "/faults", { match, effect: { type: "status", status: 503 } });
  expect(fault).toEqual({
    faultId: `${one.accountId}-000001`,
    matched: 0,
    met: 0,
    match,
    effect: { type: "status", status: 503 },
  });
  expect((await one.call(domains)).status).toBe(503);
  expect((await one.call({ path: "/content/api/v2/pages" })).status).toBe(200);
  expect((await other.call(domains)).status).toBe(200);
  const { body } = await control("GET", `/faults?accountId=${one.accountId}`);
  expect(body.results).toMatchObject([{ faultId: fault.faultId, matched: 1, met: 1 }]);
  await control("DELETE", `/faults/${fault.faultId}`);
  expect((await one.call(domains)).status).toBe(200);
});

test("a fault without an account applies to all accounts, and is listed and deleted separately", async () => {
  const { account, control } = await controlledMock();
  const one = await account();
  const effect = { type: "rateLimit", policyName: "DAILY", retryAfter: 9 };
  await control("POST", "/faults", { times: 1, effect });
  await control("POST", "/faults", { match: { accountId: one.accountId, nth: 2 }, effect: { type: "status", status: 500 } });
  const limited = await one.call(domains);
  expect([limited.status, limited.body.policyName, limited.headers.get("retry-after")]).toEqual([429, "DAILY", "9"]);
  expect((await one.call(domains)).status).toBe(500);
  expect((await one.call(domains)).status).toBe(200);
  expect((await control("GET", "/faults")).body.results).toMatchObject([{ faultId: "0-000001", match: {}, times: 1, effect }]);
  await control("DELETE", "/faults");
  expect((await control("GET", "/faults")).body.results).toEqual([]);
  expect((await control("GET", `/faults?accountId=${one.accountId}`)).body.results).toHaveLength(1);
  await control("DELETE", `/faults?accountId=${one.accountId}`);
  expect((await control("GET", `/faults?accountId=${one.accountId}`)).body.results).toEqual([]);
});

test("faults are listed in the order of their creation, even if there are more than ten, and do not use ids of the account", async () => {
  const { account, mock } = await controlledMock();
  const one = await account();
  const before = await one.snapshot();
  for (let count = 0; count < 12; count += 1) {
    await mock.faults.add({ match: { accountId: one.accountId }, effect: { type: "latency", milliseconds: count } });
  }
  const delays = (await mock.faults.list(one.accountId)).map(({ effect }) => ("milliseconds" in effect ? effect.milliseconds : -1));
  expect(delays).toEqual(Array.from({ length: 12 }, (_, index) => index));
  expect(await one.snapshot()).toEqual(before);
});

test("a fault for a nonexistent operation or account is rejected", async () => {
  const { rejection } = await controlledMock();
  const effect = { type: "reset" };
  expect(await rejection("POST", "/faults", { match: { operationId: "domainsV1.lists" }, effect })).toEqual({
    status: 400,
    problems: ["match.operationId: match.operationId must be a platform operation. Did you mean domainsV1.list?"],
  });
  expect((await rejection("POST", "/faults", { match: { accountId: 99 }, effect })).status).toBe(404);
  expect((await rejection("POST", "/faults", { effect: { type: "explode" } })).status).toBe(400);
  expect((await rejection("DELETE", "/faults/0-000009")).status).toBe(404);
  expect((await rejection("DELETE", "/faults/nothing")).status).toBe(404);
});

test("the effect searchLag is rejected for operations that write no records", async () => {
  const { control, rejection } = await controlledMock();
  const effect = { type: "searchLag", milliseconds: 5_000 };
  for (const operationId of ["records.search", "meetings.batchRead", "associations.create", "properties.create", "oauth.createToken"]) {
    const { status, problems } = await rejection("POST", "/faults", { match: { operationId }, effect });
    expect([status, problems]).toEqual([
      400,
      ["match.operationId: match.operationId must be an operation that writes records, because the effect is searchLag"],
    ]);
  }
  for (const operationId of ["records.mergeContacts", "tickets.archive", "transactionalEmail.send", undefined]) {
    expect((await control("POST", "/faults", { match: { operationId }, effect })).status).toBe(201);
  }
});

test("every matching fault counts a call, even if another fault applies", async () => {
  const { account, mock } = await controlledMock();
  const one = await account();
  const add = (accountId: number | undefined, nth: number, status: number) =>
    mock.faults.add({ match: { ...(accountId === undefined ? {} : { accountId }), nth }, effect: { type: "status", status } });
  const statuses = async () => [(await one.call(domains)).status, (await one.call(domains)).status, (await one.call(domains)).status];
  await add(one.accountId, 1, 500);
  await add(one.accountId, 2, 502);
  expect(await statuses()).toEqual([500, 502, 200]);
  expect((await mock.faults.list(one.accountId)).map(({ matched, met }) => [matched, met])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  await mock.faults.clear(one.accountId);
  await add(one.accountId, 1, 500);
  await add(undefined, 2, 502);
  expect(await statuses()).toEqual([500, 502, 200]);
});

test("if two faults match, only the account's older fault applies, and the other fault can still apply as often as before", async () => {
  const { account, mock } = await controlledMock();
  const one = await account();
  await mock.faults.add({ times: 1, effect: { type: "status", status: 504 } });
  for (const status of [500, 502]) {
    await mock.faults.add({ match: { accountId: one.accountId }, times: 1, effect: { type: "status", status } });
  }
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await one.call(domains)).status);
  expect(statuses).toEqual([500, 502, 504, 200]);
});

test("the id of a deleted fault is not reused", async () => {
  const { account, control, mock } = await controlledMock();
  const { accountId } = await account();
  for (const match of [{ accountId }, {}]) {
    const owner = match.accountId ?? 0;
    const add = async () => (await mock.faults.add({ match, effect: { type: "reset" } })).faultId;
    const first = await add();
    await mock.faults.delete(first);
    const second = await add();
    await mock.faults.clear(match.accountId);
    if (match.accountId !== undefined) await control("PUT", `/accounts/${accountId}/snapshot`, {});
    expect([first, second, await add()]).toEqual([`${owner}-000001`, `${owner}-000002`, `${owner}-000003`]);
  }
  expect(JSON.stringify(await mock.snapshot(accountId))).not.toContain("fault");
});

test.each([
  [{ type: "status" }, "effect.status is required"],
  [{ type: "explode" }, "effect.type must be one of status, rateLimit, latency, reset, truncate, dropResponse, searchLag"],
  [{}, "effect.type is required"],
  [{ type: "latency", milliseconds: -1 }, "effect.milliseconds must be at least 0"],
  [{ type: "reset", at: 1 }, "effect.at is not a known field. Valid fields: type"],
  [7, "effect must be an object"],
])("the effect %j is rejected with its problem", async (effect, message) => {
  const { rejection } = await controlledMock();
  expect((await rejection("POST", "/faults", { effect })).problems).toEqual([expect.stringContaining(message)]);
});

test("a seed can be a number or a string, and the same seed selects the same calls", async () => {
  const { mock } = await controlledMock();
  const struck = async (seed: string | number) => {
    const { accountId, accessToken } = await mock.account();
    const match = { accountId, probability: 0.5, seed };
    const { match: stored } = await mock.faults.add({ match, effect: { type: "status", status: 503 } });
    expect(stored?.seed).toBe(seed);
    const statuses: number[] = [];
    for (let call = 0; call < 12; call += 1) {
      const headers = { authorization: `Bearer ${accessToken}` };
      statuses.push((await mock.fetch(`${mock.url}/cos-domains/v1/domains`, { headers })).status);
    }
    return statuses;
  };
  const byNumber = await struck(42);
  expect(byNumber).toEqual(await struck("42"));
  expect(new Set(byNumber)).toEqual(new Set([200, 503]));
});
