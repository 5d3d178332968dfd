import { createHash } from "node:crypto";
import { createClient, OAuthError } from "@crm-platform/client";
import { authorizeUrl, codeFromCallback, exchangeCode, pkce, randomState, refreshTokenAuth } from "@crm-platform/client/auth";
import { createMock } from "@crm-platform/mock";
import { describe, expect, test } from "vitest";
import { recording } from "./recording.ts";
import { failureOf } from "./service.ts";

const redirectUri = "https://app.example/callback";

/** Acts as the user's browser: opens the page, sends the decision and follows the redirect. */
async function consent(decision: "approve" | "deny") {
  const mock = await createMock();
  const { app } = await mock.account({ scopes: ["content"], redirectUris: [redirectUri] });
  const { clientId, clientSecret } = app;
  const state = randomState();
  const { codeVerifier, codeChallenge } = await pkce();
  const options = { baseUrl: mock.url, clientId, redirectUri, scopes: ["content"], optionalScopes: ["social"], state, codeChallenge };
  const page = await mock.fetch(`${authorizeUrl(options)}&decision=${decision}`);
  const reach = { baseUrl: mock.url, fetch: mock.fetch, clientId, clientSecret, logLevel: "off" as const };
  return { callback: page.headers.get("location") ?? "", state, codeVerifier, reach };
}

describe("the authorization code flow", () => {
  test("the authorization code flow works from the install URL to the first call", async () => {
    const { callback, state, codeVerifier, reach } = await consent("approve");
    const code = codeFromCallback(callback, state);
    const tokens = await exchangeCode({ ...reach, redirectUri, code, codeVerifier });
    const initial = { accessToken: tokens.access_token, expiresInMs: tokens.expires_in * 1000 };
    const accessToken = refreshTokenAuth({ ...reach, refreshToken: tokens.refresh_token, initial });
    const client = createClient({ baseUrl: reach.baseUrl, fetch: reach.fetch, accessToken });
    expect((await client.domainsV1.list()).total).toBe(0);
  });

  test("rejects a missing or wrong code verifier", async () => {
    const { callback, state, codeVerifier, reach } = await consent("approve");
    const code = codeFromCallback(callback, state);
    for (const wrong of [undefined, (await pkce()).codeVerifier]) {
      const error = await failureOf(exchangeCode({ ...reach, redirectUri, code, ...(wrong && { codeVerifier: wrong }) }));
      expect(error).toBeInstanceOf(OAuthError);
      expect(error).toMatchObject({ category: "invalid_grant", message: expect.stringContaining("code verifier") });
    }
    await exchangeCode({ ...reach, redirectUri, code, codeVerifier });
  });

  test("rejects the second use of a code, without retrying", async () => {
    const { callback, state, codeVerifier, reach } = await consent("approve");
    const code = codeFromCallback(callback, state);
    await exchangeCode({ ...reach, redirectUri, code, codeVerifier });
    const error = await failureOf(exchangeCode({ ...reach, redirectUri, code, codeVerifier }));
    expect(error).toBeInstanceOf(OAuthError);
    expect(error).toMatchObject({ category: "invalid_grant", attempts: 1 });
  });

  test("does not retry an exchange whose response is lost", async () => {
    const { requests, fetch } = recording(() => {
      throw new TypeError("reset");
    });
    const options = { baseUrl: "http://s.example", fetch, clientId: "c", clientSecret: "s", redirectUri, code: "x", codeVerifier: "v" };
    expect(await failureOf(exchangeCode(options))).toMatchObject({ name: "NetworkError", attempts: 1 });
    expect(Object.fromEntries(new URLSearchParams(await requests[0]?.text()))).toEqual({
      grant_type: "authorization_code",
      code: "x",
      redirect_uri: redirectUri,
      client_id: "c",
      client_secret: "s",
      code_verifier: "v",
    });
  });

  test("throws if the user denies access", async () => {
    const { callback, state } = await consent("deny");
    expect(() => codeFromCallback(callback, state)).toThrow("access_denied");
  });

  test.each(["another", "", " "])("rejects the state %j", async (other) => {
    const { callback, state } = await consent("approve");
    expect(() => codeFromCallback(callback, other)).toThrow("state");
    expect(() => codeFromCallback(callback.replace(state, ""), state)).toThrow("state");
  });
});

test("an empty expected state is rejected", () => {
  expect(() => codeFromCallback("https://x.example/cb?code=EVIL&state=", "")).toThrow("state");
});

test("accepts a callback URL without a scheme and host, and does not leak the code in an invalid URL", () => {
  expect(codeFromCallback("/callback?code=c&state=s", "s")).toBe("c");
  const attempt = (): string => codeFromCallback("http://:bad/callback?code=HIDDEN&state=s", "s");
  expect(attempt).toThrow("The callback URL is invalid");
  expect(attempt).not.toThrow("HIDDEN");
});

test("a response without an access token is a ParseError", async () => {
  const fetch = () => Response.json({ token_type: "bearer" });
  const options = { baseUrl: "http://s.example", fetch, clientId: "c", clientSecret: "s", redirectUri, code: "x" };
  expect(await failureOf(exchangeCode(options))).toMatchObject({ name: "ParseError", operationId: "oauth.createToken" });
});

test("logs the deprecation of OAuth v1", async () => {
  const fetch = () => Response.json({ access_token: "a", refresh_token: "r", expires_in: 1 }, { headers: { deprecation: "@1" } });
  const warnings: string[] = [];
  const logger = { debug() {}, info() {}, warn: (message: string) => void warnings.push(message) };
  const options = { baseUrl: "http://s.example", fetch, clientId: "c", clientSecret: "s", oauthVersion: "v1", logger } as const;
  await exchangeCode({ ...options, redirectUri, code: "x" });
  await refreshTokenAuth({ ...options, refreshToken: "r" })({});
  expect(warnings).toEqual(Array(2).fill(expect.stringContaining("oauthV1.createToken is deprecated")));
});

describe("the install URL", () => {
  const given = { baseUrl: "https://service.example/base/", clientId: "c&d", redirectUri, scopes: ["a", "b"], state: "s=1" };

  test("contains the encoded options", () => {
    const url = new URL(authorizeUrl(given));
    expect(url.origin + url.pathname).toBe("https://service.example/base/oauth/authorize");
    expect(Object.fromEntries(url.searchParams)).toEqual({ client_id: "c&d", redirect_uri: redirectUri, scopes: "a b", state: "s=1" });
  });

  test("requires every option that has no default", () => {
    const missing = new TypeError("authorizeUrl: client_id must be a string; received undefined");
    expect(() => authorizeUrl({ ...given, clientId: undefined as never })).toThrow(missing);
  });

  test("contains the optional scopes, the challenge and the challenge method", () => {
    const { searchParams } = new URL(authorizeUrl({ ...given, optionalScopes: ["c"], codeChallenge: "x" }));
    expect(searchParams.get("optional_scopes")).toBe("c");
    expect([searchParams.get("code_challenge"), searchParams.get("code_challenge_method")]).toEqual(["x", "S256"]);
  });
});

test("the challenge is the hash of the verifier (RFC 7636, section 4.2), and both are URL-safe", async () => {
  const { codeVerifier, codeChallenge } = await pkce();
  expect(codeVerifier).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(codeChallenge).toBe(createHash("sha256").update(codeVerifier).digest("base64url"));
});

test("states and verifiers are unique", async () => {
  const made = [...Array.from({ length: 50 }, randomState), (await pkce()).codeVerifier, (await pkce()).codeVerifier];
  expect(new Set(made).size).toBe(52);
});
