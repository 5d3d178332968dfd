/** The parts of an OAuth flow that client libraries do not cover: the account, and the user's decision. */
import assert from "node:assert/strict";

export const baseUrl = process.env["MOCK_URL"] ?? "";
export const authorizePath = "/oauth/authorize";
export const tokenPath = "/oauth/2026-03/token";

export async function createApp(redirectUri) {
  const response = await fetch(`${baseUrl}/__mock/v1/accounts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ scopes: ["oauth", "content"], redirectUris: [redirectUri] }),
  });
  assert.equal(response.status, 201);
  const { app } = await response.json();
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
