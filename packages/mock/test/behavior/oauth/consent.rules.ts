import { expect } from "vitest";
import type { TestResponse } from "../platform.ts";
import { rule, rules } from "../rules.ts";
import { formOf, installFields, ownPage, sendForm, signedIn, withChanges } from "./consentForm.ts";
import { authorize, authorizePath, exchange, expectErrorPage, install, redirectParameters, redirectUri } from "./flow.ts";

rules("oauth", {
  "authorize-picks-the-account": rule(
    "If the browser has not selected the app's account, the user is asked to select it. No password is required.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform, { hubDomain: "haldeninstruments.example" });
    const first = await authorize(platform, account, { state: "s1" });
    expect(first.status).toBe(200);
    expect(first.body).toContain("<h1>Choose an account</h1>");
    expect(first.body).toContain("haldeninstruments.example");
    expect(first.body).not.toMatch(/value="approve"|was signed in/);
    expect(first.headers.get("set-cookie")).toBeNull();
    const picked = await sendForm(platform, [...formOf(first), ["account", String(account.accountId)]], ownPage);
    expect(picked.status).toBe(303);
    expect(picked.headers.get("location")).toBe(`${authorizePath}?${new URLSearchParams(installFields(account, { state: "s1" }))}`);
    const cookie = picked.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    const browser = await signedIn(platform, account);
    expect((await browser.open()).body).toContain('value="approve"');
    expect((await browser.open({ prompt: "select_account" })).body).toContain("<h1>Choose an account</h1>");
    const other = await install(platform);
    const query = new URLSearchParams(installFields(other));
    const ofOther = await platform.call({ path: `${authorizePath}?${query}`, headers: { cookie: browser.cookie } });
    expect(ofOther.body).toContain("<h1>Choose an account</h1>");
    expect(ofOther.body).toContain(`You were signed in to account ${account.accountId}.`);
  }),
  "authorize-asks-the-user": rule(
    "If the install URL contains no decision, the response is a consent page that shows the app, the account, and the scopes with their " +
      "descriptions.",
    "assumed",
  )(async (platform) => {
    const scopes = ["tickets", "tickets.sensitive.v2", "content"];
    const account = await install(platform, { app: { name: "Trail Desk" }, hubDomain: "haldeninstruments.example", scopes });
    const browser = await signedIn(platform, account);
    const page = await browser.open({ scopes: "tickets tickets.sensitive.v2", optional_scopes: "content social", state: "s1" });
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toMatch(/^text\/html/);
    const { body } = page;
    for (const text of ['<html lang="en">', "<title>", "<h1>", "Trail Desk", "haldeninstruments.example", new URL(redirectUri).host]) {
      expect(body).toContain(text);
    }
    for (const text of [
      "Read, create, change and archive tickets.",
      "<code>tickets</code>",
      "Read content pages and domains.",
      "Sensitive data",
    ]) {
      expect(body).toContain(text);
    }
    expect(body).not.toContain("social</code>");
    expect(body.match(/<button type="submit" name="decision" value="(approve|deny)"/g)).toHaveLength(2);
    expect(formOf(page).filter(([name]) => name === "ticked_scope")).toEqual([["ticked_scope", "content"]]);
    expect(formOf(page)).toContainEqual(["state", "s1"]);
  }),
  "authorize-inert-scope-is-shown": rule(
    "If the OpenAPI document does not define a scope, the consent page says that the mock does not use the scope.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const browser = await signedIn(platform, account);
    const { body } = await browser.open({ scopes: "tickets timeline", optional_scopes: "<no.such.scope>" });
    expect(body.match(/This mock does not use this scope, so granting it has no effect\.<br\/?><code>[^<]*<\/code>/g)).toEqual([
      expect.stringContaining("<code>timeline</code>"),
      expect.stringContaining("<code>&lt;no.such.scope&gt;</code>"),
    ]);
  }),
  "authorize-page-is-safe": rule(
    "The consent page escapes the values from the install URL, runs no scripts and cannot be embedded in a frame.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform, { app: { name: "<b>Desk</b>" } });
    const state = `"><script>alert('1')</script>&amp;`;
    const pages = [await authorize(platform, account, { state }), await (await signedIn(platform, account)).open({ state })];
    for (const page of pages) {
      expect(formOf(page)).toContainEqual(["state", state]);
      expect(page.body).toContain("&lt;b&gt;Desk&lt;/b&gt;");
      expect(page.body).not.toContain("<script");
      expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/);
      expect(page.headers.get("content-security-policy")).not.toContain("unsafe");
      expect(page.headers.get("x-frame-options")).toBe("DENY");
    }
  }),
  "authorize-form-decides": rule(
    "Submitting the consent page's form has the same effect as a decision in the install URL. All of the form's fields are validated " +
      "again.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const browser = await signedIn(platform, account);
    const form = formOf(await browser.open({ state: "s1" }));
    const { code, state } = sentBack(await browser.send([...form, ["decision", "approve"]]));
    expect([(await exchange(platform, account, String(code))).status, state]).toEqual([200, "s1"]);
    expect(sentBack(await browser.send([...form, ["decision", "deny"]]))).toMatchObject({ error: "access_denied", state: "s1" });
    expectErrorPage(await browser.send([...form, ["decision", "perhaps"]]));
    expectErrorPage(await browser.send(form));
    const approved = [...form, ["decision", "approve"]] as const;
    expectErrorPage(await browser.send(withChanges(approved, { redirect_uri: "https://elsewhere.example/callback" })));
    expectErrorPage(await browser.send(withChanges(approved, { client_id: undefined })));
    expect(sentBack(await browser.send(withChanges(approved, { scopes: 'a"b' })))).toMatchObject({ error: "invalid_scope" });
  }),
  "authorize-forged-form": rule(
    "A form that was submitted from another site, or was created for another browser, app or install URL, is rejected with status 403 " +
      "and an error page, and no access is granted.",
    { grade: "assumed", source: "RFC 6749, section 10.12" },
  )(async (platform) => {
    const account = await install(platform);
    const browser = await signedIn(platform, account);
    const form = [...formOf(await browser.open()), ["decision", "approve"]] as const;
    const foreign = [
      {},
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site", origin: "https://elsewhere.example" },
      { origin: "null" },
    ];
    for (const headers of foreign) expectForbidden(await browser.send(form, headers));
    const otherBrowser = await signedIn(platform, account);
    expectForbidden(await otherBrowser.send(form));
    expectForbidden(await sendForm(platform, form, ownPage));
    expectForbidden(await browser.send(withChanges(form, { form_token: undefined })));
    const otherApp = await account.installApp({ redirectUris: [redirectUri] });
    expectForbidden(await browser.send(withChanges(form, { client_id: otherApp.app.clientId })));
    expectForbidden(await sendForm(platform, [...installFields(account), ["account", String(account.accountId)]], { origin: "null" }));
    expect(sentBack(await browser.send(form))).toHaveProperty("code");
  }),
  "authorize-altered-form": rule(
    "A form whose scopes, state or code challenge differ from those of its consent page is rejected with status 403 and an error page, " +
      "and no access is granted.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const browser = await signedIn(platform, account);
    const shown = { scopes: "tickets", optional_scopes: "content", state: "s1", code_challenge: "x".repeat(43) };
    const form = [...formOf(await browser.open(shown)), ["decision", "approve"]] as const;
    const changes = [
      { scopes: "tickets content" },
      { scope: "social" },
      { optional_scopes: "content social" },
      { optional_scopes: undefined },
      { state: "s2" },
      { state: undefined },
      { code_challenge: "y".repeat(43) },
      { code_challenge: undefined },
    ];
    for (const change of changes) expectForbidden(await browser.send(withChanges(form, change)));
    expect(sentBack(await browser.send(form))).toMatchObject({ code: expect.any(String), state: "s1" });
  }),
  "authorize-closed-to-other-origins": rule(
    "The consent page has no CORS headers, and CORS preflights for it fail, so pages from other origins cannot read it.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const browser = await signedIn(platform, account);
    const query = Object.fromEntries(installFields(account));
    const origin = "https://elsewhere.example";
    const responses = [
      await platform.call({ path: authorizePath, query, headers: { origin } }),
      await platform.call({ path: authorizePath, query, headers: { origin, cookie: browser.cookie } }),
      await platform.call({ path: authorizePath, query: { ...query, decision: "approve" }, headers: { origin } }),
      await platform.call({ path: authorizePath, headers: { origin } }),
      await platform.call({ method: "POST", path: authorizePath, form: query, headers: { origin } }),
      await platform.call({ method: "DELETE", path: authorizePath, headers: { origin } }),
      await platform.call({ method: "OPTIONS", path: authorizePath, headers: { origin, "access-control-request-method": "GET" } }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 302, 400, 403, 405, 405]);
    for (const { headers } of responses) expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    const document = await platform.call({ path: "/openapi.json", headers: { origin } });
    expect(document.headers.get("access-control-allow-origin")).toBe("*");
  }),
  "authorize-decision-of-another-site": rule(
    "If the request may come from a page on another site or port, the decision in the install URL is ignored, and the consent page is " +
      "shown.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const path = `${authorizePath}?${new URLSearchParams(installFields(account, { decision: "approve" }))}`;
    const browser = "Mozilla/5.0 (X11; Linux x86_64)";
    const ofPages = [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }, { "user-agent": browser }];
    for (const headers of ofPages) {
      const response = await platform.call({ path, headers });
      expect([response.status, response.headers.get("location")]).toEqual([200, null]);
      expect(formOf(response).map(([name]) => name)).not.toContain("decision");
    }
    for (const headers of [{}, { "sec-fetch-site": "none", "user-agent": browser }, { "sec-fetch-site": "same-origin" }]) {
      expect(redirectParameters(await platform.call({ path, headers }))).toHaveProperty("code");
    }
  }),
  "authorize-optional-scopes-unticked": rule(
    "An optional scope is granted only if the app requested it and the user did not deselect it.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform, { scopes: ["tickets", "content", "social", "transactional-email"] });
    const browser = await signedIn(platform, account);
    const form = formOf(await browser.open({ optional_scopes: "social content" }));
    const granted = async (ticked: readonly string[]) => {
      const kept = form.filter(([name]) => name !== "ticked_scope");
      const ticks = ticked.map((scope) => ["ticked_scope", scope] as const);
      const { code } = sentBack(await browser.send([...kept, ...ticks, ["decision", "approve"]]));
      return (await exchange(platform, account, String(code))).body.scopes;
    };
    expect(await granted(["content", "social"])).toEqual(["content", "social", "tickets"]);
    expect(await granted(["social"])).toEqual(["social", "tickets"]);
    expect(await granted([])).toEqual(["tickets"]);
    expect(await granted(["transactional-email", "no.such.scope", "tickets"])).toEqual(["tickets"]);
  }),
});

function sentBack(response: TestResponse): Readonly<Record<string, string>> {
  expect(response.status).toBe(303);
  const location = new URL(response.headers.get("location") ?? "");
  expect(`${location.origin}${location.pathname}`).toBe(redirectUri);
  return Object.fromEntries(location.searchParams);
}

function expectForbidden({ status, headers, body }: TestResponse): void {
  expect([status, headers.get("location"), headers.get("set-cookie")]).toEqual([403, null, null]);
  expect(body).toContain("<h1>");
}
