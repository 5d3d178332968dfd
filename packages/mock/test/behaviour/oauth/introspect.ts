import { expect } from "vitest";
import { demoTime, type Rows } from "../rows.ts";
import { clientToken, expectRejected, install, introspect, introspectPath, newCode, refreshNew, revoke, tokensOf } from "./flow.ts";

const inactive = [200, { active: false }];
const owner = { userId: 90211, userEmail: "mara@haldeninstruments.example", hubDomain: "haldeninstruments.example" };

export const introspectRows: Rows = {
  "introspect-access-token": async (platform) => {
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
  },
  "introspect-refresh-token": async (platform) => {
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
  },
  "introspect-client-credentials": async (platform) => {
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
  },
  "introspect-inactive": async (platform) => {
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
  },
  "introspect-foreign-token": async (platform) => {
    const account = await install(platform);
    for (const other of [await account.installApp(), await install(platform)]) {
      const { access_token: token } = (await clientToken(platform, other)).body;
      for (const foreign of [other.accessToken, other.refreshToken, token]) {
        const { status, body } = await introspect(platform, account, foreign);
        expect([status, body]).toEqual(inactive);
        expect((await introspect(platform, other, foreign)).body.active).toBe(true);
      }
    }
  },
  "suspended-account": async (platform) => {
    const account = await install(platform);
    await account.seed({ profile: { suspended: true } });
    const { access_token: token } = tokensOf(await refreshNew(platform, account));
    for (const one of [account.accessToken, account.refreshToken, token]) {
      expect((await introspect(platform, account, one)).body.active).toBe(true);
    }
    expect((await account.call({ path: "/cos-domains/v1/domains", token })).status).toBe(200);
  },
  "introspect-hint": async (platform) => {
    const account = await install(platform);
    await account.freeze(demoTime);
    for (const token of [account.accessToken, account.refreshToken]) {
      const { body } = await introspect(platform, account, token);
      for (const hint of ["access_token", "refresh_token", "other"]) {
        expect((await introspect(platform, account, token, { token_type_hint: hint })).body).toEqual(body);
      }
    }
  },
  "introspect-field-missing": async (platform) => {
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
  },
};
