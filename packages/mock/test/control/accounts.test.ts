import { scopes } from "@crm-platform/types";
import { expect, test } from "vitest";
import { controlledMock } from "./controlling.ts";

const credentialsOf = (body: { accessToken: string; refreshToken: string; app: { clientId: string; clientSecret: string } }) => [
  body.accessToken,
  body.refreshToken,
  body.app.clientId,
  body.app.clientSecret,
];

test("a new account has an app and tokens, by default with all scopes", async () => {
  const { control } = await controlledMock();
  const { status, body } = await control("POST", "/accounts");
  expect(status).toBe(201);
  expect(body).toMatchObject({ accountId: 20000001, scopes: Object.keys(scopes), app: { redirectUris: [] } });
  const some = await control("POST", "/accounts", { scopes: ["tickets"], redirectUris: ["https://a.example/back"] });
  expect(some.body).toMatchObject({ accountId: 20000002, scopes: ["tickets"], app: { redirectUris: ["https://a.example/back"] } });
  expect((await control("POST", "/accounts", { scopes: [] })).body.scopes).toEqual([]);
});

test("every credential except the secret ends with the account id, and all credentials are different", async () => {
  const { account } = await controlledMock();
  const [one, other] = [await account(), await account()];
  expect(one.accessToken).toMatch(/^[A-Za-z0-9_]+-20000001$/);
  expect(one.refreshToken).toMatch(/^na1-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-000020000001$/);
  expect(one.app.clientId).toMatch(/-000020000001$/);
  expect(new Set([...credentialsOf(one), ...credentialsOf(other)]).size).toBe(8);
});

test.each(["javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,hello", "vbscript:x"])(
  "a redirect URI that runs a script is rejected: %s",
  async (redirectUri) => {
    const { rejection, mock } = await controlledMock();
    const redirectUris = ["https://a.example/back", redirectUri];
    const problems = ["redirectUris[1]: redirectUris[1] must not begin with javascript:, data: or vbscript:"];
    expect(await rejection("POST", "/accounts", { redirectUris })).toEqual({ status: 400, problems });
    await expect(mock.account({ redirectUris })).rejects.toThrow("is not valid");
  },
);

test.each(["http://127.0.0.1:3000/back", "com.example.app:/back"])("the redirect URI %s is accepted", async (redirectUri) => {
  const { control } = await controlledMock();
  expect((await control("POST", "/accounts", { redirectUris: [redirectUri] })).status).toBe(201);
});

const known = {
  accountId: 77,
  accessToken: "known-77",
  refreshToken: "refresh-77",
  authorizationCode: "code-77",
  app: { appId: 5, name: "Known", clientId: "client-77", clientSecret: "hush" },
  redirectUris: ["https://known.example/back"],
};

test("credentials in the input are used, including an authorization code", async () => {
  const { control, call } = await controlledMock({ keepSunsetOperations: true });
  const { body } = await control("POST", "/accounts", known);
  expect(body).toMatchObject({ accountId: 77, accessToken: "known-77", refreshToken: "refresh-77" });
  expect(body.app).toMatchObject({ appId: 5, clientId: "client-77", clientSecret: "hush" });
  expect((await call({ path: "/oauth/v1/access-tokens/known-77" })).body).toMatchObject({ hub_id: 77, app_id: 5 });
  const client = { client_id: "client-77", client_secret: "hush", redirect_uri: "https://known.example/back" };
  const exchanged = await call({ path: "/oauth/v1/token", form: { grant_type: "authorization_code", code: "code-77", ...client } });
  expect(exchanged).toMatchObject({ status: 200, body: { hub_id: 77 } });
});

test("credentials of another account and, in strict mode, unknown scopes are rejected, and no account is created", async () => {
  const { control, rejection } = await controlledMock({ strict: true });
  const wrong = { ...known, accessToken: "known-78", scopes: ["tickets", "dragons"] };
  expect(await rejection("POST", "/accounts", wrong)).toEqual({
    status: 400,
    problems: [
      'scopes[1]: scopes[1] must be a platform scope, not "dragons"',
      "accessToken: accessToken must end in a hyphen followed by the accountId",
    ],
  });
  expect((await rejection("POST", "/accounts", { refreshToken: "refresh-77" })).problems).toHaveLength(1);
  expect((await control("POST", "/accounts")).body.accountId).toBe(20000001);
  expect((await rejection("GET", "/accounts/77/snapshot")).status).toBe(404);
});

test("an account can have unknown scopes, but not malformed scopes", async () => {
  const { control, rejection } = await controlledMock();
  const scopes = ["timeline", "tickets", "forms.read:all/x~!"];
  expect((await control("POST", "/accounts", { scopes })).body.scopes).toEqual(scopes);
  for (const scope of ["", "a b", 'a"b', "a\\b", "caf\u00e9", "a\n"]) {
    const { status, problems } = await rejection("POST", "/accounts", { scopes: ["tickets", scope] });
    expect([status, problems]).toEqual([
      400,
      [expect.stringMatching(/^scopes\[1\]: scopes\[1\] must consist of printable ASCII characters /)],
    ]);
  }
});

test("a strict mock rejects unknown scopes and names them, even on the consent page", async () => {
  const { account, call, rejection } = await controlledMock({ strict: true });
  expect((await rejection("POST", "/accounts", { scopes: ["timeline", "ticket"] })).problems).toEqual([
    'scopes[0]: scopes[0] must be a platform scope, not "timeline"',
    'scopes[1]: scopes[1] must be a platform scope, not "ticket". Did you mean tickets?',
  ]);
  const redirectUri = "https://app.example/back";
  const { app } = await account({ redirectUris: [redirectUri] });
  for (const requested of [{ scopes: "tickets timeline" }, { scopes: "tickets", optional_scopes: "timeline content" }]) {
    const query = { client_id: app.clientId, redirect_uri: redirectUri, decision: "approve", ...requested };
    const { headers } = await call({ path: "/oauth/authorize", query });
    expect(Object.fromEntries(new URL(headers.get("location") ?? "").searchParams)).toEqual({
      error: "invalid_scope",
      error_description: "unknown scopes: timeline",
    });
  }
});

test("an account id can be used only once", async () => {
  const { control, rejection } = await controlledMock();
  await control("POST", "/accounts", { accountId: 77 });
  expect(await rejection("POST", "/accounts", { accountId: 77 })).toEqual({
    status: 409,
    problems: ["accountId: accountId must not be the id of an existing account"],
  });
});

test("another app belongs to the same account and user, with its own credentials and scopes", async () => {
  const { account, call } = await controlledMock({ keepSunsetOperations: true });
  const first = await account({ userId: 90211 });
  const second = await first.installApp({ name: "Page Board", scopes: ["content"], redirectUris: ["https://pageboard.example/back"] });
  expect(second).toMatchObject({ accountId: first.accountId, scopes: ["content"] });
  expect(second.app.redirectUris).toEqual(["https://pageboard.example/back"]);
  expect(new Set([...credentialsOf(first), ...credentialsOf(second)]).size).toBe(8);
  const metadata = await call({ path: `/oauth/v1/access-tokens/${second.accessToken}` });
  expect(metadata.body).toMatchObject({ hub_id: first.accountId, app_id: second.app.appId, user_id: 90211, scopes: ["content"] });
  const form = { grant_type: "refresh_token", refresh_token: second.refreshToken };
  const client = { client_id: second.app.clientId, client_secret: second.app.clientSecret };
  expect((await call({ path: "/oauth/v1/token", form: { ...form, ...client } })).status).toBe(200);
  expect((await second.call({ method: "DELETE", path: "/crm/objects/2026-03/tickets/901" })).status).toBe(403);
  expect((await first.call({ path: "/cos-domains/v1/domains" })).status).toBe(200);
  const query = { client_id: second.app.clientId, redirect_uri: "https://pageboard.example/back", scopes: "content" };
  expect((await call({ path: "/oauth/authorize", query })).body).toContain("Page Board");
});

test("another app has all scopes by default, and its tokens expire according to the account's clock", async () => {
  const { account, mock } = await controlledMock();
  const first = await account({ clock: { mode: "frozen", at: 0 } });
  const second = await mock.installApp(first.accountId);
  expect(second).toMatchObject({ scopes: Object.keys(scopes), app: { redirectUris: [] } });
  await first.advance(1_799_999);
  expect((await first.call({ path: "/cos-domains/v1/domains", token: second.accessToken })).status).toBe(200);
  await first.advance(1);
  expect((await first.call({ path: "/cos-domains/v1/domains", token: second.accessToken })).status).toBe(401);
  const known = await mock.account();
  expect((await known.installApp({ scopes: [] })).scopes).toEqual([]);
});

test("an app with invalid scopes or redirect URIs is rejected", async () => {
  const { account, rejection } = await controlledMock({ strict: true });
  const { accountId } = await account();
  const wrong = { scopes: ["dragons"], redirectUris: ["javascript:alert(1)"] };
  expect(await rejection("POST", `/accounts/${accountId}/apps`, wrong)).toEqual({
    status: 400,
    problems: [
      'scopes[0]: scopes[0] must be a platform scope, not "dragons"',
      "redirectUris[0]: redirectUris[0] must not begin with javascript:, data: or vbscript:",
    ],
  });
  expect((await rejection("POST", `/accounts/${accountId}/apps`, { clientId: "known" })).problems).toHaveLength(1);
});

test("deleting an account deletes all of its data, and does not affect other accounts", async () => {
  const { account, call, control, rejection } = await controlledMock();
  const [one, other] = [await account(), await account()];
  expect((await control("DELETE", `/accounts/${one.accountId}`)).status).toBe(204);
  expect((await call({ path: "/cos-domains/v1/domains", token: one.accessToken })).status).toBe(401);
  expect((await other.call({ path: "/cos-domains/v1/domains" })).status).toBe(200);
  expect((await rejection("DELETE", `/accounts/${one.accountId}`)).status).toBe(404);
  expect((await rejection("GET", `/outbox?accountId=${one.accountId}`)).status).toBe(404);
});

test("a reset restores the initial accounts, faults, journal, clock and ids", async () => {
  const { account, control } = await controlledMock({ wallClock: () => 0 });
  const first = await account();
  await first.call({ path: "/cos-domains/v1/domains" });
  await control("PUT", "/clock", { mode: "frozen", at: 5 });
  await control("POST", "/faults", { effect: { type: "reset" } });
  expect((await control("POST", "/reset")).status).toBe(204);
  expect((await control("GET", "/clock")).body).toEqual({ mode: "offset", offset: 0, now: "1970-01-01T00:00:00Z" });
  expect((await control("GET", "/faults")).body.results).toEqual([]);
  expect((await control("GET", "/requests")).body.results).toEqual([]);
  expect((await account()).accessToken).toBe(first.accessToken);
});

test.each(["hub", "hub example.com", "-hub.example", "hub..example", "hub.example."])("the domain %s is rejected", async (hubDomain) => {
  const { rejection } = await controlledMock();
  expect((await rejection("POST", "/accounts", { hubDomain })).status).toBe(400);
});
