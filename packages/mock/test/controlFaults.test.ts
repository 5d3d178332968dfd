import { expect, test } from "vitest";
import { controlled } from "./controlling.ts";

const domains = { path: "/cos-domains/v1/domains" };

test("a fault strikes the calls of its account and operation, is counted, and ends when it is deleted", async () => {
  const { account, control } = await controlled();
  const [one, other] = [await account(), await account()];
  const match = { accountId: one.accountId, operationId: "domains.list" };
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

test("without an account a fault is for all, and is listed and cleared apart from those of one", async () => {
  const { account, control } = await controlled();
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

test("faults are listed in the order they were made, beyond ten of them, and make no ids of the account", async () => {
  const { account, mock } = await controlled();
  const one = await account();
  const before = await one.snapshot();
  for (let count = 0; count < 12; count += 1) {
    await mock.faults.add({ match: { accountId: one.accountId }, effect: { type: "latency", milliseconds: count } });
  }
  const delays = (await mock.faults.list(one.accountId)).map(({ effect }) => ("milliseconds" in effect ? effect.milliseconds : -1));
  expect(delays).toEqual(Array.from({ length: 12 }, (_, index) => index));
  expect(await one.snapshot()).toEqual(before);
});

test("a fault for an operation or an account that does not exist is refused", async () => {
  const { refusal } = await controlled();
  const effect = { type: "reset" };
  expect(await refusal("POST", "/faults", { match: { operationId: "domains.lists" }, effect })).toEqual({
    status: 400,
    problems: ["match.operationId: match.operationId must be an operation of the platform"],
  });
  expect((await refusal("POST", "/faults", { match: { accountId: 99 }, effect })).status).toBe(404);
  expect((await refusal("POST", "/faults", { effect: { type: "explode" } })).status).toBe(400);
  expect((await refusal("DELETE", "/faults/0-000009")).status).toBe(404);
  expect((await refusal("DELETE", "/faults/nothing")).status).toBe(404);
});

test("clearing the faults of an account that does not exist does nothing", async () => {
  const { control } = await controlled();
  expect((await control("DELETE", "/faults?accountId=99")).status).toBe(204);
  expect((await control("GET", "/faults?accountId=99")).body.results).toEqual([]);
});

test.each([
  [{ type: "status" }, "effect.status is required"],
  [{ type: "explode" }, "effect.type must be one of status, rateLimit, latency, reset, truncate, loseAnswer"],
  [{}, "effect.type is required"],
  [{ type: "latency", milliseconds: -1 }, "effect.milliseconds must be at least 0"],
  [{ type: "reset", at: 1 }, "effect.at is not a field that is known here"],
  [7, "effect must be an object"],
])("the effect %j is refused for what is wrong with it", async (effect, message) => {
  const { refusal } = await controlled();
  expect((await refusal("POST", "/faults", { effect })).problems).toEqual([expect.stringContaining(message)]);
});
