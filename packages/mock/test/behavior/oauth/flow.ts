import { expect } from "vitest";
import type { Platform, TestAccount, TestResponse } from "../platform.ts";

export const redirectUri = "https://traildesk.example/oauth/callback";
export const authorizePath = "/oauth/authorize";
export const tokenPath = "/oauth/v1/token";
export const newTokenPath = "/oauth/2026-03/token";
export const introspectPath = `${newTokenPath}/introspect`;

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

export function install(platform: Platform, options: Readonly<Record<string, unknown>> = {}): Promise<TestAccount> {
  return platform.account({ redirectUris: [redirectUri], ...options });
}

/** Omits parameters that are `undefined`. */
export function authorize(
  platform: Platform,
  { app }: TestAccount,
  parameters: Readonly<Record<string, string | undefined>> = {},
): Promise<TestResponse> {
  const all = { client_id: app.clientId, redirect_uri: redirectUri, scopes: "tickets", ...parameters };
  return platform.call({ path: authorizePath, query: withoutUndefined(all) });
}

export function redirectParameters(response: TestResponse): Readonly<Record<string, string>> {
  expect(response.status).toBe(302);
  const location = new URL(response.headers.get("location") ?? "");
  expect(`${location.origin}${location.pathname}`).toBe(redirectUri);
  return Object.fromEntries(location.searchParams);
}

export function expectErrorPage(response: TestResponse): void {
  expect(response.status).toBe(400);
  expect(response.headers.get("location")).toBeNull();
  expect(response.headers.get("content-type")).toMatch(/^text\/html/);
  expect(response.body).toContain("<h1>");
}

export async function newCode(
  platform: Platform,
  account: TestAccount,
  parameters: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code } = redirectParameters(await authorize(platform, account, { ...parameters, decision: "approve" }));
  expect(code).toBeTypeOf("string");
  return code as string;
}

export function exchange(
  platform: Platform,
  { app }: TestAccount,
  code: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<TestResponse> {
  const form = {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    client_id: app.clientId,
    client_secret: app.clientSecret,
  };
  return platform.call({ path: tokenPath, form: withoutUndefined({ ...form, ...changes }) });
}

type Changes = Readonly<Record<string, string | undefined>>;

export function refresh(platform: Platform, { app, refreshToken }: TestAccount, changes: Changes = {}): Promise<TestResponse> {
  const form = { grant_type: "refresh_token", refresh_token: refreshToken, client_id: app.clientId, client_secret: app.clientSecret };
  return platform.call({ path: tokenPath, form: withoutUndefined({ ...form, ...changes }) });
}

export function refreshNew(platform: Platform, account: TestAccount, changes: Changes = {}): Promise<TestResponse> {
  return asClient(platform, account, newTokenPath, { grant_type: "refresh_token", refresh_token: account.refreshToken, ...changes });
}

export function clientToken(platform: Platform, account: TestAccount, changes: Changes = {}): Promise<TestResponse> {
  return asClient(platform, account, newTokenPath, { grant_type: "client_credentials", ...changes });
}

export function introspect(platform: Platform, account: TestAccount, token: string, changes: Changes = {}): Promise<TestResponse> {
  return asClient(platform, account, introspectPath, { token, ...changes });
}

export function revoke(platform: Platform, account: TestAccount, token: string, changes: Changes = {}): Promise<TestResponse> {
  return asClient(platform, account, `${newTokenPath}/revoke`, { token, ...changes });
}

function asClient(platform: Platform, { app }: TestAccount, path: string, fields: Changes): Promise<TestResponse> {
  return platform.call({ path, form: withoutUndefined({ client_id: app.clientId, client_secret: app.clientSecret, ...fields }) });
}

export function tokensOf({ status, body }: TestResponse): Tokens {
  expect([status, body]).toEqual([200, expect.objectContaining({ access_token: expect.any(String), refresh_token: expect.any(String) })]);
  return body;
}

export function expectRejected({ status, body }: TestResponse, name: string, error: string): void {
  expect([status, body]).toEqual([400, expect.objectContaining({ status: name, error })]);
}

export async function statusWith(platform: Platform, token: string): Promise<number> {
  return (await platform.call({ path: "/email/public/v1/smtpapi/tokens", token })).status;
}

export function metadata(platform: Platform, token: string): Promise<TestResponse> {
  return platform.call({ path: `/oauth/v1/access-tokens/${token}` });
}

export function refreshTokenMetadata(platform: Platform, token: string): Promise<TestResponse> {
  return platform.call({ path: `/oauth/v1/refresh-tokens/${token}` });
}

export function deleteRefreshToken(platform: Platform, token: string): Promise<TestResponse> {
  return platform.call({ method: "DELETE", path: `/oauth/v1/refresh-tokens/${token}` });
}

function withoutUndefined(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
