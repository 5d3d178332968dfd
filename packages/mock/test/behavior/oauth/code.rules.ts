import { expect } from "vitest";
import { demoTime } from "../platform.ts";
import { rule, rules } from "../rules.ts";
import { exchange, expectRejected, install, newCode, redirectUri, refresh, statusWith, tokensOf } from "./flow.ts";

const scopes = "tickets transactional-email";
const minute = 60_000;
// This pair is the example in RFC 7636, appendix B.
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const hashed = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const challenges = [
  [hashed, "S256"],
  [verifier, "plain"],
] as const;

export const codeRules = rules("oauthV1", {
  "code-gives-first-tokens": rule(
    "Exchanging a code returns a valid access token and a refresh token, which can be exchanged for further access tokens.",
    { grade: "described", source: "platform description, Authentication 2" },
  )(async (platform) => {
    const account = await install(platform);
    const first = tokensOf(await exchange(platform, account, await newCode(platform, account, { scopes })));
    expect(await statusWith(platform, first.access_token)).toBe(200);
    const next = tokensOf(await refresh(platform, account, { refresh_token: first.refresh_token }));
    expect(await statusWith(platform, next.access_token)).toBe(200);
  }),
  "code-works-once": rule(
    "A code that has already been used is rejected with BAD_AUTH_CODE.",
    "observed",
  )(async (platform) => {
    const account = await install(platform);
    const code = await newCode(platform, account);
    tokensOf(await exchange(platform, account, code));
    expectRejected(await exchange(platform, account, code), "BAD_AUTH_CODE", "invalid_grant");
  }),
  "code-used-twice-revokes": rule(
    "If a code is used a second time, the refresh token from the first exchange and all access tokens issued with it are revoked.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const code = await newCode(platform, account, { scopes });
    const first = tokensOf(await exchange(platform, account, code));
    const next = tokensOf(await refresh(platform, account, { refresh_token: first.refresh_token }));
    expect(await statusWith(platform, next.access_token)).toBe(200);
    await exchange(platform, account, code);
    expect(await statusWith(platform, first.access_token)).toBe(401);
    expect(await statusWith(platform, next.access_token)).toBe(401);
    expectRejected(await refresh(platform, account, { refresh_token: first.refresh_token }), "BAD_REFRESH_TOKEN", "invalid_grant");
    // Tokens from another grant of the same app remain valid.
    expect(await statusWith(platform, account.accessToken)).toBe(200);
    tokensOf(await refresh(platform, account));
  }),
  "code-of-two-at-once-one-wins": rule(
    "If the same code is exchanged twice at the same time, at most one of the two exchanges succeeds.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const code = await newCode(platform, account);
    const responses = await Promise.all([exchange(platform, account, code), exchange(platform, account, code)]);
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400]);
  }),
  "code-unknown": rule(
    'An unknown code is rejected with BAD_AUTH_CODE, `invalid_grant` and the message "missing or unknown auth code".',
    "observed",
  )(async (platform) => {
    const account = await install(platform);
    for (const code of [`na1-00000000-0000-4000-8000-${String(account.accountId).padStart(12, "0")}`, "nothing"]) {
      const response = await exchange(platform, account, code);
      expectRejected(response, "BAD_AUTH_CODE", "invalid_grant");
      expect(response.body.message).toBe("missing or unknown auth code");
    }
  }),
  "code-lasts-ten-minutes": rule(
    "A code can be exchanged within ten minutes.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    await account.freeze(demoTime);
    const [early, late] = [await newCode(platform, account), await newCode(platform, account)];
    await account.advance(10 * minute - 1);
    expect((await exchange(platform, account, early)).status).toBe(200);
    await account.advance(1);
    expect((await exchange(platform, account, late)).status).toBe(400);
  }),
  "code-expired": rule(
    "An expired code is rejected with EXPIRED_AUTH_CODE and `invalid_grant`.",
    "observed",
  )(async (platform) => {
    const account = await install(platform);
    await account.freeze(demoTime);
    const code = await newCode(platform, account);
    await account.advance(10 * minute);
    expectRejected(await exchange(platform, account, code), "EXPIRED_AUTH_CODE", "invalid_grant");
  }),
  "code-of-another-client": rule(
    "A code that was issued to another app is rejected with BAD_AUTH_CODE, and remains valid for that app.",
    "assumed",
  )(async (platform) => {
    const owner = await install(platform);
    const code = await newCode(platform, owner);
    for (const other of [await owner.installApp({ redirectUris: [redirectUri] }), await install(platform)]) {
      expectRejected(await exchange(platform, other, code), "BAD_AUTH_CODE", "invalid_grant");
    }
    tokensOf(await exchange(platform, owner, code));
  }),
  "code-redirect-uri-differs": rule(
    "A redirect URI that differs from the one used for authorization is rejected with MISMATCH_REDIRECT_URI_AUTH_CODE and " +
      "`invalid_grant`.",
    "observed",
  )(async (platform) => {
    const account = await install(platform);
    const response = await exchange(platform, account, await newCode(platform, account), { redirect_uri: "https://else.example/" });
    expectRejected(response, "MISMATCH_REDIRECT_URI_AUTH_CODE", "invalid_grant");
  }),
  "code-redirect-uri-is-exact": rule(
    "Redirect URIs are compared character by character. After an exchange with a different redirect URI, the code remains valid.",
    "assumed",
  )(async (platform) => {
    const second = "https://traildesk.example/oauth/second";
    const account = await platform.account({ redirectUris: [redirectUri, second] });
    const code = await newCode(platform, account);
    for (const uri of [second, `${redirectUri}/`, redirectUri.replace("https", "HTTPS")]) {
      expect((await exchange(platform, account, code, { redirect_uri: uri })).status).toBe(400);
    }
    tokensOf(await exchange(platform, account, code));
  }),
  "code-verifier": rule(
    "If the install URL contained a `code_challenge` with the method `S256` or `plain`, the code can be exchanged only with the " +
      "matching `code_verifier`.",
    "documented",
  )(async (platform) => {
    const account = await install(platform);
    for (const [challenge, method] of challenges) {
      const code = await newCode(platform, account, { code_challenge: challenge, code_challenge_method: method });
      tokensOf(await exchange(platform, account, code, { code_verifier: verifier }));
    }
  }),
  "code-verifier-plain-by-default": rule("The default `code_challenge_method` is `plain`.", {
    grade: "assumed",
    source: "RFC 7636, section 4.3",
  })(async (platform) => {
    const account = await install(platform);
    const code = await newCode(platform, account, { code_challenge: verifier });
    tokensOf(await exchange(platform, account, code, { code_verifier: verifier }));
  }),
  "code-verifier-rejected": rule(
    "If the `code_verifier` is missing or wrong, or if the install URL contained no `code_challenge`, the exchange is rejected with " +
      "BAD_CODE_VERIFIER and `invalid_grant`, and the code remains valid.",
    { grade: "assumed", source: "RFC 7636, section 4.6; RFC 9700, section 2.1.1" },
  )(async (platform) => {
    const account = await install(platform);
    for (const [challenge, method] of challenges) {
      const code = await newCode(platform, account, { code_challenge: challenge, code_challenge_method: method });
      for (const wrong of [undefined, "", verifier.toUpperCase(), `${verifier}x`, hashed]) {
        expectRejected(await exchange(platform, account, code, { code_verifier: wrong }), "BAD_CODE_VERIFIER", "invalid_grant");
      }
      tokensOf(await exchange(platform, account, code, { code_verifier: verifier }));
    }
    const code = await newCode(platform, account);
    expectRejected(await exchange(platform, account, code, { code_verifier: verifier }), "BAD_CODE_VERIFIER", "invalid_grant");
    tokensOf(await exchange(platform, account, code));
  }),
});
