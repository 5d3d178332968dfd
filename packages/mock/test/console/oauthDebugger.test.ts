import { createMock } from "@crm-platform/mock";
import { expect, onTestFinished, test } from "vitest";
import { type Browsing, browsing, type Seen } from "./browsing.ts";

const tokens = /na1-[\da-f]{8}-|[\w-]{43}-\d+(?!\d)/;
const path = "/console/oauth";

async function started(choice: Readonly<Record<string, string>> = {}) {
  const mock = await createMock({ onError: (error) => expect.fail(String(error)) });
  onTestFinished(() => mock.close());
  const account = await mock.account({ hubDomain: "haldeninstruments.example", clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" } });
  const browser = browsing(mock);
  const start = await browser.open("/console/oauth");
  const fields = { accountId: String(account.accountId), scopes: "content", optionalScopes: "tickets.sensitive.v2", ...choice };
  const install = await browser.submit(start, path, fields);
  return { mock, account, browser, install };
}

async function decided(browser: Browsing, install: Seen, accountId: number, decision = "approve"): Promise<Seen> {
  const [, address = ""] = /href="([^"]*)"[^>]*>Open the consent page</.exec(install.html) ?? [];
  const signIn = await browser.open(address.replaceAll("&amp;", "&"));
  const consent = await browser.submit(signIn, "/oauth/authorize", { account: String(accountId) });
  return browser.submit(consent, "/oauth/authorize", { decision });
}

test("the debugger shows the whole flow, with real requests and without secrets", async () => {
  const { mock, account, browser, install } = await started();
  expect(install.text).toContain("1. The user opens the install URL");
  expect(install.text).toContain("optional_scopes=tickets.sensitive.v2");
  expect((await browser.open(path)).text).toContain("1. The user opens");
  const returned = await decided(browser, install, account.accountId);
  expect(returned.url.pathname + returned.url.search).toBe(path);
  expect(returned.text).toContain("State matches");
  const exchanged = await browser.submit(returned, path, { action: "exchange" });
  expect(exchanged.text).toMatch(/grant_type=authorization_code& code=••••\S{4}-\d+&/);
  expect(exchanged.text).toContain("HTTP/1.1 200 OK");
  const refreshed = await browser.submit(exchanged, path, { action: "refresh" });
  expect(refreshed.text).toContain("grant_type=refresh_token");
  const introspected = await browser.submit(refreshed, path, { action: "introspect" });
  expect(introspected.text).toContain('"token_use": "refresh_token"');
  const revoked = await browser.submit(introspected, path, { action: "revoke" });
  expect(revoked.text).toContain("POST /oauth/2026-03/token/revoke HTTP/1.1");
  expect((await browser.submit(revoked, path, { action: "introspect" })).text).toContain('"active": false');
  const ended = await browser.submit(refreshed, path, { action: "end" });
  expect(ended.text).toContain("Install the app");

  const entries = await mock.requests.list({ accountId: account.accountId, operationId: "oauth.createToken" });
  expect(entries.map(({ status }) => status)).toEqual([200, 200]);
  for (const { html } of [install, returned, exchanged, refreshed, introspected, revoked]) {
    expect(html).not.toMatch(/client_secret=(?!••••)/);
    expect(html).not.toMatch(tokens);
  }
  for (const token of [account.accessToken, account.refreshToken]) expect(token).toMatch(tokens);
});

test("an app of one's own uses the flow with PKCE, and its secret is never shown", async () => {
  const { mock, browser } = await started();
  const account = await mock.account({ redirectUris: ["https://app.example/callback"], scopes: ["tickets"] });
  const { clientId, clientSecret } = account.app;
  const start = await browser.submit(await browser.open(path), path, { action: "end" });
  const own = { action: "use", clientId, clientSecret, redirectUri: "https://app.example/callback", scopes: "tickets", optionalScopes: "" };
  const install = await browser.submit(start, path, { ...own, pkce: "on" });
  expect(install.text).toMatch(/code_challenge=[\w-]{43}&code_challenge_method=S256/);
  expect(install.text).toContain("Address to which the browser returned");
  const consented = await decided(browser, install, account.accountId);
  expect(consented.url.origin).toBe("https://app.example");
  const wrong = await browser.submit(install, path, { action: "return", address: "callback" });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("Enter the whole address")]);
  const returned = await browser.submit(install, path, { action: "return", address: consented.url.href });
  expect(returned.text).toContain("State matches");
  const exchanged = await browser.submit(returned, path, { action: "exchange" });
  expect(exchanged.text).toMatch(/code_verifier=••••/);
  expect(exchanged.text).toContain("HTTP/1.1 200 OK");
  const refreshed = await browser.submit(exchanged, path, { action: "refresh" });
  expect(refreshed.text).toContain("grant_type=refresh_token");
  const ended = await browser.submit(refreshed, path, { action: "end" });
  const rejected = await browser.submit(ended, path, { ...own, clientId: "x" });
  expect(rejected.html).toContain('id="use-clientId-problem"');
  for (const { html } of [install, returned, exchanged, refreshed, rejected]) {
    expect(html).not.toContain(clientSecret);
    expect(html).not.toMatch(tokens);
    expect(html).not.toMatch(/code_verifier=(?!••••)/);
  }
  const entries = await mock.requests.list({ accountId: account.accountId, operationId: "oauth.createToken" });
  expect(entries.map(({ status }) => status)).toEqual([200, 200]);
});

test("a code is exchanged once, even if its form is sent twice", async () => {
  const { mock, account, browser, install } = await started();
  const returned = await decided(browser, install, account.accountId);
  const clicks = await Promise.all([1, 2].map(() => browser.submit(returned, path, { action: "exchange" })));
  const later = await browser.submit(returned, path, { action: "exchange" });
  expect(new Set([...clicks, later].map(({ text }) => text)).size).toBe(1);
  const exchanges = await mock.requests.list({ accountId: account.accountId, operationId: "oauth.createToken" });
  expect(exchanges.map(({ status }) => status)).toEqual([200]);
});

test("a code with another state is not exchanged", async () => {
  const { mock, account, browser } = await started();
  const back = await browser.open("/console/oauth/callback?code=na1-6c1f0d2e-8a41-4b7c-9e55-000004815162&state=guessed");
  expect(back.text).toContain("State does not match");
  expect(back.text).toContain("ignores the response and its code");
  await browser.submit(back, path, { action: "exchange" });
  expect(await mock.requests.list({ accountId: account.accountId })).toEqual([]);
  const again = await browser.submit(back, path, { action: "restart" });
  expect((await decided(browser, again, account.accountId)).text).toContain("State matches");
});

test("a denial by the user is shown as an error", async () => {
  const { account, browser, install } = await started();
  const back = await decided(browser, install, account.accountId, "deny");
  expect(back.text).toContain("Error access_denied");
  expect(back.text).toContain("Without a code, the app cannot get tokens.");
});

test.each([
  ["that is rejected", undefined, "EXPIRED_AUTH_CODE"],
  ["without a response", { type: "reset" }, "The connection was closed."],
] as const)("an exchange %s ends the flow with the reason", async (_, effect, words) => {
  const { mock, account, browser, install } = await started();
  const returned = await decided(browser, install, account.accountId);
  if (effect) await mock.faults.add({ match: { operationId: "oauth.createToken" }, effect });
  else await mock.clock.advance({ minutes: 10 }, account.accountId);
  const failed = await browser.submit(returned, path, { action: "exchange" });
  expect(failed.text).toContain(words);
  expect(failed.text).toContain("The app received no tokens");
});

test("callback parameters are shown as text, and shortened", async () => {
  const { browser } = await started();
  const script = "<script>alert(1)</script>";
  const query = new URLSearchParams({ error: script, error_description: script + "x".repeat(9_000), state: script });
  const { html, text } = await browser.open(`/console/oauth/callback?${query}`);
  expect(html).not.toContain("<script>alert");
  expect(text).toContain(`Error ${script}`);
  expect(text).not.toContain("x".repeat(301));
});

test("the debugger requires a scope and an existing account", async () => {
  for (const [choice, statuses] of [
    [{ scopes: " " }, [400]],
    [{ accountId: "999999" }, [404]],
    [{ accountId: "" }, [400, 404]],
    [{ accountId: "<b>" }, [400]],
  ] as const) {
    const { install } = await started(choice);
    expect(statuses, JSON.stringify(choice)).toContain(install.status);
    if ("scopes" in choice) expect(install.text).toContain("Enter at least one scope that the app requires.");
  }
});

test("an unknown cookie shows the start page, and forms on other sites are rejected", async () => {
  const { mock } = await started();
  const headers = { cookie: `crm-platform-oauth-debugger=${"A".repeat(43)}` };
  const unknown = await mock.fetch(mock.url + path, { headers });
  expect(await unknown.text()).toContain("Install the app");
  const foreign = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
  expect((await mock.fetch(mock.url + path, { method: "POST", headers: foreign })).status).toBe(403);
});
