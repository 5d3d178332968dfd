import { createHash } from "node:crypto";
import { createMock } from "@crm-platform/mock";
import { expect, onTestFinished, test } from "vitest";
import { type Browsing, browsing, type Seen } from "./browsing.ts";
import { databases } from "./stores.ts";

/** Codes, refresh tokens and access tokens. */
const tokens = /na1-[\da-f]{8}-|[\w-]{43}-\d+(?!\d)/;
const flowPath = "/console/oauth/flow";

async function started(choice: Readonly<Record<string, string>> = {}) {
  const mock = await createMock({ onError: (error) => expect.fail(String(error)) });
  onTestFinished(() => mock.close());
  const account = await mock.account({ hubDomain: "haldeninstruments.example", clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" } });
  const browser = browsing(mock);
  const start = await browser.open("/console/oauth");
  const fields = { accountId: String(account.accountId), "scope content": "required", "scope tickets.sensitive.v2": "optional", ...choice };
  const install = await browser.submit(start, "/console/oauth", fields);
  return { mock, account, browser, install };
}

/** The address of a link of a page, by what people read on it. */
function linkOf({ html }: Seen, text: string): string {
  return (new RegExp(`href="([^"]*)"[^>]*>${text}<`).exec(html)?.[1] ?? "").replaceAll("&amp;", "&");
}

async function approved(browser: Browsing, install: Seen, accountId: number): Promise<Seen> {
  const signIn = await browser.open(linkOf(install, "Open the consent page"));
  const consent = await browser.submit(signIn, "/oauth/authorize", { account: String(accountId) });
  return browser.submit(consent, "/oauth/authorize", { decision: "approve" });
}

function step(browser: Browsing, page: Seen, at: string): Promise<Seen> {
  return browser.submit(page, flowPath, { step: at });
}

test("shows the whole flow, with real requests and without a secret", async () => {
  const { mock, account, browser, install } = await started();
  expect(install.text).toContain("1. The user opens the install URL");
  expect(install.text).toContain("optional_scopes");
  const returned = await approved(browser, install, account.accountId);
  expect(returned.url.pathname + returned.url.search).toBe(flowPath);
  expect(returned.text).toContain("State the one that was sent");
  const exchanged = await step(browser, returned, "returned");
  expect(exchanged.text).toMatch(/grant_type=authorization_code& code=••••\S{4}-\d+&/);
  expect(exchanged.text).toContain("HTTP/1.1 200 OK");
  const used = await step(browser, exchanged, "exchanged");
  expect(used.text).toMatch(/GET \/oauth\/v1\/access-tokens\/••••\S{4}-\d+ HTTP/);
  expect(used.text).toContain("GET /cos-domains/v1/domains HTTP/1.1");
  const refreshed = await step(browser, used, "used");
  expect(refreshed.text).toContain("grant_type=refresh_token");
  const deleted = await step(browser, refreshed, "refreshed");
  expect(deleted.text).toContain("HTTP/1.1 204 No Content");
  expect(deleted.text).toContain("BAD_REFRESH_TOKEN");

  const entries = await mock.requests.list({ accountId: account.accountId });
  expect(entries.map(({ operationId, status }) => [operationId, status]).filter(([operationId]) => operationId !== null)).toEqual([
    ["oauth.createToken", 200],
    ["oauth.getAccessToken", 200],
    ["domains.list", 200],
    ["oauth.createToken", 200],
    ["oauth.deleteRefreshToken", 204],
    ["oauth.createToken", 400],
  ]);
  for (const { html } of [install, returned, exchanged, used, refreshed, deleted]) {
    expect(html).not.toMatch(/client_secret=(?!••••)/);
    expect(html).not.toMatch(tokens);
  }
  for (const token of [account.accessToken, account.refreshToken]) expect(token).toMatch(tokens);
});

test("goes on where it was, and does no step twice", async () => {
  const { account, browser, install } = await started();
  const returned = await approved(browser, install, account.accountId);
  const exchanged = await step(browser, returned, "returned");
  expect((await step(browser, returned, "returned")).text).toBe(exchanged.text);
  expect((await browser.open(flowPath)).text).toBe(exchanged.text);
  expect((await step(browser, exchanged, "exchanged")).text).toContain("4. The app uses the access token");
  expect((await browser.open("/console/oauth")).text).toContain("A flow is under way.");
  const ended = await browser.submit(exchanged, "/console/oauth/end");
  expect(ended.text).not.toContain("A flow is under way.");
  expect((await browser.open(flowPath)).url.pathname).toBe("/console/oauth");
});

test("a step whose form is sent twice at once is done once", async () => {
  const { mock, account, browser, install } = await started();
  const returned = await approved(browser, install, account.accountId);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  const clicks = [1, 2].map(() =>
    mock.fetch(mock.url + flowPath, { method: "POST", headers, body: new URLSearchParams({ step: "returned" }), redirect: "manual" }),
  );
  const cookies = (await Promise.all(clicks)).map((answer) => answer.headers.get("set-cookie"));
  expect(new Set(cookies).size).toBe(1);
  // And once more, when the first is over.
  const exchanged = await step(browser, returned, "returned");
  expect(exchanged.text).toContain("HTTP/1.1 200 OK");
  const used = await step(browser, exchanged, "exchanged");
  expect(used.text).toContain("GET /cos-domains/v1/domains HTTP/1.1");
  expect(used.text).not.toContain("401");
  const exchanges = await mock.requests.list({ accountId: account.accountId, operationId: "oauth.createToken" });
  expect(exchanges.map(({ status }) => status)).toEqual([200]);
});

test("the largest flow fits into what a browser keeps of a cookie", async () => {
  const all = Object.fromEntries(
    ["tickets", "transactional-email", "social", "crm.objects.contacts.read", "behavioral_events.event_definitions.read_write"].map(
      (scope) => [`scope ${scope}`, "optional"],
    ),
  );
  const { mock, account, browser, install } = await started(all);
  // Bytes without a pattern, as characters of three bytes each.
  const bytes = createHash("shake256", { outputLength: 2_000 }).update("noise").digest();
  const noise = (start: number) =>
    Array.from({ length: 500 }, (_, index) => String.fromCodePoint(0x4e00 + (bytes.readUInt16BE(2 * (start + index)) % 20_000))).join("");
  for (const [operationId, start] of [
    ["oauth.getAccessToken", 0],
    ["domains.list", 500],
  ] as const)
    await mock.faults.add({ match: { operationId }, effect: { type: "status", status: 500, message: noise(start) } });

  const approvedPage = await approved(browser, install, account.accountId);
  const exchanged = await step(browser, approvedPage, "returned");
  const used = await step(browser, exchanged, "exchanged");
  expect(used.text).toContain("4. The app uses the access token");
  expect(used.text.split("HTTP/1.1 500")).toHaveLength(3);
  const refreshed = await step(browser, used, "used");
  expect(refreshed.text).toContain("5. The app gets another access token");

  const { url } = await browser.open(linkOf(await step(browser, refreshed, "install"), "the user refuses"));
  expect(url.pathname).toBe(flowPath);
  expect(Math.max(...browser.largest.values())).toBeLessThanOrEqual(4_096);
  expect(browser.largest.get("crm-platform-oauth-debugger")).toBeGreaterThan(2_500);
});

test("a state that was not sent is not believed, and its code is not exchanged", async () => {
  const { mock, account, browser } = await started();
  const back = await browser.open("/console/oauth/callback?code=na1-6c1f0d2e-8a41-4b7c-9e55-000004815162&state=guessed");
  expect(back.text).toContain("State another one, or none");
  expect(back.text).toContain("throws a code away");
  expect((await step(browser, back, "returned")).text).toBe(back.text);
  expect(await mock.requests.list({ accountId: account.accountId })).toEqual([]);
  const again = await step(browser, back, "install");
  expect(again.text).toContain("1. The user opens the install URL");
  expect((await approved(browser, again, account.accountId)).text).toContain("State the one that was sent");
});

test.each([
  ["the user refuses", "access_denied"],
  ["the app asks for a scope that it was created without", "invalid_scope"],
])("what if %s: %s comes back", async (what, error) => {
  const { browser, install } = await started();
  const back = await browser.open(linkOf(install, what));
  expect(back.text).toContain(`Error ${error}`);
  expect(back.text).toContain("There is no code, so the app gets no tokens.");
});

test("what if the redirect URI is not one of the app: nothing comes back", async () => {
  const { browser, install } = await started();
  const page = await browser.open(linkOf(install, "the redirect URI is not one of the app"));
  expect([page.status, page.url.pathname]).toEqual([400, "/oauth/authorize"]);
});

test("an exchange that fails ends the flow and says why", async () => {
  const { mock, account, browser, install } = await started();
  const returned = await approved(browser, install, account.accountId);
  await mock.clock.advance({ minutes: 10 }, account.accountId);
  const failed = await step(browser, returned, "returned");
  expect(failed.text).toContain("EXPIRED_AUTH_CODE");
  expect(failed.text).toContain("No tokens came of it, so the flow ends here.");
  expect((await step(browser, failed, "exchanged")).text).toBe(failed.text);
});

test("an answer that is lost is told, too", async () => {
  const { mock, account, browser, install } = await started();
  const returned = await approved(browser, install, account.accountId);
  await mock.faults.add({ match: { operationId: "oauth.createToken" }, effect: { type: "reset" } });
  expect((await step(browser, returned, "returned")).text).toContain("The connection was cut.");
});

test.each([
  ["scope transactional-email", "GET /email/public/v1/smtpapi/tokens HTTP/1.1", "HTTP/1.1 200 OK"],
  ["scope social", "GET /broadcast/v1/channels/setting/publish/current HTTP/1.1", "HTTP/1.1 200 OK"],
  ["scope tickets", "GET /crm/v3/associations/contacts/tickets/types HTTP/1.1", "HTTP/1.1 200 OK"],
  ["scope behavioral_events.event_definitions.read_write", "GET /cos-domains/v1/domains HTTP/1.1", "MISSING_SCOPES"],
])("the call goes by what was granted: %s", async (scope, call, outcome) => {
  const { account, browser, install } = await started({ "scope content": "", "scope tickets.sensitive.v2": "", [scope]: "required" });
  const returned = await approved(browser, install, account.accountId);
  const used = await step(browser, await step(browser, returned, "returned"), "exchanged");
  expect(used.text).toContain(call);
  expect(used.text.split(call)[1]).toContain(outcome);
});

test("any process on the database goes on where another has left off", async () => {
  const database = await databases.postgres();
  const mocks = [await createMock({ database }), await createMock({ database })] as const;
  onTestFinished(async () => void (await Promise.all(mocks.map((mock) => mock.close()))));
  let turn = 0;
  const alternating: (typeof mocks)[0]["fetch"] = (input, init) => {
    turn += 1;
    return (mocks[turn % 2] ?? mocks[0]).fetch(input, init);
  };
  const { accountId } = await mocks[0].account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" } });
  const browser = browsing({ url: mocks[0].url, fetch: alternating });
  const start = await browser.open("/console/oauth");
  const install = await browser.submit(start, "/console/oauth", { accountId: String(accountId), "scope content": "required" });
  const exchanged = await step(browser, await approved(browser, install, accountId), "returned");
  expect((await step(browser, exchanged, "exchanged")).text).toContain("HTTP/1.1 200 OK");
});

test("what comes back is text, however hostile, and of bounded size", async () => {
  const { browser } = await started();
  const script = "<script>alert(1)</script>";
  const query = new URLSearchParams({ error: script, error_description: script + "x".repeat(9_000), state: script });
  const { html, text } = await browser.open(`/console/oauth/callback?${query}`);
  expect(html).not.toContain("<script>alert");
  expect(text).toContain(`Error ${script}`);
  expect(text).not.toContain("x".repeat(301));
  expect(Math.max(...[...browser.cookies.values()].map((value) => value.length))).toBeLessThan(4_000);
});

test("the app needs a scope, and an account that is there", async () => {
  const { browser } = await started();
  const start = await browser.open("/console/oauth");
  const noScope = await browser.submit(start, "/console/oauth", { accountId: "1" });
  expect([noScope.status, noScope.text]).toEqual([400, expect.stringContaining("Choose at least one scope that the app needs.")]);
  for (const accountId of ["999999", "", "<b>"]) {
    const { status } = await browser.submit(start, "/console/oauth", { accountId, "scope tickets": "required" });
    expect([400, 404], accountId).toContain(status);
  }
});

test("a cookie that somebody else made is none", async () => {
  const { mock } = await started();
  for (const value of ["x", "eyJzdGVwIjoidXNlZCJ9", `${"A".repeat(60)}.${"A".repeat(43)}%3D`]) {
    const answer = await mock.fetch(mock.url + flowPath, {
      headers: { cookie: `crm-platform-oauth-debugger=${value}` },
      redirect: "manual",
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/console/oauth"]);
  }
});

test("forms of other sites are refused", async () => {
  const { mock } = await started();
  for (const path of ["/console/oauth", flowPath, "/console/oauth/end"]) {
    const headers = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
    expect((await mock.fetch(mock.url + path, { method: "POST", body: new URLSearchParams({ step: "install" }), headers })).status).toBe(
      403,
    );
  }
});
