import { expect } from "vitest";
import { rule, rules } from "../rules.ts";
import { deleteRefreshToken, expectRejected, install, refresh, statusWith, tokensOf } from "./flow.ts";

export const refreshRules = rules("oauthV1", {
  "refresh-gives-access-token": rule("Exchanging a refresh token returns a new access token, which is valid.", {
    grade: "described",
    source: "platform description, Authentication 3",
  })(async (platform) => {
    const account = await install(platform);
    const { access_token } = tokensOf(await refresh(platform, account));
    expect(access_token).not.toBe(account.accessToken);
    expect(await statusWith(platform, access_token)).toBe(200);
  }),
  "refresh-keeps-refresh-token": rule(
    "The response to a refresh contains the same refresh token.",
    "observed",
  )(async (platform) => {
    const account = await install(platform);
    for (const _ of [1, 2]) expect(tokensOf(await refresh(platform, account)).refresh_token).toBe(account.refreshToken);
  }),
  "refresh-leaves-older-access-token": rule(
    "After a refresh, earlier access tokens remain valid until they expire.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    tokensOf(await refresh(platform, account));
    expect(await statusWith(platform, account.accessToken)).toBe(200);
  }),
  "refresh-token-unknown": rule("An unknown refresh token is rejected with BAD_REFRESH_TOKEN and `invalid_grant`.", {
    grade: "described",
    source: "platform description, Errors 4",
  })(async (platform) => {
    const account = await install(platform);
    for (const token of [`na1-00000000-0000-4000-8000-${String(account.accountId).padStart(12, "0")}`, "nothing", account.accessToken]) {
      expectRejected(await refresh(platform, account, { refresh_token: token }), "BAD_REFRESH_TOKEN", "invalid_grant");
    }
  }),
  "refresh-token-deleted": rule("A deleted refresh token is rejected with BAD_REFRESH_TOKEN.", {
    grade: "described",
    source: "platform description, States and transitions",
  })(async (platform) => {
    const account = await install(platform);
    await deleteRefreshToken(platform, account.refreshToken);
    expectRejected(await refresh(platform, account), "BAD_REFRESH_TOKEN", "invalid_grant");
  }),
  "refresh-token-of-another-client": rule(
    "A refresh token that was issued to another app is rejected with BAD_REFRESH_TOKEN.",
    "assumed",
  )(async (platform) => {
    const owner = await install(platform);
    for (const other of [await owner.installApp(), await install(platform)]) {
      expectRejected(await refresh(platform, other, { refresh_token: owner.refreshToken }), "BAD_REFRESH_TOKEN", "invalid_grant");
      tokensOf(await refresh(platform, other));
    }
    tokensOf(await refresh(platform, owner));
  }),
});
