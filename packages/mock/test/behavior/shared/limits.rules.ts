import { expect } from "vitest";
import { refresh, tokensOf } from "../oauth/flow.ts";
import type { Platform } from "../platform.ts";
import { rule, rules } from "../rules.ts";
import { domains, fresh, servedOf } from "./asking.ts";

const hour = 3_600_000;

rules("shared", {
  "limit-ten-seconds": rule(
    "In each account, an app can send 110 requests within any period of ten seconds. A request stops counting toward the limit after " +
      "ten seconds.",
    "documented",
  )(async (platform) => {
    const one = await fresh(platform, { rateLimits: true });
    expect(await servedOf(60, one)).toBe(60);
    await one.advance(9_000);
    expect(await servedOf(51, one)).toBe(50);
    await one.advance(999);
    expect(await servedOf(1, one)).toBe(0);
    // The first 60 requests are outside the window, but the 50 requests from a second ago are still inside it.
    await one.advance(1);
    expect(await servedOf(61, one)).toBe(60);
  }),
  "limit-exempt": rule(
    "Requests to `/crm/associations/2026-03/` and searches do not count toward the ten-second limit, but they count toward the daily " +
      "limit.",
    "documented",
  )(async (platform) => {
    const one = await fresh(platform, { rateLimits: true, dailyLimit: 112 });
    const labels = async () => (await one.call({ path: "/crm/associations/2026-03/contacts/companies/labels" })).status;
    expect(await servedOf(110, one)).toBe(110);
    expect(await servedOf(1, one)).toBe(0);
    expect([await labels(), await labels(), await labels()]).toEqual([200, 200, 429]);
  }),
  "limit-per-app": rule(
    "Each app in each account has its own limits.",
    "documented",
  )(async (platform) => {
    const one = await fresh(platform, { rateLimits: true, dailyLimit: 3 });
    expect([await servedOf(4, one), await servedOf(4, await one.installApp())]).toEqual([3, 3]);
    expect(await servedOf(4, await fresh(platform, { rateLimits: true, dailyLimit: 3 }))).toBe(3);
  }),
  "limit-daily": rule(
    "The account's plan determines the number of requests that an app can send per day.",
    "documented",
  )(async (platform) => {
    const one = await fresh(platform, { rateLimits: true, dailyLimit: 3 });
    expect(await servedOf(4, one)).toBe(3);
    await one.advance(24 * hour);
    const { access_token: token } = tokensOf(await refresh(platform, one));
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await one.call({ path: domains, token })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  }),
  "limit-day-is-utc": rule(
    "The daily limit starts again at midnight UTC.",
    "assumed",
  )(async (platform) => {
    const one = await fresh(platform, { rateLimits: true, dailyLimit: 3 });
    await one.freeze("2026-04-20T23:59:59.999Z");
    const { access_token: token } = tokensOf(await refresh(platform, one));
    const next = async () => (await one.call({ path: domains, token })).status;
    expect([await next(), await next(), await next(), await next()]).toEqual([200, 200, 200, 429]);
    await one.advance(1);
    expect(await next()).toBe(200);
  }),
  "limit-rejection": rule(
    "A request that exceeds a limit returns 429 with the category RATE_LIMITS and the errorType RATE_LIMIT. The policyName is " +
      "TEN_SECONDLY_ROLLING, SECONDLY or DAILY.",
    "observed",
  )(async (platform) => {
    const rejection = { category: "RATE_LIMITS", errorType: "RATE_LIMIT" };
    const busy = await fresh(platform, { rateLimits: true });
    await servedOf(110, busy);
    expect(await busy.call({ path: domains })).toMatchObject({ status: 429, body: { ...rejection, policyName: "TEN_SECONDLY_ROLLING" } });
    const spent = await fresh(platform, { rateLimits: true, dailyLimit: 1 });
    await servedOf(1, spent);
    expect(await spent.call({ path: domains })).toMatchObject({ status: 429, body: { ...rejection, policyName: "DAILY" } });
  }),
  "limit-retry-after": rule(
    "The `Retry-After` header of a 429 response contains the number of seconds until the next request is accepted.",
    "assumed",
  )(async (platform) => {
    const busy = await fresh(platform, { rateLimits: true });
    await servedOf(110, busy);
    const wait = async () => (await busy.call({ path: domains })).headers.get("retry-after");
    expect(await wait()).toBe("10");
    await busy.advance(7_001);
    expect(await wait()).toBe("3");
    await busy.advance(2_999);
    expect(await wait()).toBeNull();
    const spent = await fresh(platform, { rateLimits: true, dailyLimit: 1 });
    await servedOf(1, spent);
    expect((await spent.call({ path: domains })).headers.get("retry-after")).toBe(String(16 * 3600));
  }),
  "limit-headers": rule("Other responses have `X-RateLimit-…` headers with the limits and the number of remaining requests.", {
    grade: "observed",
    source: "recordings of a similar API, whose headers also contain its own name",
  })(async (platform) => {
    const one = await fresh(platform, { rateLimits: true });
    await one.call({ path: domains });
    const { headers } = await one.call({ path: domains });
    const shown = ["Max", "Remaining", "Interval-Milliseconds", "Daily", "Daily-Remaining"].map((name) =>
      headers.get(`X-RateLimit-${name}`),
    );
    expect(shown).toEqual(["110", "108", "10000", "250000", "249998"]);
  }),
  "limits-off": rule(
    "The mock applies rate limits only if they are enabled.",
    "assumed",
  )(async (platform) => {
    const one = await fresh(platform);
    const responses = await Promise.all(Array.from({ length: 120 }, () => one.call({ path: domains })));
    expect(responses.every(({ status, headers }) => status === 200 && headers.get("x-ratelimit-max") === null)).toBe(true);
  }),
  "account-locked": rule(
    "If too many records are written in a short time, the account is locked for two seconds, and writes return 423. The mock returns " +
      "423 only if a fault requests it.",
    "documented",
  )(async (platform) => {
    expect(await faultyWrite(platform, 423)).toEqual([423, "LOCKED", "2"]);
  }),
  "migration-in-progress": rule(
    "While an account is being moved to another data center, requests return 477 with a `Retry-After` of up to 24 hours. The mock " +
      "returns 477 only if a fault requests it.",
    "documented",
  )(async (platform) => {
    expect(await faultyWrite(platform, 477)).toEqual([477, "MIGRATION_IN_PROGRESS", "86400"]);
  }),
});

async function faultyWrite(platform: Platform, status: number): Promise<unknown[]> {
  const account = await platform.account();
  await platform.control("POST", "/faults", { match: { accountId: account.accountId }, times: 1, effect: { type: "status", status } });
  const { headers, ...response } = await account.call({
    path: "/crm/objects/2026-03/companies",
    body: { properties: { name: "Larkspur" } },
  });
  expect((await account.snapshot()).records).toBeUndefined();
  return [response.status, response.body.category, headers.get("retry-after")];
}
