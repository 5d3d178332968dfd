import { expect } from "vitest";
import { demoTime } from "../platform.ts";
import { expectNotFound } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
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

rules("oauthV1", {
  // Access token metadata
  "metadata-describes-the-token": rule(
    "The metadata contains the access token and its user, account, app, scopes, remaining lifetime and type.",
    { grade: "described", source: "platform description, OAuth token resources" },
  )(async (platform) => {
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
  }),
  "metadata-signed-part": rule("The metadata contains a `signed_access_token` with the same data, packed strings and signatures.", {
    grade: "described",
    source: "platform description, OAuth token resources",
  })(async (platform) => {
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
  }),
  "metadata-needs-no-header": rule(
    "A request for the metadata of an access token needs no Authorization header, because the path contains the token.",
    "documented",
  )(async (platform) => {
    const { accessToken } = await install(platform);
    expect((await platform.call({ path: `/oauth/v1/access-tokens/${accessToken}` })).status).toBe(200);
  }),
  "metadata-counts-down": rule(
    "In the metadata, `expires_in` is the remaining lifetime of the access token.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    await account.freeze(demoTime);
    const { access_token: token } = tokensOf(await refresh(platform, account));
    await account.advance(600_000);
    expect((await metadata(platform, token)).body.expires_in).toBe(1200);
  }),
  "metadata-unknown": rule(
    "A request for the metadata of an unknown access token returns 404 with an Error object.",
    "assumed",
  )(async (platform) => {
    const { accountId, refreshToken } = await install(platform);
    for (const token of [`nothing-${accountId}`, "nothing", "nothing-999999999999", refreshToken]) {
      const response = await metadata(platform, token);
      expectNotFound(response);
      expect(response.body).toMatchObject({ correlationId: expect.any(String), message: expect.any(String) });
    }
  }),
  "metadata-expired": rule(
    "A request for the metadata of an expired access token returns 404.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    await account.freeze(demoTime);
    const { access_token: token } = tokensOf(await refresh(platform, account));
    await account.advance(1_799_999);
    expect((await metadata(platform, token)).status).toBe(200);
    await account.advance(1);
    expectNotFound(await metadata(platform, token));
  }),
  "expired-is-forgotten": rule(
    "When a new access token is issued for an account, the account's access tokens and codes that expired more than 30 days ago become " +
      "unknown.",
    "assumed",
  )(async (platform) => {
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
  }),

  // Refresh token metadata
  "refresh-token-metadata": rule(
    "The metadata of a refresh token contains the token, its type, the account, the user, the app's client id and the scopes. The " +
      "request needs no Authorization header.",
    "documented",
  )(async (platform) => {
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
  }),
  "refresh-token-metadata-unknown": rule(
    "If the token is unknown or deleted, or is an access token, the response is a 404 with an Error object.",
    "assumed",
  )(async (platform) => {
    const { accountId, accessToken, refreshToken } = await install(platform);
    await deleteRefreshToken(platform, refreshToken);
    for (const token of [`nothing-${accountId}`, "nothing", "nothing-999999999999", accessToken, refreshToken]) {
      expectNotFound(await refreshTokenMetadata(platform, token));
    }
  }),

  // Deleting refresh tokens
  "delete-refresh-token": rule(
    "A request that deletes a refresh token returns 204 without a body. It does not require an Authorization header.",
    "documented",
  )(async (platform) => {
    const account = await install(platform);
    const { status, body } = await deleteRefreshToken(platform, account.refreshToken);
    expect([status, body]).toEqual([204, undefined]);
  }),
  "delete-refresh-token-leaves-access-tokens": rule("After a refresh token is deleted, the access tokens issued with it remain valid.", {
    grade: "described",
    source: "platform description, States and transitions",
  })(async (platform) => {
    const account = await install(platform);
    const { access_token } = tokensOf(await refresh(platform, account));
    await deleteRefreshToken(platform, account.refreshToken);
    expect(await statusWith(platform, account.accessToken)).toBe(200);
    expect(await statusWith(platform, access_token)).toBe(200);
  }),
  "delete-refresh-token-alone": rule("Deleting a refresh token does not uninstall the app. A user can authorize the app again.", {
    grade: "described",
    source: "platform description, States and transitions",
  })(async (platform) => {
    const account = await install(platform);
    await deleteRefreshToken(platform, account.refreshToken);
    tokensOf(await exchange(platform, account, await newCode(platform, account)));
  }),
  "delete-refresh-token-unknown": rule(
    "A request to delete an unknown or already deleted refresh token returns 404.",
    "assumed",
  )(async (platform) => {
    const { accountId, refreshToken, accessToken } = await install(platform);
    for (const token of [`nothing-${accountId}`, "nothing", accessToken]) expectNotFound(await deleteRefreshToken(platform, token));
    expect((await deleteRefreshToken(platform, refreshToken)).status).toBe(204);
    expectNotFound(await deleteRefreshToken(platform, refreshToken));
  }),
});
