import { expect } from "vitest";
import type { Platform } from "../platform.ts";
import { rule, rules } from "../rules.ts";
import { codeRules } from "./code.rules.ts";
import { endpointRules } from "./endpoint.rules.ts";
import {
  clientToken,
  deleteRefreshToken,
  exchange,
  expectRejected,
  install,
  introspect,
  metadata,
  newCode,
  newTokenPath,
  refresh,
  refreshNew,
  revoke,
  statusWith,
  tokenPath,
  tokensOf,
} from "./flow.ts";
import { refreshRules } from "./refresh.rules.ts";

rules("oauth", {
  "same-as-v1": rule(
    "The rules of OAuth v1 for codes, refresh tokens, code verifiers, client authentication and errors also apply to OAuth 2026-03. The " +
      "rules about the end of OAuth v1 do not apply.",
    "documented",
  )(async (platform) => {
    const onNewPath: Platform = {
      ...platform,
      call: (request) => platform.call(request.path === tokenPath ? { ...request, path: newTokenPath } : request),
    };
    // OAuth 2026-03 does not end, so the rule `never-stored` replaces `token-no-store`.
    const { "token-no-store": _, ...others } = { ...codeRules, ...refreshRules, ...endpointRules };
    for (const { check } of Object.values(others)) await check(onNewPath);
  }),
  "tokens-are-shared": rule(
    "Both versions share their codes, refresh tokens and access tokens. A token that was issued by one version is valid in the other " +
      "version, and a token that was revoked in one version is revoked in both.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const old = tokensOf(await exchange(platform, account, await newCode(platform, account)));
    expect((await introspect(platform, account, old.access_token)).body.active).toBe(true);
    const fresh = tokensOf(await refreshNew(platform, account, { refresh_token: old.refresh_token }));
    expect(fresh.refresh_token).toBe(old.refresh_token);
    expect((await metadata(platform, fresh.access_token)).status).toBe(200);
    await revoke(platform, account, old.refresh_token);
    expectRejected(await refresh(platform, account, { refresh_token: old.refresh_token }), "BAD_REFRESH_TOKEN", "invalid_grant");
    await deleteRefreshToken(platform, account.refreshToken);
    expectRejected(await refreshNew(platform, account), "BAD_REFRESH_TOKEN", "invalid_grant");
  }),
  "outlives-v1": rule(
    "From 2027-02-16 on, an app that uses OAuth 2026-03 continues to receive access tokens, while OAuth v1 returns 410.",
    "documented",
  )(async (platform) => {
    const account = await install(platform);
    await account.freeze("2027-02-15T23:59:59.999Z");
    tokensOf(await refresh(platform, account));
    await account.advance(1);
    expect((await refresh(platform, account)).status).toBe(410);
    const code = await newCode(platform, account);
    expect((await exchange(platform, account, code)).status).toBe(410);
    const { access_token } = tokensOf(await refreshNew(platform, account));
    expect(await statusWith(platform, access_token)).toBe(200);
    expect((await introspect(platform, account, access_token)).body.active).toBe(true);
    expect((await revoke(platform, account, access_token)).status).toBe(200);
  }),
  "no-deprecation": rule(
    "Responses from the three OAuth 2026-03 operations have neither a `Deprecation` header nor a `Sunset` header.",
    "documented",
  )(async (platform) => {
    const account = await install(platform);
    const responses = [
      await refreshNew(platform, account),
      await introspect(platform, account, account.accessToken),
      await revoke(platform, account, account.refreshToken),
    ];
    for (const { status, headers } of responses) {
      expect([status, headers.get("deprecation"), headers.get("sunset")]).toEqual([200, null, null]);
    }
  }),
  "never-stored": rule(
    "Every response from the three OAuth 2026-03 operations, including errors, has `Cache-Control: no-store` and `Pragma: no-cache`.",
    { grade: "assumed", source: "RFC 6749, section 5.1" },
  )(async (platform) => {
    const account = await install(platform);
    const wrong = { client_secret: "wrong" };
    const responses = [
      await refreshNew(platform, account),
      await introspect(platform, account, account.accessToken),
      await revoke(platform, account, "nothing"),
      await refreshNew(platform, account, wrong),
      await introspect(platform, account, account.accessToken, wrong),
      await revoke(platform, account, account.accessToken, wrong),
      await platform.call({ path: `${newTokenPath}/revoke`, body: {} }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 400, 400, 400, 415]);
    for (const { headers } of responses) {
      expect([headers.get("cache-control"), headers.get("pragma")]).toEqual(["no-store", "no-cache"]);
    }
  }),
  "form-body-only": rule(
    "The three OAuth 2026-03 operations read parameters only from the form, and ignore parameters in the query.",
    "documented",
  )(async (platform) => {
    const { app, accessToken, refreshToken } = await install(platform);
    const { clientId: client_id, clientSecret: client_secret } = app;
    const query = { grant_type: "refresh_token", refresh_token: refreshToken, token: accessToken, client_id, client_secret };
    for (const path of ["", "/introspect", "/revoke"]) {
      const form = path === "" ? { grant_type: "client_credentials", client_id } : { client_id, client_secret };
      expectRejected(await platform.call({ path: `${newTokenPath}${path}`, query, form }), "BAD_REQUEST", "invalid_request");
    }
  }),
  "wrong-client": rule(
    "All three OAuth 2026-03 operations authenticate the client first, and reject an unknown client id with BAD_CLIENT_ID and a wrong " +
      "client secret with BAD_CLIENT_SECRET.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const unknown = { client_id: `00000000-0000-4000-8000-${String(account.accountId).padStart(12, "0")}` };
    const other = await account.installApp();
    for (const [changes, name] of [
      [unknown, "BAD_CLIENT_ID"],
      [{ client_id: "unknown" }, "BAD_CLIENT_ID"],
      [{ client_secret: "wrong" }, "BAD_CLIENT_SECRET"],
      [{ client_secret: other.app.clientSecret }, "BAD_CLIENT_SECRET"],
    ] as const) {
      for (const response of [
        await refreshNew(platform, account, changes),
        await clientToken(platform, account, changes),
        await introspect(platform, account, account.accessToken, changes),
        await revoke(platform, account, account.accessToken, changes),
      ]) {
        expectRejected(response, name, "invalid_client");
      }
    }
    expect(await statusWith(platform, account.accessToken)).toBe(200);
  }),
  "refresh-scope": rule(
    "A refresh with `scope` returns an access token that has only the scopes in `scope`, and does not change the refresh token's " +
      "scopes.",
    { grade: "assumed", source: "RFC 6749, section 6" },
  )(async (platform) => {
    const account = await install(platform, { scopes: ["content", "tickets", "transactional-email"] });
    const narrow = await refreshNew(platform, account, { scope: "content content" });
    expect(narrow.body.scopes).toEqual(["content"]);
    expect(await statusWith(platform, narrow.body.access_token)).toBe(403);
    expect((await introspect(platform, account, account.refreshToken)).body.scopes).toEqual(account.scopes);
    expect((await refreshNew(platform, account)).body.scopes).toEqual(account.scopes);
  }),
  "refresh-scope-exceeded": rule(
    "A refresh with a scope that the refresh token does not have is rejected with BAD_SCOPE and `invalid_scope`.",
    { grade: "assumed", source: "RFC 6749, sections 5.2 and 6" },
  )(async (platform) => {
    const account = await install(platform, { scopes: ["content", "tickets"] });
    for (const scope of ["social", "content social", 'con"tent']) {
      expectRejected(await refreshNew(platform, account, { scope }), "BAD_SCOPE", "invalid_scope");
    }
  }),
});
