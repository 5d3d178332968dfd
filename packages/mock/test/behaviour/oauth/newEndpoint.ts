import { expect } from "vitest";
import type { Platform, Rows } from "../rows.ts";
import { codeRows } from "./code.ts";
import { endpointRows } from "./endpoint.ts";
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
import { refreshRows } from "./refresh.ts";

export const newEndpointRows: Rows = {
  "same-as-v1": async (platform) => {
    const onNewPath: Platform = {
      ...platform,
      call: (request) => platform.call(request.path === tokenPath ? { ...request, path: newTokenPath } : request),
    };
    // OAuth 2026-03 does not end, so the rule `never-stored` replaces `token-no-store`.
    const { "token-no-store": _, ...others } = { ...codeRows, ...refreshRows, ...endpointRows };
    for (const check of Object.values(others)) await check(onNewPath);
  },
  "tokens-are-shared": async (platform) => {
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
  },
  "outlives-v1": async (platform) => {
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
  },
  "no-deprecation": async (platform) => {
    const account = await install(platform);
    const responses = [
      await refreshNew(platform, account),
      await introspect(platform, account, account.accessToken),
      await revoke(platform, account, account.refreshToken),
    ];
    for (const { status, headers } of responses) {
      expect([status, headers.get("deprecation"), headers.get("sunset")]).toEqual([200, null, null]);
    }
  },
  "never-stored": async (platform) => {
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
  },
  "form-body-only": async (platform) => {
    const { app, accessToken, refreshToken } = await install(platform);
    const { clientId: client_id, clientSecret: client_secret } = app;
    const query = { grant_type: "refresh_token", refresh_token: refreshToken, token: accessToken, client_id, client_secret };
    for (const path of ["", "/introspect", "/revoke"]) {
      const form = path === "" ? { grant_type: "client_credentials", client_id } : { client_id, client_secret };
      expectRejected(await platform.call({ path: `${newTokenPath}${path}`, query, form }), "BAD_REQUEST", "invalid_request");
    }
  },
  "wrong-client": async (platform) => {
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
  },
  "refresh-scope": async (platform) => {
    const account = await install(platform, { scopes: ["content", "tickets", "transactional-email"] });
    const narrow = await refreshNew(platform, account, { scope: "content content" });
    expect(narrow.body.scopes).toEqual(["content"]);
    expect(await statusWith(platform, narrow.body.access_token)).toBe(403);
    expect((await introspect(platform, account, account.refreshToken)).body.scopes).toEqual(account.scopes);
    expect((await refreshNew(platform, account)).body.scopes).toEqual(account.scopes);
  },
  "refresh-scope-exceeded": async (platform) => {
    const account = await install(platform, { scopes: ["content", "tickets"] });
    for (const scope of ["social", "content social", 'con"tent']) {
      expectRejected(await refreshNew(platform, account, { scope }), "BAD_SCOPE", "invalid_scope");
    }
  },
};
