import { expect } from "vitest";
import { expectNotFound } from "../rejections.ts";
import { demoTime, type Rows } from "../rows.ts";
import { domains } from "../shared/asking.ts";
import {
  deleteRefreshToken,
  exchange,
  expectRejected,
  install,
  metadata,
  newCode,
  refresh,
  refreshTokenMetadata,
  statusWith,
  tokensOf,
} from "./flow.ts";

const day = 86_400_000;

export const tokenRows: Rows = {
  "metadata-describes-the-token": async (platform) => {
    const owner = { userId: 90211, userEmail: "mara@haldeninstruments.example", hubDomain: "haldeninstruments.example" };
    const account = await install(platform, { ...owner, scopes: ["content", "tickets"] });
    await account.freeze(demoTime);
    const { access_token: token } = tokensOf(await refresh(platform, account));
    const { status, body } = await metadata(platform, token);
    expect(status).toBe(200);
    expect(body).toEqual({
      token,
      user: owner.userEmail,
      hub_domain: owner.hubDomain,
      scopes: ["content", "tickets"],
      signed_access_token: expect.any(Object),
      hub_id: account.accountId,
      app_id: account.app.appId,
      expires_in: 1800,
      user_id: 90211,
      token_type: "access",
    });
  },
  "metadata-signed-part": async (platform) => {
    const account = await install(platform, { userId: 90211 });
    await account.freeze(demoTime);
    const { access_token: token } = tokensOf(await refresh(platform, account));
    const { signed_access_token: signed } = (await metadata(platform, token)).body;
    const packed = ["scopes", "signature", "scopeToScopeGroupPks", "newSignature", "hublet", "trialScopes", "trialScopeToScopeGroupPks"];
    expect(signed).toEqual({
      ...Object.fromEntries(packed.map((field) => [field, expect.any(String)])),
      expiresAt: Date.parse(demoTime) + 1_800_000,
      hubId: account.accountId,
      userId: 90211,
      appId: account.app.appId,
      isUserLevel: false,
    });
    expect((await metadata(platform, token)).body.signed_access_token).toEqual(signed);
  },
  "metadata-needs-no-header": async (platform) => {
    const { accessToken } = await install(platform);
    expect((await platform.call({ path: `/oauth/v1/access-tokens/${accessToken}` })).status).toBe(200);
  },
  "metadata-counts-down": async (platform) => {
    const account = await install(platform);
    await account.freeze(demoTime);
    const { access_token: token } = tokensOf(await refresh(platform, account));
    await account.advance(600_000);
    expect((await metadata(platform, token)).body.expires_in).toBe(1200);
  },
  "metadata-unknown": async (platform) => {
    const { accountId, refreshToken } = await install(platform);
    for (const token of [`nothing-${accountId}`, "nothing", "nothing-999999999999", refreshToken]) {
      const response = await metadata(platform, token);
      expectNotFound(response);
      expect(response.body).toMatchObject({ correlationId: expect.any(String), message: expect.any(String) });
    }
  },
  "metadata-expired": async (platform) => {
    const account = await install(platform);
    await account.freeze(demoTime);
    const { access_token: token } = tokensOf(await refresh(platform, account));
    await account.advance(1_799_999);
    expect((await metadata(platform, token)).status).toBe(200);
    await account.advance(1);
    expectNotFound(await metadata(platform, token));
  },
  "expired-is-forgotten": async (platform) => {
    const account = await install(platform);
    await account.freeze(demoTime);
    const code = await newCode(platform, account);
    const { access_token: token } = tokensOf(await exchange(platform, account, code));
    const refreshed = tokensOf(await refresh(platform, account));
    const categoryOf = async (expired: string) => (await account.call({ path: domains, token: expired })).body.category;
    await account.advance(30 * day + 1_800_000);
    tokensOf(await refresh(platform, account));
    expect(await categoryOf(token)).toBe("EXPIRED_AUTHENTICATION");
    await account.advance(1);
    expect(await categoryOf(token)).toBe("EXPIRED_AUTHENTICATION");
    const next = tokensOf(await refresh(platform, account));
    for (const old of [token, refreshed.access_token]) expect(await categoryOf(old)).toBe("INVALID_AUTHENTICATION");
    expectRejected(await exchange(platform, account, code), "BAD_AUTH_CODE", "invalid_grant");
    expect(await statusWith(platform, next.access_token)).toBe(200);
  },
  "refresh-token-metadata": async (platform) => {
    const owner = { userId: 90211, userEmail: "mara@haldeninstruments.example", hubDomain: "haldeninstruments.example" };
    const account = await install(platform, { ...owner, scopes: ["content", "tickets"] });
    const { status, body } = await refreshTokenMetadata(platform, account.refreshToken);
    expect([status, body]).toEqual([
      200,
      {
        token: account.refreshToken,
        token_type: "refresh",
        hub_id: account.accountId,
        hub_domain: owner.hubDomain,
        user: owner.userEmail,
        user_id: 90211,
        client_id: account.app.clientId,
        scopes: ["content", "tickets"],
      },
    ]);
  },
  "refresh-token-metadata-unknown": async (platform) => {
    const { accountId, accessToken, refreshToken } = await install(platform);
    await deleteRefreshToken(platform, refreshToken);
    for (const token of [`nothing-${accountId}`, "nothing", "nothing-999999999999", accessToken, refreshToken]) {
      expectNotFound(await refreshTokenMetadata(platform, token));
    }
  },
  "delete-refresh-token": async (platform) => {
    const account = await install(platform);
    const { status, body } = await deleteRefreshToken(platform, account.refreshToken);
    expect([status, body]).toEqual([204, undefined]);
  },
  "delete-refresh-token-leaves-access-tokens": async (platform) => {
    const account = await install(platform);
    const { access_token } = tokensOf(await refresh(platform, account));
    await deleteRefreshToken(platform, account.refreshToken);
    expect(await statusWith(platform, account.accessToken)).toBe(200);
    expect(await statusWith(platform, access_token)).toBe(200);
  },
  "delete-refresh-token-alone": async (platform) => {
    const account = await install(platform);
    await deleteRefreshToken(platform, account.refreshToken);
    tokensOf(await exchange(platform, account, await newCode(platform, account)));
  },
  "delete-refresh-token-unknown": async (platform) => {
    const { accountId, refreshToken, accessToken } = await install(platform);
    for (const token of [`nothing-${accountId}`, "nothing", accessToken]) expectNotFound(await deleteRefreshToken(platform, token));
    expect((await deleteRefreshToken(platform, refreshToken)).status).toBe(204);
    expectNotFound(await deleteRefreshToken(platform, refreshToken));
  },
};
