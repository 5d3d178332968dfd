import { scopes as allScopes, operationTable, sunsetInterfaces } from "@crm-platform/types";
import { expect } from "vitest";
import { type Platform, type Rows, storyTime, type TestAccount } from "./rows.ts";

const domains = "/cos-domains/v1/domains";
const batchRead = "/crm/objects/2026-03/meetings/batch/read";
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const rows: Rows = {
  "unknown-path": async ({ call }) => {
    expect(await call({ path: "/crm/objects/2026-03/nothing" })).toMatchObject({ status: 404, body: { category: "RESOURCE_NOT_FOUND" } });
  },
  "wrong-method": async ({ call }) => {
    const answer = await call({ method: "PATCH", path: domains });
    expect(answer).toMatchObject({ status: 405, body: { category: "METHOD_NOT_ALLOWED" } });
    expect(answer.headers.get("allow")).toBe("GET, HEAD");
  },
  "error-body": async ({ call }) => {
    const { body, headers } = await call({ path: domains });
    expect(body).toMatchObject({ status: "error", correlationId: expect.stringMatching(uuid), message: expect.any(String) });
    expect(headers.get("x-correlation-id")).toBe(body.correlationId);
  },
  "content-type": async ({ account, call }) => {
    const { headers } = await (await account()).call({ path: domains });
    const refused = await call({ path: domains });
    expect([headers.get("content-type"), refused.headers.get("content-type")]).toEqual(Array(2).fill("application/json;charset=utf-8"));
  },
  "unparsable-body": async ({ account, origin, call }) => {
    const { accessToken } = await account();
    const answer = await call({
      method: "POST",
      path: `${origin}${batchRead}`,
      token: accessToken,
      form: {},
      headers: { "content-type": "application/json" },
    });
    expect(answer).toMatchObject({ status: 400, body: { category: "VALIDATION_ERROR" } });
  },
  "every-problem": async ({ account }) => {
    const body = { inputs: [{ id: 7 }, {}], properties: "subject", propertiesWithHistory: [] };
    const answer = await (await account()).call({ path: batchRead, query: { archived: "maybe" }, body });
    expect(answer).toMatchObject({ status: 400, body: { category: "VALIDATION_ERROR" } });
    const places = answer.body.errors.map((error: { in: string }) => error.in);
    expect(places.sort()).toEqual(["archived", "inputs[0].id", "inputs[1].id", "properties"]);
    const archived = answer.body.errors.find((error: { in: string }) => error.in === "archived");
    expect(archived.context.received).toEqual(["maybe"]);
  },
  "body-too-large": async ({ account }) => {
    const body = { inputs: [], properties: ["x".repeat(11 * 1024 * 1024)], propertiesWithHistory: [] };
    expect(await (await account()).call({ path: batchRead, body })).toMatchObject({ status: 413, body: { category: "PAYLOAD_TOO_LARGE" } });
  },
  "wrong-content-type": async ({ account }) => {
    const answer = await (await account()).call({ path: batchRead, form: { inputs: "1" } });
    expect(answer).toMatchObject({ status: 415, body: { category: "UNSUPPORTED_MEDIA_TYPE" } });
  },
  "no-token": async ({ call }) => {
    for (const authorization of [undefined, "Bearer", "Bearer ", "Basic YTpi", "Bearer a b"]) {
      const answer = await call({ path: domains, headers: authorization === undefined ? {} : { authorization } });
      expect(answer).toMatchObject({ status: 401, body: { category: "INVALID_AUTHENTICATION" } });
    }
  },
  "unknown-token": async ({ account, call }) => {
    const { accountId, accessToken } = await account();
    for (const token of ["nothing", `nothing-${accountId}`, `${accessToken}0`, `${accessToken}-999999999999`, "x-0", "-".repeat(50)]) {
      expect(await call({ path: domains, token })).toMatchObject({ status: 401, body: { category: "INVALID_AUTHENTICATION" } });
    }
  },
  "token-lifetime": async ({ account }) => {
    const one = await fresh(account);
    await one.advance(1_799_999);
    expect((await one.call({ path: domains })).status).toBe(200);
    await one.advance(1);
    expect(await one.call({ path: domains })).toMatchObject({ status: 401, body: { category: "EXPIRED_AUTHENTICATION" } });
  },
  "expired-says-since": async ({ account }) => {
    const one = await fresh(account);
    await one.advance(1_860_000);
    expect((await one.call({ path: domains })).body.message).toContain("60 seconds ago");
  },
  "missing-scopes": async ({ account }) => {
    const answer = await (await account({ scopes: ["tickets"] })).call({ path: domains });
    expect(answer).toMatchObject({ status: 403, body: { category: "MISSING_SCOPES" } });
    expect(answer.body.errors[0].context.requiredGranularScopes).toEqual(["content"]);
  },
  "any-scope-will-do": async ({ account }) => {
    let count = 0;
    const holders = new Map<string, TestAccount>();
    for (const scope of Object.keys(allScopes)) holders.set(scope, await account({ scopes: [scope] }));
    for (const { method, path, scopes, authentication } of Object.values(operationTable)) {
      if (authentication !== "required") continue;
      for (const scope of Object.keys(allScopes)) {
        const { status } = await (holders.get(scope) as TestAccount).call({ method, path: path.replaceAll(/\{\w+\}/g, "x") });
        expect([path, scope, status === 403]).toEqual([path, scope, !scopes.includes(scope)]);
        count += 1;
      }
    }
    expect(count).toBe(24 * Object.keys(allScopes).length);
  },
  "token-before-body": async ({ account, call }) => {
    const { accessToken } = await account({ scopes: ["tickets"] });
    expect((await call({ path: batchRead, body: { inputs: 7 } })).status).toBe(401);
    expect((await call({ path: batchRead, body: { inputs: 7 }, token: accessToken })).status).toBe(403);
  },
  "accounts-apart": async ({ account }) => {
    const [one, other] = [await account(), await account()];
    await one.seed({ records: { tickets: [{ id: "901", properties: { subject: "Printer" } }] } });
    expect((await other.call({ method: "DELETE", path: "/crm/objects/2026-03/tickets/901" })).status).toBe(404);
    expect((await one.call({ method: "DELETE", path: "/crm/objects/2026-03/tickets/901" })).status).toBe(204);
    expect(await other.snapshot()).not.toHaveProperty("records");
  },
  "limit-ten-seconds": async ({ account }) => {
    const one = await fresh(account, { rateLimits: true });
    const statuses = await Promise.all(Array.from({ length: 115 }, async () => (await one.call({ path: domains })).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(110);
    const refused = await one.call({ path: domains });
    expect(refused).toMatchObject({
      status: 429,
      body: { category: "RATE_LIMITS", errorType: "RATE_LIMIT", policyName: "TEN_SECONDLY_ROLLING" },
    });
    expect(refused.headers.get("retry-after")).toBe("10");
    await one.advance(9_999);
    expect((await one.call({ path: domains })).status).toBe(429);
    await one.advance(1);
    expect((await one.call({ path: domains })).status).toBe(200);
  },
  "limit-daily": async ({ account }) => {
    const one = await fresh(account, { rateLimits: true, dailyLimit: 3 });
    for (let count = 0; count < 3; count += 1) expect((await one.call({ path: domains })).status).toBe(200);
    const refused = await one.call({ path: domains });
    expect(refused).toMatchObject({ status: 429, body: { policyName: "DAILY" } });
    expect(refused.headers.get("retry-after")).toBe(String(16 * 3600));
  },
  "limit-headers": async ({ account }) => {
    const one = await fresh(account, { rateLimits: true });
    await one.call({ path: domains });
    const { headers } = await one.call({ path: domains });
    const shown = ["Max", "Remaining", "Interval-Milliseconds", "Daily", "Daily-Remaining"].map((name) =>
      headers.get(`X-RateLimit-${name}`),
    );
    expect(shown).toEqual(["110", "108", "10000", "250000", "249998"]);
  },
  "limits-off": async ({ account }) => {
    const one = await fresh(account);
    const answers = await Promise.all(Array.from({ length: 120 }, () => one.call({ path: domains })));
    expect(answers.every(({ status, headers }) => status === 200 && headers.get("x-ratelimit-max") === null)).toBe(true);
  },
  "sunset-interfaces": async ({ call }) => {
    expect(sunsetInterfaces).toHaveLength(5);
    for (const { date, replacement, pathPrefixes } of sunsetInterfaces) {
      for (const prefix of pathPrefixes) {
        const answer = await call({ path: `${prefix}/anything` });
        expect(answer).toMatchObject({ status: 410, body: { category: "SUNSET_INTERFACE", message: expect.stringContaining(date) } });
        if (replacement !== null) expect(answer.body.message).toContain(replacement);
      }
    }
  },
  "sunset-by-date": async ({ account }) => {
    const one = await account();
    await one.freeze("2023-08-30T23:59:59.999Z");
    expect((await one.call({ path: "/calendar/v1/events" })).status).toBe(404);
    await one.advance(1);
    expect((await one.call({ path: "/calendar/v1/events" })).status).toBe(410);
  },
};

/** An account whose token was given at the time of the story, when its clock stands. */
async function fresh(account: Platform["account"], options: Readonly<Record<string, unknown>> = {}): Promise<TestAccount> {
  return account({ ...options, clock: { mode: "frozen", at: new Date(storyTime).toISOString() } });
}
