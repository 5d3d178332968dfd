import { expect, test } from "vitest";
import { formOf, installFields, ownPage, sendForm, signedIn } from "../behavior/oauth/consentForm.ts";
import { authorizePath } from "../behavior/oauth/flow.ts";
import { controlledMock } from "../control/controlling.ts";

const callbackPath = "/oauth/callback";
const hostile = `"><script>alert('1')</script>\u202e&amp;`;

function directive(headers: Headers, name: string): string | undefined {
  const parts = headers.get("content-security-policy")?.split("; ") ?? [];
  return parts.find((part) => part.startsWith(`${name} `))?.slice(name.length + 1);
}

test("pages cannot be framed or cached, and send no referrer", async () => {
  const platform = await controlledMock();
  const account = await platform.account({ redirectUris: ["https://app.example/back"] });
  const browser = await signedIn(platform, account, { redirect_uri: "https://app.example/back" });
  const pages = [
    await browser.open({ redirect_uri: "https://app.example/back" }),
    await browser.open({ redirect_uri: "https://app.example/back", prompt: "select_account" }),
    await browser.open({ redirect_uri: "https://elsewhere.example/back" }),
    await platform.call({ path: callbackPath, query: { code: "1" } }),
  ];
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 400, 200]);
  for (const { headers } of pages) {
    expect(directive(headers, "default-src")).toBe("'none'");
    expect(directive(headers, "frame-ancestors")).toBe("'none'");
    expect(directive(headers, "base-uri")).toBe("'none'");
    expect(headers.get("content-security-policy")).not.toMatch(/unsafe|\*/);
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("same-origin");
  }
});

test.each([
  ["https://app.example/back", "app.example", "'self' http: https:"],
  ["http://[::1]:3000/back", "[::1]:3000", "'self' http: https:"],
  ["traildesk://app.example/back", "traildesk:", "'self' traildesk:"],
  ["traildesk:back", "traildesk:", "'self' traildesk:"],
  ["https://a;script-src'unsafe-inline'.example/", "a;script-src'unsafe-inline'.example", "'self' http: https:"],
  ["https://app.example@elsewhere.example:8443/back", "elsewhere.example:8443", "'self' http: https:"],
])("the form may redirect to %s, and the page shows the target", async (uri, shown, allowed) => {
  const platform = await controlledMock();
  const account = await platform.account({ redirectUris: [uri] });
  const browser = await signedIn(platform, account, { redirect_uri: uri });
  const page = await browser.open({ redirect_uri: uri });
  expect(directive(page.headers, "form-action")).toBe(allowed);
  expect(page.body).toContain(`<strong>${shown.replaceAll("'", "&#39;")}</strong>`);
  const { status, headers } = await browser.send([...formOf(page), ["decision", "deny"]]);
  expect([status, headers.get("location")]).toEqual([303, `${uri}?error=access_denied&error_description=the%20user%20denied%20access`]);
});

test.each([
  [[], "This app has no redirect URIs. Set them when you create the account or install the app, for example mock.account({ redirectUris:"],
  [["https://a.example/back", "https://b.example/"], "The app&#39;s redirect URIs: https://a.example/back, https://b.example/<"],
])("if the app has the redirect URIs %j, the error for another one says so", async (redirectUris, text) => {
  const platform = await controlledMock();
  const { app } = await platform.account({ redirectUris });
  const query = { client_id: app.clientId, redirect_uri: "https://app.example/back", scopes: "tickets" };
  const { status, body } = await platform.call({ path: authorizePath, query });
  expect(status).toBe(400);
  expect(body).toContain(text);
});

test("names of apps and accounts are escaped", async () => {
  const platform = await controlledMock();
  const uri = "https://app.example/back";
  const account = await platform.account({ app: { name: hostile }, userEmail: "o'neill&co@hub.example", redirectUris: [uri] });
  const fields = { redirect_uri: uri, scopes: "tickets", optional_scopes: `content ${hostile}`, state: hostile };
  const signIn = await platform.call({ path: `${authorizePath}?${new URLSearchParams(installFields(account, fields))}` });
  const browser = await signedIn(platform, account, fields);
  const consent = await browser.open(fields);
  for (const page of [signIn, consent]) {
    expect(page.status).toBe(200);
    expect(page.body).not.toMatch(/<script|alert\('/);
    expect(page.body.match(/&lt;script&gt;alert\(&#39;1&#39;\)&lt;\/script&gt;/g).length).toBeGreaterThanOrEqual(3);
    expect(page.body).toContain("o&#39;neill&amp;co@hub.example");
    expect(formOf(page)).toContainEqual(["state", hostile]);
    expect(formOf(page)).toContainEqual(["optional_scopes", `content ${hostile}`]);
  }
});

test("the cookie contains the account and a secret, and is limited to the path of the consent page", async () => {
  const platform = await controlledMock();
  const account = await platform.account({ redirectUris: ["https://traildesk.example/oauth/callback"] });
  const form = [...installFields(account), ["account", String(account.accountId)]] as const;
  const cookies = await Promise.all([sendForm(platform, form, ownPage), sendForm(platform, form, ownPage)]);
  const [one = "", other = ""] = cookies.map(({ headers }) => headers.get("set-cookie") ?? "");
  expect(one).toMatch(/^crm-platform-sign-in=\d+\.[\w-]{43}; Path=\/oauth\/authorize; HttpOnly; SameSite=Lax$/);
  expect(one).not.toBe(other);
  const secure = await sendForm(platform, form, { ...ownPage, origin: "https://crm-platform.test" });
  expect(secure.headers.get("set-cookie")).toContain("; Secure");
  const path = `${authorizePath}?${new URLSearchParams(installFields(account))}`;
  for (const value of [`${account.accountId}`, `${account.accountId}.x`, `9.${"a".repeat(43)}x`, hostile]) {
    const response = await platform.call({ path, headers: { cookie: `crm-platform-sign-in=${encodeURIComponent(value)}` } });
    expect(response.body).toContain("<h1>Choose an account</h1>");
  }
});

test("an oversized form is rejected, and other content types are ignored", async () => {
  const platform = await controlledMock();
  const account = await platform.account({ redirectUris: ["https://traildesk.example/oauth/callback"] });
  const browser = await signedIn(platform, account);
  expect((await browser.send([["state", "x".repeat(65_000)], ...installFields(account)])).status).toBe(403);
  expect((await browser.send([["state", "x".repeat(66_000)], ...installFields(account)])).status).toBe(413);
  const headers = { ...ownPage, cookie: browser.cookie };
  expect((await platform.call({ path: authorizePath, body: { client_id: account.app.clientId }, headers })).status).toBe(400);
});

test("no code, state or cookie is in the journal", async () => {
  const platform = await controlledMock();
  const account = await platform.account({ redirectUris: [`${platform.origin}${callbackPath}`] });
  const fields = { redirect_uri: `${platform.origin}${callbackPath}`, state: "secret-state" };
  const browser = await signedIn(platform, account, fields);
  const approved = await browser.send([...formOf(await browser.open(fields)), ["decision", "approve"]]);
  const back = new URL(approved.headers.get("location") ?? "");
  expect((await platform.call({ path: back.pathname + back.search })).status).toBe(200);
  const entries = await platform.mock.requests.list();
  expect(entries.map(({ method, path, status }) => [method, path, status])).toEqual([
    ["POST", authorizePath, 303],
    ["GET", authorizePath, 200],
    ["POST", authorizePath, 303],
  ]);
  const kept = JSON.stringify(entries);
  for (const secret of [String(back.searchParams.get("code")), "secret-state", browser.cookie]) expect(kept).not.toContain(secret);
});

test("the callback page shows the parameters and the next step", async () => {
  const { call, origin } = await controlledMock();
  const code = "na1-b47e19c2-03da-4f68-8c51-000004815162";
  const { status, body } = await call({ path: callbackPath, query: { code, state: hostile } });
  expect([status, body]).toEqual([200, expect.stringContaining(`<code>${code}</code>`)]);
  expect(body).toContain("&lt;script&gt;");
  expect(body).not.toContain("<script>");
  expect(body).toContain(`curl &#39;${origin}/oauth/2026-03/token&#39;`);
  expect(body).toContain(`&#39;code=${code}&#39;`);
  expect(body).toContain("client_secret=CLIENT_SECRET");
  const rejected = await call({ path: callbackPath, query: { error: "access_denied", error_description: hostile, state: "1" } });
  expect([rejected.status, rejected.body]).toEqual([200, expect.stringContaining("The user denied access. The app gets no tokens.")]);
  expect(rejected.body).not.toContain("<script>");
  expect((await call({ path: callbackPath })).status).toBe(400);
});

test("a code that a shell might execute is not inserted into the command", async () => {
  const { call } = await controlledMock();
  for (const code of ["$(touch x)", "a'; touch x; '", "a\nb", "x".repeat(600)]) {
    expect((await call({ path: callbackPath, query: { code } })).body).toContain("&#39;code=CODE&#39;");
  }
});

test("the callback page returns JSON to programs", async () => {
  const { call } = await controlledMock();
  const json = async (query: Readonly<Record<string, string>>) => {
    const { status, headers, body } = await call({ path: callbackPath, query, headers: { accept: "application/json" } });
    expect([headers.get("cache-control"), headers.get("vary")]).toEqual(["no-store", expect.stringContaining("Accept")]);
    return [status, body];
  };
  expect(await json({ code: "c", state: "s", other: "o" })).toEqual([200, { code: "c", state: "s" }]);
  expect(await json({ code: "c" })).toEqual([200, { code: "c" }]);
  const rejected = { error: "access_denied", error_description: "the user denied access", state: "s" };
  expect(await json(rejected)).toEqual([200, rejected]);
  expect(await json({})).toEqual([400, { error: "invalid_request", error_description: "the query has neither a code nor an error" }]);
});

test("other methods are rejected", async () => {
  const { call } = await controlledMock();
  const { status, headers } = await call({ method: "DELETE", path: authorizePath });
  expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  expect((await call({ method: "POST", path: callbackPath, form: { code: "1" } })).status).toBe(403);
});
