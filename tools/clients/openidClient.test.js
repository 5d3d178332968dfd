import assert from "node:assert/strict";
import { test } from "node:test";
import * as client from "openid-client";
import { authorizePath, baseUrl, callApi, createApp, decide, tokenPath } from "./app.js";

const redirectUri = "https://app.example/callback";
const server = {
  issuer: baseUrl,
  authorization_endpoint: baseUrl + authorizePath,
  token_endpoint: baseUrl + tokenPath,
  introspection_endpoint: `${baseUrl}${tokenPath}/introspect`,
  revocation_endpoint: `${baseUrl}${tokenPath}/revoke`,
};
const app = await createApp(redirectUri);
const config = configure(client.ClientSecretPost(app.clientSecret));

function configure(authentication) {
  const configuration = new client.Configuration(server, app.clientId, {}, authentication);
  client.allowInsecureRequests(configuration);
  return configuration;
}

async function authorize(decision) {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const installUrl = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: "content",
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
  });
  return { callback: await decide(installUrl, decision), checks: { pkceCodeVerifier: verifier, expectedState: state } };
}

test("openid-client exchanges a code with PKCE and state, and refreshes the tokens", async () => {
  const { callback, checks } = await authorize();
  const tokens = await client.authorizationCodeGrant(config, callback, checks);
  assert.equal(tokens.token_type, "bearer");
  assert.equal(tokens.expires_in, 1800);
  assert.equal(await callApi(tokens.access_token), 200);
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token);
  assert.notEqual(refreshed.access_token, tokens.access_token);
  assert.equal(await callApi(refreshed.access_token), 200);
});

test("openid-client introspects tokens, and revokes a refresh token with its access tokens", async () => {
  const { callback, checks } = await authorize();
  const tokens = await client.authorizationCodeGrant(config, callback, checks);
  for (const token of [tokens.access_token, tokens.refresh_token]) {
    assert.equal((await client.tokenIntrospection(config, token)).active, true);
  }
  await client.tokenRevocation(config, tokens.refresh_token);
  for (const token of [tokens.access_token, tokens.refresh_token]) {
    assert.deepEqual({ ...(await client.tokenIntrospection(config, token)) }, { active: false });
  }
  assert.equal(await callApi(tokens.access_token), 401);
});

test("openid-client gets a token with the client-credentials grant", async () => {
  const tokens = await client.clientCredentialsGrant(config, { scope: "content" });
  assert.equal(tokens.token_use, "client_credentials");
  assert.equal(tokens.refresh_token, undefined);
  assert.equal((await client.tokenIntrospection(config, tokens.access_token)).client_id, app.clientId);
  assert.equal(await callApi(tokens.access_token), 403);
});

test("openid-client reports a code verifier that does not match the challenge", async () => {
  const { callback, checks } = await authorize();
  const wrong = { ...checks, pkceCodeVerifier: client.randomPKCECodeVerifier() };
  await assert.rejects(client.authorizationCodeGrant(config, callback, wrong), { error: "invalid_grant", status: 400 });
});

test("openid-client reports a code that has already been used", async () => {
  const { callback, checks } = await authorize();
  await client.authorizationCodeGrant(config, callback, checks);
  await assert.rejects(client.authorizationCodeGrant(config, callback, checks), { error: "invalid_grant", status: 400 });
});

test("openid-client reports that the user denied access", async () => {
  const { callback, checks } = await authorize("deny");
  await assert.rejects(client.authorizationCodeGrant(config, callback, checks), { error: "access_denied" });
});

test("openid-client reports an unknown refresh token", async () => {
  await assert.rejects(client.refreshTokenGrant(config, "unknown"), { error: "invalid_grant", status: 400 });
});

test("openid-client reports a wrong client secret", async () => {
  const { callback, checks } = await authorize();
  const wrong = configure(client.ClientSecretPost("wrong"));
  await assert.rejects(client.authorizationCodeGrant(wrong, callback, checks), { error: "invalid_client" });
});

test("openid-client reports that HTTP Basic authentication is not supported", async () => {
  const { callback, checks } = await authorize();
  const basic = configure(client.ClientSecretBasic(app.clientSecret));
  await assert.rejects(client.authorizationCodeGrant(basic, callback, checks), {
    error: "invalid_request",
    error_description: /^send the credentials as client_id and client_secret in the form/,
  });
});
