import { scopes as allScopes, operationTable } from "@crm-platform/types";
import { expect } from "vitest";
import { operations } from "../../document.ts";
import type { TestAccount } from "../platform.ts";
import { rule, rules } from "../rules.ts";
import { batchRead, domains, fresh } from "./asking.ts";

rules("shared", {
  "no-token": rule(
    "A request without an access token, or with a malformed one, gets a 401 with the category INVALID_AUTHENTICATION.",
    "observed",
  )(async ({ call }) => {
    for (const authorization of [undefined, "Bearer", "Bearer ", "Basic YTpi", "Bearer a b"]) {
      const response = await call({ path: domains, headers: authorization === undefined ? {} : { authorization } });
      expect(response).toMatchObject({ status: 401, body: { category: "INVALID_AUTHENTICATION" } });
    }
  }),
  "unknown-token": rule(
    "A request with an unknown access token gets a 401 with the category INVALID_AUTHENTICATION.",
    "observed",
  )(async ({ account, call }) => {
    const { accountId, accessToken } = await account();
    for (const token of ["nothing", `nothing-${accountId}`, `${accessToken}0`, `${accessToken}-999999999999`, "x-0", "-".repeat(50)]) {
      expect(await call({ path: domains, token })).toMatchObject({ status: 401, body: { category: "INVALID_AUTHENTICATION" } });
    }
  }),
  "token-lifetime": rule(
    "An access token is valid for 1,800 seconds. After that, requests that use it get a 401 with the category EXPIRED_AUTHENTICATION.",
    "documented",
  )(async (platform) => {
    const one = await fresh(platform);
    await one.advance(1_799_999);
    expect((await one.call({ path: domains })).status).toBe(200);
    await one.advance(1);
    expect(await one.call({ path: domains })).toMatchObject({ status: 401, body: { category: "EXPIRED_AUTHENTICATION" } });
  }),
  "expired-says-since": rule(
    "The message for an expired access token states how long ago the token expired.",
    "observed",
  )(async (platform) => {
    const one = await fresh(platform);
    await one.advance(1_860_000);
    expect((await one.call({ path: domains })).body.message).toContain("60 seconds ago");
  }),
  "expired-context": rule(
    "The `context` of the error for an expired access token contains the time of expiry as `expire time`.",
    "observed",
  )(async (platform) => {
    const one = await fresh(platform);
    await one.advance(1_860_000);
    expect((await one.call({ path: domains })).body.context).toEqual({ "expire time": ["2026-04-20T08:30:00.000Z"] });
  }),
  "missing-scopes": rule(
    "If an access token has none of the operation's scopes, the response is a 403 with the category MISSING_SCOPES, and " +
      "`requiredGranularScopes` lists the accepted scopes.",
    "observed",
  )(async ({ account }) => {
    const response = await (await account({ scopes: ["tickets"] })).call({ path: domains });
    expect(response).toMatchObject({ status: 403, body: { category: "MISSING_SCOPES" } });
    expect(response.body.errors[0].context.requiredGranularScopes).toEqual(["content"]);
  }),
  "any-scope-will-do": rule("If an operation accepts several scopes, any one of them is sufficient.", {
    grade: "described",
    source: "platform description, Authentication",
  })(async ({ account }) => {
    const one = await account();
    const all = Object.keys(allScopes);
    const withScopes = new Map<string, Promise<TestAccount>>();
    const appWith = (scopes: readonly string[]) => {
      const known = withScopes.get(scopes.join()) ?? one.installApp({ scopes });
      withScopes.set(scopes.join(), known);
      return known;
    };
    const asked = new Set<string>();
    let count = 0;
    for (const { method, path, scopes, authentication } of Object.values(operationTable)) {
      if (authentication !== "required") continue;
      count += 1;
      // Any access token will do.
      if (scopes.length === 0) continue;
      const call = { method, path: path.replaceAll(/\{\w+\}/g, "x") };
      const without = await appWith(all.filter((scope) => !scopes.includes(scope)));
      expect([path, (await without.call(call)).status]).toEqual([path, 403]);
      // Several operations accept the same 65 scopes. Only the first of these operations is called with every scope.
      const each = asked.has(scopes.join()) ? scopes.slice(-1) : scopes;
      asked.add(scopes.join());
      expect(each).not.toEqual([]);
      for (const scope of each)
        expect([path, scope, (await (await appWith([scope])).call(call)).status === 403]).toEqual([path, scope, false]);
    }
    expect(count).toBe(operations.filter(({ isSecured: secured }) => secured).length);
  }),
  "token-before-body": rule(
    "If a request has no valid access token, or its token has none of the operation's scopes, it is rejected before its body is read.",
    "assumed",
  )(async ({ account, call }) => {
    const { accessToken } = await account({ scopes: ["tickets"] });
    expect((await call({ path: batchRead, body: { inputs: 7 } })).status).toBe(401);
    expect((await call({ path: batchRead, body: { inputs: 7 }, token: accessToken })).status).toBe(403);
    // The result does not depend on the size, type or syntax of the body.
    for (const form of [{ inputs: "x".repeat(2 * 1024 * 1024) }, { inputs: "7" }]) {
      for (const headers of [{ "content-type": "text/plain" }, { "content-type": "application/json" }]) {
        expect((await call({ path: batchRead, form, headers })).status).toBe(401);
        expect((await call({ path: batchRead, form, headers, token: accessToken })).status).toBe(403);
      }
    }
  }),
  "accounts-apart": rule(
    "An access token never gives access to the data of another account.",
    "assumed",
  )(async ({ account }) => {
    const [one, other] = [await account(), await account()];
    await one.seed({ records: { tickets: [{ id: "901", properties: { subject: "Printer" } }] } });
    expect((await other.call({ path: "/crm/objects/2026-03/tickets/901" })).status).toBe(404);
    expect((await one.call({ path: "/crm/objects/2026-03/tickets/901" })).status).toBe(200);
    expect(await other.snapshot()).not.toHaveProperty("records");
  }),
});
