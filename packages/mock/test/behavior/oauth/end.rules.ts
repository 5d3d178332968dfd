import { expect } from "vitest";
import type { Platform, TestAccount, TestResponse } from "../platform.ts";
import { rule, rules } from "../rules.ts";
import { deleteRefreshToken, install, metadata, refresh, refreshTokenMetadata } from "./flow.ts";

rules("oauthV1", {
  "oauth-announces-its-end": rule(
    "Responses from the four OAuth v1 operations have `Deprecation` and `Sunset` headers.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const served = await allFour(platform, account);
    const rejected = [
      await refresh(platform, account),
      await metadata(platform, "nothing"),
      await refreshTokenMetadata(platform, "nothing"),
      await deleteRefreshToken(platform, "nothing"),
    ];
    expect([...served, ...rejected].map(({ status }) => status)).toEqual([200, 200, 200, 204, 400, 404, 404, 404]);
    for (const { headers } of [...served, ...rejected]) {
      // `Deprecation` is a time in seconds (RFC 9745), and `Sunset` is an HTTP date (RFC 8594).
      expect(headers.get("deprecation")).toMatch(/^@\d+$/);
      expect(headers.get("sunset")).toBe("Tue, 16 Feb 2027 00:00:00 GMT");
    }
  }),
  "oauth-ends": rule(
    "The four OAuth v1 operations work until 2027-02-16. From that day on, they return 410, like other sunset interfaces.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    await account.freeze("2027-02-15T23:59:59.999Z");
    expect((await allFour(platform, account)).map(({ status }) => status)).toEqual([200, 200, 200, 204]);
    await account.advance(1);
    for (const { status, body } of await allFour(platform, account)) {
      expect([status, body.category]).toEqual([410, "SUNSET_INTERFACE"]);
      expect(body.message).toContain("2027-02-16");
      expect(body.message).toContain("OAuth 2026-03 token interface");
    }
  }),
});

async function allFour(platform: Platform, account: TestAccount): Promise<TestResponse[]> {
  const refreshed = await refresh(platform, account);
  const token = refreshed.body.access_token ?? account.accessToken;
  return [
    refreshed,
    await metadata(platform, token),
    await refreshTokenMetadata(platform, account.refreshToken),
    await deleteRefreshToken(platform, account.refreshToken),
  ];
}
