import { expect } from "vitest";
import { demoTime } from "../platform.ts";
import { rule, rules } from "../rules.ts";
import { clientToken, expectRejected, install, introspect, introspectPath, newCode, refreshNew, revoke, tokensOf } from "./flow.ts";

const inactive = [200, { active: false }];
const owner = { userId: 90211, userEmail: "mara@haldeninstruments.example", hubDomain: "haldeninstruments.example" };

rules("oauth", {
  "introspect-access-token": rule(
    "The metadata of an access token contains the token, its use and type, the account, user, app and scopes, the remaining lifetime " +
      "and `signed_access_token`.",
    "documented",
  )(async (platform) => {
    const account = await install(platform, { ...owner, scopes: ["content", "tickets"] });
    await account.freeze(demoTime);
    const { access_token: token } = tokensOf(await refreshNew(platform, account));
    await account.advance(600_000);
    const { status, body } = await introspect(platform, account, token);
    expect([status, body]).toEqual([
      200,
      {
        active: true,
        token,
        token_use: "access_token",
        token_type: "bearer",
        hub_id: account.accountId,
        hub_domain: owner.hubDomain,
        user: owner.userEmail,
        user_id: owner.userId,
        app_id: account.app.appId,
        client_id: account.app.clientId,
        scopes: ["content", "tickets"],
        expires_in: 1200,
        is_private_distribution: true,
        signed_access_token: expect.objectContaining({ hubId: account.accountId, userId: owner.userId, appId: account.app.appId }),
      },
    ]);
  }),
  "introspect-refresh-token": rule(
    "The metadata of a refresh token contains the token, its use and type, the account, user, app and scopes, but no lifetime, " +
      "`is_private_distribution` or `signed_access_token`.",
    "documented",
  )(async (platform) => {
    const account = await install(platform, { ...owner, scopes: ["content"] });
    const { status, body } = await introspect(platform, account, account.refreshToken);
    expect([status, body]).toEqual([
      200,
      {
        active: true,
        token: account.refreshToken,
        token_use: "refresh_token",
        token_type: "bearer",
        hub_id: account.accountId,
        hub_domain: owner.hubDomain,
        user: owner.userEmail,
        user_id: owner.userId,
        app_id: account.app.appId,
        client_id: account.app.clientId,
        scopes: ["content"],
      },
    ]);
  }),
  "introspect-client-credentials": rule(
    "The metadata of a client-credentials token contains the app, the scopes and the lifetime, but no account or user.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    await account.freeze(demoTime);
    const { access_token: token } = (await clientToken(platform, account, { scope: "content" })).body;
    const { status, body } = await introspect(platform, account, token);
    expect([status, body]).toEqual([
      200,
      {
        active: true,
        token,
        token_use: "client_credentials",
        token_type: "bearer",
        app_id: account.app.appId,
        client_id: account.app.clientId,
        scopes: ["content"],
        expires_in: 1800,
        is_private_distribution: true,
      },
    ]);
  }),
  "introspect-inactive": rule(
    "If the token is unknown, expired or revoked, or is an authorization code, the response is a 200 that contains only `active: " +
      "false`.",
    { grade: "assumed", source: "RFC 7662, section 2.2" },
  )(async (platform) => {
    const account = await install(platform);
    await account.freeze(demoTime);
    const expired = tokensOf(await refreshNew(platform, account)).access_token;
    const revoked = tokensOf(await refreshNew(platform, account)).access_token;
    await revoke(platform, account, revoked);
    for (const token of [`nothing-${account.accountId}`, "nothing", revoked, await newCode(platform, account)]) {
      const { status, body } = await introspect(platform, account, token);
      expect([status, body]).toEqual(inactive);
    }
    await account.advance(1_800_000);
    const { status, body } = await introspect(platform, account, expired);
    expect([status, body]).toEqual(inactive);
  }),
  "introspect-foreign-token": rule(
    "If the token belongs to another app or to another account, the response contains only `active: false`.",
    { grade: "assumed", source: "RFC 7662, sections 2.2 and 4" },
  )(async (platform) => {
    const account = await install(platform);
    for (const other of [await account.installApp(), await install(platform)]) {
      const { access_token: token } = (await clientToken(platform, other)).body;
      for (const foreign of [other.accessToken, other.refreshToken, token]) {
        const { status, body } = await introspect(platform, account, foreign);
        expect([status, body]).toEqual(inactive);
        expect((await introspect(platform, other, foreign)).body.active).toBe(true);
      }
    }
  }),
  "suspended-account": rule(
    "The tokens of a suspended account stay active, and can be refreshed and introspected. Suspending an account only prevents it from " +
      "sending email.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    await account.seed({ profile: { suspended: true } });
    const { access_token: token } = tokensOf(await refreshNew(platform, account));
    for (const one of [account.accessToken, account.refreshToken, token]) {
      expect((await introspect(platform, account, one)).body.active).toBe(true);
    }
    expect((await account.call({ path: "/cos-domains/v1/domains", token })).status).toBe(200);
  }),
  "introspect-hint": rule("A wrong or unknown `token_type_hint` does not change the response.", {
    grade: "assumed",
    source: "RFC 7662, section 2.1",
  })(async (platform) => {
    const account = await install(platform);
    await account.freeze(demoTime);
    for (const token of [account.accessToken, account.refreshToken]) {
      const { body } = await introspect(platform, account, token);
      for (const hint of ["access_token", "refresh_token", "other"]) {
        expect((await introspect(platform, account, token, { token_type_hint: hint })).body).toEqual(body);
      }
    }
  }),
  "introspect-field-missing": rule(
    "A form without `token` is rejected with BAD_REQUEST and `invalid_request`, even if it contains the token as `access_token` or " +
      "`refresh_token`. RFC 7662 and the reference for 2026-03 define only `token`; the other names are from a guide to an earlier " +
      "version.",
    "assumed",
  )(async (platform) => {
    const { app, accessToken, refreshToken } = await install(platform);
    const client = { client_id: app.clientId, client_secret: app.clientSecret };
    for (const form of [
      client,
      { ...client, token: "" },
      { ...client, access_token: accessToken },
      { ...client, refresh_token: refreshToken },
    ]) {
      const response = await platform.call({ path: introspectPath, form });
      expectRejected(response, "BAD_REQUEST", "invalid_request");
      expect(response.body.message).toBe("missing or invalid token");
    }
  }),
});
