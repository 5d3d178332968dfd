import { expect } from "vitest";
import { demoTime } from "../platform.ts";
import { rule, rules } from "../rules.ts";
import { exchange, expectRejected, install, newCode, redirectUri, refresh, statusWith, tokenPath, tokensOf } from "./flow.ts";

const half = 1_800_000;
const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

export const endpointRules = rules("oauthV1", {
  "token-response": rule(
    "The token endpoint returns 200 with an `access_token`, a `refresh_token`, the lifetime of the access token as `expires_in`, and " +
      "the `token_type` bearer.",
    { grade: "described", source: "platform description, OAuth token resources" },
  )(async (platform) => {
    const account = await install(platform);
    const required = {
      token_type: "bearer",
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: expect.any(Number),
    };
    for (const response of [await exchange(platform, account, await newCode(platform, account)), await refresh(platform, account)]) {
      expect([response.status, response.body]).toEqual([200, expect.objectContaining(required)]);
    }
  }),
  "token-response-describes-the-account": rule(
    "The token response also contains `hub_id`, `user_id`, `scopes` and `token_use`.",
    "documented",
  )(async (platform) => {
    const account = await install(platform, { scopes: ["content", "tickets"], userId: 90211 });
    const facts = { hub_id: account.accountId, user_id: 90211, token_use: "access_token" };
    expect((await exchange(platform, account, await newCode(platform, account))).body).toMatchObject({ ...facts, scopes: ["tickets"] });
    expect((await refresh(platform, account)).body).toMatchObject({ ...facts, scopes: ["content", "tickets"] });
  }),
  "token-lasts-half-an-hour": rule(
    "An access token is valid for 1,800 seconds, which is also the value of `expires_in`.",
    "documented",
  )(async (platform) => {
    const account = await install(platform);
    await account.freeze(demoTime);
    const { status, body } = await refresh(platform, account);
    expect([status, body.expires_in]).toEqual([200, 1800]);
    await account.advance(half - 1);
    expect(await statusWith(platform, body.access_token)).toBe(200);
    await account.advance(1);
    const late = await platform.call({ path: "/email/public/v1/smtpapi/tokens", token: body.access_token });
    expect([late.status, late.body.category]).toEqual([401, "EXPIRED_AUTHENTICATION"]);
  }),
  "token-size": rule("An access token consists of at most 512 characters, all of which are URL-safe.", {
    grade: "described",
    source: "platform description, Authentication 5",
  })(async (platform) => {
    const { access_token } = tokensOf(await refresh(platform, await install(platform)));
    expect(access_token).toMatch(/^[\w.~-]{1,512}$/);
  }),
  "token-shape": rule(
    "Codes and refresh tokens consist of a region prefix and a UUID.",
    "documented",
  )(async (platform) => {
    const account = await install(platform);
    const code = await newCode(platform, account);
    expect(code).toMatch(new RegExp(`^na1-${uuid}$`));
    expect(tokensOf(await exchange(platform, account, code)).refresh_token).toMatch(new RegExp(`^na1-${uuid}$`));
  }),
  "token-client-in-form": rule("The app authenticates with form fields. Credentials in a header are not accepted.", {
    grade: "described",
    source: "platform description, Authentication 4",
  })(async (platform) => {
    const { app, refreshToken } = await install(platform);
    const authorization = `Basic ${btoa(`${app.clientId}:${app.clientSecret}`)}`;
    const form = { grant_type: "refresh_token", refresh_token: refreshToken };
    expectRejected(await platform.call({ path: tokenPath, form, headers: { authorization } }), "BAD_REQUEST", "invalid_request");
  }),
  "token-basic-credentials": rule(
    "If an app sends HTTP Basic credentials instead of the form fields, the error message explains that the fields are required.",
    "assumed",
  )(async (platform) => {
    const { app, refreshToken } = await install(platform);
    const headers = { authorization: `Basic ${btoa(`${app.clientId}:${app.clientSecret}`)}` };
    for (const form of [
      { grant_type: "refresh_token", refresh_token: refreshToken },
      { grant_type: "refresh_token", refresh_token: refreshToken, client_id: app.clientId },
      { grant_type: "authorization_code", code: "nothing", redirect_uri: redirectUri },
    ]) {
      const { body } = await platform.call({ path: tokenPath, form, headers });
      expect(body).toMatchObject({
        error: "invalid_request",
        message: expect.stringContaining("in the form, not in an Authorization header"),
      });
      expect(body.error_description).toBe(body.message);
      expect(body.message).toContain("client_id and client_secret");
    }
    const form = { grant_type: "refresh_token", client_id: app.clientId, client_secret: app.clientSecret };
    expect((await platform.call({ path: tokenPath, form, headers })).body.message).toBe("missing or invalid refresh token");
  }),
  "token-no-store": rule(
    "Every response from the token endpoint, including errors, has `Cache-Control: no-store` and `Pragma: no-cache`.",
    { grade: "assumed", source: "RFC 6749, section 5.1" },
  )(async (platform) => {
    const account = await install(platform);
    const ended = await install(platform);
    await ended.freeze("2027-02-16");
    const responses = [
      await refresh(platform, account),
      await exchange(platform, account, await newCode(platform, account)),
      await refresh(platform, account, { refresh_token: "nothing" }),
      await refresh(platform, account, { grant_type: undefined }),
      await refresh(platform, ended),
      await refresh(platform, account, { refresh_token: "x".repeat(11 * 1024 * 1024) }),
      await platform.call({ path: tokenPath, body: {} }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 400, 400, 410, 413, 415]);
    for (const { headers } of responses) {
      expect([headers.get("cache-control"), headers.get("pragma")]).toEqual(["no-store", "no-cache"]);
    }
  }),
  "token-form-only": rule(
    "The token endpoint accepts a URL-encoded form. A request with a JSON body is rejected with status 415 and an Error object.",
    "assumed",
  )(async (platform) => {
    const { app, refreshToken } = await install(platform);
    const body = { grant_type: "refresh_token", refresh_token: refreshToken, client_id: app.clientId, client_secret: app.clientSecret };
    const response = await platform.call({ path: tokenPath, body });
    expect([response.status, response.body.category]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  }),
  "token-form-too-large": rule(
    "An oversized form is rejected with status 413 and an Error object.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const response = await refresh(platform, account, { refresh_token: "x".repeat(11 * 1024 * 1024) });
    expect([response.status, response.body.category]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  }),
  "token-client-id-unknown": rule(
    "An unknown client id is rejected with BAD_CLIENT_ID and `invalid_client`.",
    "observed",
  )(async (platform) => {
    const account = await install(platform);
    const { clientId } = account.app;
    const unknown = clientId.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    for (const id of [unknown, `${clientId.slice(0, -12)}999999999999`, "unknown"]) {
      expectRejected(await refresh(platform, account, { client_id: id }), "BAD_CLIENT_ID", "invalid_client");
    }
  }),
  "token-client-secret-wrong": rule(
    "A wrong client secret is rejected with BAD_CLIENT_SECRET and `invalid_client`.",
    "observed",
  )(async (platform) => {
    const account = await install(platform);
    expectRejected(await refresh(platform, account, { client_secret: "wrong" }), "BAD_CLIENT_SECRET", "invalid_client");
  }),
  "token-client-before-grant": rule(
    "The app is authenticated before the grant is checked. If both the secret and the code are wrong, the error refers to the secret, " +
      "and the code remains unused.",
    "observed",
  )(async (platform) => {
    const account = await install(platform);
    const wrong = { client_secret: "wrong" };
    expectRejected(await exchange(platform, account, "nothing", wrong), "BAD_CLIENT_SECRET", "invalid_client");
    expectRejected(await refresh(platform, account, { ...wrong, refresh_token: "nothing" }), "BAD_CLIENT_SECRET", "invalid_client");
    const code = await newCode(platform, account);
    expectRejected(
      await exchange(platform, account, code, { ...wrong, redirect_uri: "https://else.example" }),
      "BAD_CLIENT_SECRET",
      "invalid_client",
    );
    tokensOf(await exchange(platform, account, code));
  }),
  "token-grant-type": rule(
    "A missing or unsupported grant type, such as `client_credentials`, is rejected with BAD_GRANT_TYPE and `unsupported_grant_type`.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    for (const type of [undefined, "password", "Refresh_Token"]) {
      expectRejected(await refresh(platform, account, { grant_type: type }), "BAD_GRANT_TYPE", "unsupported_grant_type");
    }
  }),
  "token-field-missing": rule(
    "A form without a required field of its grant type is rejected with BAD_REQUEST and `invalid_request`.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    for (const field of ["refresh_token", "client_id", "client_secret"]) {
      expectRejected(await refresh(platform, account, { [field]: undefined }), "BAD_REQUEST", "invalid_request");
    }
    const code = await newCode(platform, account);
    for (const field of ["code", "redirect_uri", "client_id", "client_secret"]) {
      expectRejected(await exchange(platform, account, code, { [field]: undefined }), "BAD_REQUEST", "invalid_request");
    }
    tokensOf(await exchange(platform, account, code));
  }),
  "token-field-empty": rule("A form field with an empty value is treated as missing.", {
    grade: "assumed",
    source: "RFC 6749, section 3.2",
  })(async (platform) => {
    const account = await install(platform);
    expectRejected(await refresh(platform, account, { client_secret: "" }), "BAD_REQUEST", "invalid_request");
    expectRejected(await refresh(platform, account, { grant_type: "" }), "BAD_GRANT_TYPE", "unsupported_grant_type");
  }),
  "token-errors-have-both-forms": rule(
    "Errors from the token endpoint have status 400 and contain `error`, `error_description`, and the legacy fields `status` and " +
      "`message`.",
    { grade: "described", source: "platform description, Errors 4" },
  )(async (platform) => {
    const account = await install(platform);
    const { status, headers, body } = await refresh(platform, account, { refresh_token: "nothing" });
    const message = "missing or invalid refresh token";
    expect([status, body]).toEqual([400, { error: "invalid_grant", error_description: message, status: "BAD_REFRESH_TOKEN", message }]);
    expect(headers.get("content-type")).toBe("application/json;charset=utf-8");
  }),
  "token-errors-say-what": rule(
    "An error message names the field and the problem, and does not repeat the value of the field.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const responses = [
      await refresh(platform, account, { refresh_token: "canary" }),
      await exchange(platform, account, "canary"),
      await refresh(platform, account, { client_id: "canary" }),
      await refresh(platform, account, { client_secret: "canary" }),
      await exchange(platform, account, await newCode(platform, account), { redirect_uri: `${redirectUri}/canary` }),
      await refresh(platform, account, { grant_type: "canary" }),
      await refresh(platform, account, { client_secret: undefined }),
      await exchange(platform, account, await newCode(platform, account, { code_challenge: "x".repeat(43) }), { code_verifier: "canary" }),
    ];
    expect(responses.map(({ body }) => body.message)).toEqual([
      "missing or invalid refresh token",
      "missing or unknown auth code",
      "missing or invalid client id",
      "missing or invalid client secret",
      "redirect URI differs from the one in the authorization request",
      "missing or invalid grant type",
      "missing or invalid client secret",
      "missing or invalid code verifier",
    ]);
    for (const { body } of responses) expect(JSON.stringify(body)).not.toContain("canary");
  }),
});
