import { expect } from "vitest";
import { rule, rules } from "../rules.ts";
import {
  clientToken,
  exchange,
  expectRejected,
  install,
  introspect,
  newCode,
  newTokenPath,
  refreshNew,
  revoke,
  statusWith,
  tokensOf,
} from "./flow.ts";

const revoked = [200, undefined];

rules("oauth", {
  "revoke-access-token": rule(
    "Revoking an access token returns 200 without a body. Requests with the token then get a 401, and its refresh token remains valid.",
    { grade: "assumed", source: "RFC 7009, sections 2.1 and 2.2" },
  )(async (platform) => {
    const account = await install(platform);
    const { status, headers, body } = await revoke(platform, account, account.accessToken);
    expect([status, body, headers.get("content-type")]).toEqual([...revoked, null]);
    const late = await account.call({ path: "/cos-domains/v1/domains" });
    expect([late.status, late.body.category]).toEqual([401, "INVALID_AUTHENTICATION"]);
    expect(await statusWith(platform, tokensOf(await refreshNew(platform, account)).access_token)).toBe(200);
  }),
  "revoke-refresh-token": rule(
    "Revoking a refresh token also revokes all access tokens that were issued with it, and leaves other installations of the app " +
      "unchanged.",
    { grade: "assumed", source: "RFC 7009, section 2.1" },
  )(async (platform) => {
    const account = await install(platform);
    const next = tokensOf(await refreshNew(platform, account));
    const other = tokensOf(await exchange(platform, account, await newCode(platform, account, { scopes: "transactional-email" })));
    const { status, body } = await revoke(platform, account, account.refreshToken);
    expect([status, body]).toEqual(revoked);
    expectRejected(await refreshNew(platform, account), "BAD_REFRESH_TOKEN", "invalid_grant");
    for (const token of [account.accessToken, next.access_token]) expect(await statusWith(platform, token)).toBe(401);
    expect(await statusWith(platform, other.access_token)).toBe(200);
    tokensOf(await refreshNew(platform, account, { refresh_token: other.refresh_token }));
  }),
  "revoke-client-credentials": rule(
    "A client-credentials token can be revoked like any other access token.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const { access_token: token } = (await clientToken(platform, account)).body;
    const { status, body } = await revoke(platform, account, token);
    expect([status, body]).toEqual(revoked);
    expect((await introspect(platform, account, token)).body).toEqual({ active: false });
    expect(await statusWith(platform, account.accessToken)).toBe(200);
  }),
  "revoke-unknown": rule("Revoking an unknown or already revoked token, or an authorization code, returns 200 and changes nothing.", {
    grade: "assumed",
    source: "RFC 7009, section 2.2",
  })(async (platform) => {
    const account = await install(platform);
    const code = await newCode(platform, account);
    await revoke(platform, account, account.accessToken);
    for (const token of ["nothing", `nothing-${account.accountId}`, account.accessToken, code]) {
      const { status, body } = await revoke(platform, account, token);
      expect([status, body]).toEqual(revoked);
    }
    tokensOf(await exchange(platform, account, code));
    tokensOf(await refreshNew(platform, account));
  }),
  "revoke-token-of-another-app": rule(
    "A request to revoke a token that was issued to another app of the account is rejected with BAD_TOKEN and `invalid_grant`, and the " +
      "token remains valid.",
    { grade: "assumed", source: "RFC 7009, section 2.1" },
  )(async (platform) => {
    const account = await install(platform);
    const other = await account.installApp();
    for (const token of [other.accessToken, other.refreshToken]) {
      expectRejected(await revoke(platform, account, token), "BAD_TOKEN", "invalid_grant");
    }
    expect(await statusWith(platform, other.accessToken)).toBe(200);
    tokensOf(await refreshNew(platform, other));
  }),
  "revoke-token-of-another-account": rule(
    "A request to revoke a token of another account returns 200, as for an unknown token, and the token remains valid.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const other = await install(platform);
    for (const token of [other.accessToken, other.refreshToken]) {
      const { status, body } = await revoke(platform, account, token);
      expect([status, body]).toEqual(revoked);
    }
    expect(await statusWith(platform, other.accessToken)).toBe(200);
    tokensOf(await refreshNew(platform, other));
  }),
  "revoke-hint": rule("A token is revoked even if `token_type_hint` is wrong or unknown.", {
    grade: "assumed",
    source: "RFC 7009, section 2.1",
  })(async (platform) => {
    for (const hint of ["access_token", "refresh_token", "other"]) {
      const account = await install(platform);
      await revoke(platform, account, account.accessToken, { token_type_hint: hint });
      expect(await statusWith(platform, account.accessToken)).toBe(401);
      await revoke(platform, account, account.refreshToken, { token_type_hint: hint });
      expectRejected(await refreshNew(platform, account), "BAD_REFRESH_TOKEN", "invalid_grant");
    }
  }),
  "revoke-field-missing": rule("A form without `token` is rejected with BAD_REQUEST and `invalid_request`.", {
    grade: "assumed",
    source: "RFC 7009, section 2.2.1",
  })(async (platform) => {
    const { app } = await install(platform);
    const client = { client_id: app.clientId, client_secret: app.clientSecret };
    for (const form of [client, { ...client, token: "" }]) {
      expectRejected(await platform.call({ path: `${newTokenPath}/revoke`, form }), "BAD_REQUEST", "invalid_request");
    }
  }),
});
