import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, test } from "node:test";
import passport from "passport";
import OAuth2Strategy from "passport-oauth2";
import { authorizePath, baseUrl, callApi, createApp, decide, tokenPath } from "./app.js";

// An app with one user, whose session is stored in memory. The user signs in through the platform.
const session = {};
const server = createServer((request, response) => {
  request.query = Object.fromEntries(new URL(request.url, "http://app.test").searchParams);
  request.session = session;
  const respond = (status, body) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const onResult = (error, user, info) => {
    if (error) respond(500, { name: error.name, code: error.code, message: error.message });
    else respond(user ? 200 : 403, user || info);
  };
  passport.authenticate("crm", { session: false }, onResult)(request, response);
}).listen(0, "127.0.0.1");
await once(server, "listening");
after(() => server.close());

const home = `http://127.0.0.1:${server.address().port}`;
const redirectUri = `${home}/callback`;
const app = await createApp(redirectUri);

function useStrategy(changes = {}) {
  const options = {
    authorizationURL: baseUrl + authorizePath,
    tokenURL: baseUrl + tokenPath,
    clientID: app.clientId,
    clientSecret: app.clientSecret,
    callbackURL: redirectUri,
    scope: ["content"],
    state: true,
    pkce: true,
    ...changes,
  };
  const strategy = new OAuth2Strategy(options, (accessToken, refreshToken, _profile, done) => done(null, { accessToken, refreshToken }));
  passport.use("crm", strategy);
  return strategy;
}

async function redirectToPlatform() {
  const response = await fetch(`${home}/login`, { redirect: "manual" });
  assert.equal(response.status, 302);
  return response.headers.get("location");
}

async function signIn(decision) {
  const response = await fetch(await decide(await redirectToPlatform(), decision));
  return { status: response.status, body: await response.json() };
}

test("passport-oauth2 exchanges a code with PKCE and state, and refreshes the tokens", async () => {
  const strategy = useStrategy();
  const { status, body } = await signIn();
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(await callApi(body.accessToken), 200);
  const refreshed = await new Promise((resolve, reject) => {
    const parameters = { grant_type: "refresh_token" };
    strategy._oauth2.getOAuthAccessToken(body.refreshToken, parameters, (error, token) => (error ? reject(error) : resolve(token)));
  });
  assert.notEqual(refreshed, body.accessToken);
  assert.equal(await callApi(refreshed), 200);
});

test("passport-oauth2 reports that the user denied access", async () => {
  useStrategy();
  assert.equal((await signIn("deny")).status, 403);
});

test("passport-oauth2 rejects a callback with a different state", async () => {
  useStrategy();
  const callback = await decide(await redirectToPlatform());
  callback.searchParams.set("state", "another");
  assert.equal((await fetch(callback)).status, 403);
});

test("passport-oauth2 reports a code verifier that does not match the challenge", async () => {
  useStrategy();
  const installUrl = new URL(await redirectToPlatform());
  installUrl.searchParams.set("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
  const response = await fetch(await decide(installUrl));
  assert.deepEqual([response.status, (await response.json()).code], [500, "invalid_grant"]);
});

test("passport-oauth2 reports a wrong client secret", async () => {
  useStrategy({ clientSecret: "wrong" });
  const { status, body } = await signIn();
  assert.deepEqual([status, body.code], [500, "invalid_client"]);
});
