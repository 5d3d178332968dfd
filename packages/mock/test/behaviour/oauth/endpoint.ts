import { expect } from "vitest";
import { demoTime, type Rows } from "../rows.ts";
import { exchange, expectRejected, install, newCode, redirectUri, refresh, statusWith, tokenPath, tokensOf } from "./flow.ts";

const half = 1_800_000;
const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

export const endpointRows: Rows = {
  "token-response": async (platform) => {
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
  },
  "token-response-describes-the-account": async (platform) => {
    const account = await install(platform, { scopes: ["content", "tickets"], userId: 90211 });
    const facts = { hub_id: account.accountId, user_id: 90211, token_use: "access_token" };
    expect((await exchange(platform, account, await newCode(platform, account))).body).toMatchObject({ ...facts, scopes: ["tickets"] });
    expect((await refresh(platform, account)).body).toMatchObject({ ...facts, scopes: ["content", "tickets"] });
  },
  "token-lasts-half-an-hour": async (platform) => {
    const account = await install(platform);
    await account.freeze(demoTime);
    const { status, body } = await refresh(platform, account);
    expect([status, body.expires_in]).toEqual([200, 1800]);
    await account.advance(half - 1);
    expect(await statusWith(platform, body.access_token)).toBe(200);
    await account.advance(1);
    const late = await platform.call({ path: "/email/public/v1/smtpapi/tokens", token: body.access_token });
    expect([late.status, late.body.category]).toEqual([401, "EXPIRED_AUTHENTICATION"]);
  },
  "token-size": async (platform) => {
    const { access_token } = tokensOf(await refresh(platform, await install(platform)));
    expect(access_token).toMatch(/^[\w.~-]{1,512}$/);
  },
  "token-shape": async (platform) => {
    const account = await install(platform);
    const code = await newCode(platform, account);
    expect(code).toMatch(new RegExp(`^na1-${uuid}$`));
    expect(tokensOf(await exchange(platform, account, code)).refresh_token).toMatch(new RegExp(`^na1-${uuid}$`));
  },
  "token-client-in-form": async (platform) => {
    const { app, refreshToken } = await install(platform);
    const authorization = `Basic ${btoa(`${app.clientId}:${app.clientSecret}`)}`;
    const form = { grant_type: "refresh_token", refresh_token: refreshToken };
    expectRejected(await platform.call({ path: tokenPath, form, headers: { authorization } }), "BAD_REQUEST", "invalid_request");
  },
  "token-basic-credentials": async (platform) => {
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
  },
  "token-no-store": async (platform) => {
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
  },
  "token-form-only": async (platform) => {
    const { app, refreshToken } = await install(platform);
    const body = { grant_type: "refresh_token", refresh_token: refreshToken, client_id: app.clientId, client_secret: app.clientSecret };
    const response = await platform.call({ path: tokenPath, body });
    expect([response.status, response.body.category]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  },
  "token-form-too-large": async (platform) => {
    const account = await install(platform);
    const response = await refresh(platform, account, { refresh_token: "x".repeat(11 * 1024 * 1024) });
    expect([response.status, response.body.category]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  },
  "token-client-id-unknown": async (platform) => {
    const account = await install(platform);
    const { clientId } = account.app;
    const unknown = clientId.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    for (const id of [unknown, `${clientId.slice(0, -12)}999999999999`, "unknown"]) {
      expectRejected(await refresh(platform, account, { client_id: id }), "BAD_CLIENT_ID", "invalid_client");
    }
  },
  "token-client-secret-wrong": async (platform) => {
    const account = await install(platform);
    expectRejected(await refresh(platform, account, { client_secret: "wrong" }), "BAD_CLIENT_SECRET", "invalid_client");
  },
  "token-client-before-grant": async (platform) => {
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
  },
  "token-grant-type": async (platform) => {
    const account = await install(platform);
    for (const type of [undefined, "password", "Refresh_Token"]) {
      expectRejected(await refresh(platform, account, { grant_type: type }), "BAD_GRANT_TYPE", "unsupported_grant_type");
    }
  },
  "token-field-missing": async (platform) => {
    const account = await install(platform);
    for (const field of ["refresh_token", "client_id", "client_secret"]) {
      expectRejected(await refresh(platform, account, { [field]: undefined }), "BAD_REQUEST", "invalid_request");
    }
    const code = await newCode(platform, account);
    for (const field of ["code", "redirect_uri", "client_id", "client_secret"]) {
      expectRejected(await exchange(platform, account, code, { [field]: undefined }), "BAD_REQUEST", "invalid_request");
    }
    tokensOf(await exchange(platform, account, code));
  },
  "token-field-empty": async (platform) => {
    const account = await install(platform);
    expectRejected(await refresh(platform, account, { client_secret: "" }), "BAD_REQUEST", "invalid_request");
    expectRejected(await refresh(platform, account, { grant_type: "" }), "BAD_GRANT_TYPE", "unsupported_grant_type");
  },
  "token-errors-have-both-forms": async (platform) => {
    const account = await install(platform);
    const { status, headers, body } = await refresh(platform, account, { refresh_token: "nothing" });
    const message = "missing or invalid refresh token";
    expect([status, body]).toEqual([400, { error: "invalid_grant", error_description: message, status: "BAD_REFRESH_TOKEN", message }]);
    expect(headers.get("content-type")).toBe("application/json;charset=utf-8");
  },
  "token-errors-say-what": async (platform) => {
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
  },
};
