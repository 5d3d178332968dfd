/** What the programs need from the mock: its URL, an account, and the user's decision in an OAuth flow. */
import assert from "node:assert/strict";
import { scopeOf, serviceName } from "./names.js";

export { scopeOf, serviceName };

export const baseUrl = process.env["MOCK_URL"] ?? "";
export const serviceDefined = `${serviceName.toUpperCase()}_DEFINED`;
export const authorizePath = "/oauth/authorize";
export const tokenPath = "/oauth/2026-03/token";

/** Calls the control API. */
export async function control(method, path, body) {
  const response = await fetch(`${baseUrl}/__mock/v1/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  return response.status === 204 ? undefined : await response.json();
}

/** Creates an account whose app has all scopes, unless the input lists them. */
export function createAccount(input = {}) {
  return control("POST", "accounts", input);
}

export async function createApp(redirectUri) {
  const { app } = await createAccount({ scopes: ["oauth", "content"], redirectUris: [redirectUri] });
  return app;
}

/** Opens an install URL, and approves or denies the app's request. Returns the URL to which the user is redirected. */
export async function decide(installUrl, decision = "approve") {
  const url = new URL(installUrl);
  url.searchParams.set("decision", decision);
  const response = await fetch(url, { redirect: "manual" });
  assert.equal(response.status, 302, await response.text());
  return new URL(response.headers.get("location") ?? "");
}

export async function callApi(accessToken) {
  const response = await fetch(`${baseUrl}/cos-domains/v1/domains`, { headers: { authorization: `Bearer ${accessToken}` } });
  await response.arrayBuffer();
  return response.status;
}
