import { expect } from "vitest";
import { refresh, tokensOf } from "../oauth/flow.ts";
import type { Platform, Rows } from "../rows.ts";
import { domains, fresh, servedOf } from "./asking.ts";

const hour = 3_600_000;

export const limitRows: Rows = {
  "limit-ten-seconds": async (platform) => {
    const one = await fresh(platform, { rateLimits: true });
    expect(await servedOf(60, one)).toBe(60);
    await one.advance(9_000);
    expect(await servedOf(51, one)).toBe(50);
    await one.advance(999);
    expect(await servedOf(1, one)).toBe(0);
    // The first 60 requests are outside the window, but the 50 requests from a second ago are still inside it.
    await one.advance(1);
    expect(await servedOf(61, one)).toBe(60);
  },
  "limit-exempt": async (platform) => {
    const one = await fresh(platform, { rateLimits: true, dailyLimit: 112 });
    const labels = async () => (await one.call({ path: "/crm/associations/2026-03/contacts/companies/labels" })).status;
    expect(await servedOf(110, one)).toBe(110);
    expect(await servedOf(1, one)).toBe(0);
    expect([await labels(), await labels(), await labels()]).toEqual([200, 200, 429]);
  },
  "limit-per-app": async (platform) => {
    const one = await fresh(platform, { rateLimits: true, dailyLimit: 3 });
    expect([await servedOf(4, one), await servedOf(4, await one.installApp())]).toEqual([3, 3]);
    expect(await servedOf(4, await fresh(platform, { rateLimits: true, dailyLimit: 3 }))).toBe(3);
  },
  "limit-daily": async (platform) => {
    const one = await fresh(platform, { rateLimits: true, dailyLimit: 3 });
    expect(await servedOf(4, one)).toBe(3);
    await one.advance(24 * hour);
    const { access_token: token } = tokensOf(await refresh(platform, one));
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await one.call({ path: domains, token })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  },
  "limit-day-is-utc": async (platform) => {
    const one = await fresh(platform, { rateLimits: true, dailyLimit: 3 });
    await one.freeze("2026-04-20T23:59:59.999Z");
    const { access_token: token } = tokensOf(await refresh(platform, one));
    const next = async () => (await one.call({ path: domains, token })).status;
    expect([await next(), await next(), await next(), await next()]).toEqual([200, 200, 200, 429]);
    await one.advance(1);
    expect(await next()).toBe(200);
  },
  "limit-rejection": async (platform) => {
    const rejection = { category: "RATE_LIMITS", errorType: "RATE_LIMIT" };
    const busy = await fresh(platform, { rateLimits: true });
    await servedOf(110, busy);
    expect(await busy.call({ path: domains })).toMatchObject({ status: 429, body: { ...rejection, policyName: "TEN_SECONDLY_ROLLING" } });
    const spent = await fresh(platform, { rateLimits: true, dailyLimit: 1 });
    await servedOf(1, spent);
    expect(await spent.call({ path: domains })).toMatchObject({ status: 429, body: { ...rejection, policyName: "DAILY" } });
  },
  "limit-retry-after": async (platform) => {
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
  },
  "limit-headers": async (platform) => {
    const one = await fresh(platform, { rateLimits: true });
    await one.call({ path: domains });
    const { headers } = await one.call({ path: domains });
    const shown = ["Max", "Remaining", "Interval-Milliseconds", "Daily", "Daily-Remaining"].map((name) =>
      headers.get(`X-RateLimit-${name}`),
    );
    expect(shown).toEqual(["110", "108", "10000", "250000", "249998"]);
  },
  "limits-off": async (platform) => {
    const one = await fresh(platform);
    const responses = await Promise.all(Array.from({ length: 120 }, () => one.call({ path: domains })));
    expect(responses.every(({ status, headers }) => status === 200 && headers.get("x-ratelimit-max") === null)).toBe(true);
  },
  "account-locked": async (platform) => {
    expect(await faultyWrite(platform, 423)).toEqual([423, "LOCKED", "2"]);
  },
  "migration-in-progress": async (platform) => {
    expect(await faultyWrite(platform, 477)).toEqual([477, "MIGRATION_IN_PROGRESS", "86400"]);
  },
};

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
