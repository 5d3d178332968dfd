import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthorizationCode } from "simple-oauth2";
import { authorizePath, baseUrl, callApi, createApp, decide, tokenPath } from "./app.js";

const redirectUri = "https://app.example/callback";
const app = await createApp(redirectUri);
const client = clientWith(app.clientSecret, "body");

function clientWith(secret, authorizationMethod) {
  return new AuthorizationCode({
    client: { id: app.clientId, secret },
    auth: { tokenHost: baseUrl, tokenPath, authorizePath },
    options: { authorizationMethod },
  });
}

async function authorize() {
  const callback = await decide(client.authorizeURL({ redirect_uri: redirectUri, scope: "content", state: "s1" }));
  assert.equal(callback.searchParams.get("state"), "s1");
  return { code: callback.searchParams.get("code"), redirect_uri: redirectUri };
}

/** Returns the response body, which the library's error contains in `data.payload`. */
function rejectedAs(error) {
  return ({ data }) => {
    assert.equal(data.payload.error, error);
    return true;
  };
}

test("simple-oauth2 exchanges a code, and refreshes the tokens", async () => {
  const accessToken = await client.getToken(await authorize());
  assert.equal(accessToken.expired(), false);
  assert.equal(await callApi(accessToken.token.access_token), 200);
  const refreshed = await accessToken.refresh();
  assert.notEqual(refreshed.token.access_token, accessToken.token.access_token);
  assert.equal(await callApi(refreshed.token.access_token), 200);
});

test("simple-oauth2 reports a code that has already been used", async () => {
  const grant = await authorize();
  await client.getToken(grant);
  await assert.rejects(client.getToken(grant), rejectedAs("invalid_grant"));
});

test("simple-oauth2 reports a redirect URI that does not match", async () => {
  const grant = await authorize();
  await assert.rejects(client.getToken({ ...grant, redirect_uri: "https://app.example/other" }), rejectedAs("invalid_grant"));
});

test("simple-oauth2 reports an unknown refresh token", async () => {
  const unknown = client.createToken({ refresh_token: "unknown" });
  await assert.rejects(unknown.refresh(), rejectedAs("invalid_grant"));
});

test("simple-oauth2 reports a wrong client secret", async () => {
  const grant = await authorize();
  await assert.rejects(clientWith("wrong", "body").getToken(grant), rejectedAs("invalid_client"));
});

test("simple-oauth2 reports that HTTP Basic authentication, its default, is not supported", async () => {
  const grant = await authorize();
  await assert.rejects(clientWith(app.clientSecret, "header").getToken(grant), ({ data }) => {
    assert.match(data.payload.error_description, /^send the credentials as client_id and client_secret in the form/);
    return true;
  });
});
