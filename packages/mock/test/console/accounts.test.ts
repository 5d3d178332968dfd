import { scopes as platformScopes } from "@crm-platform/types";
import { describe, expect, test } from "vitest";
import { openConsole, textOf } from "./browser.ts";

describe("accounts", () => {
  test("accounts are listed with their apps and links", async () => {
    const { look, mock } = await openConsole();
    expect(textOf((await look("/console/accounts")).html)).toContain("No accounts yet.");
    const { accountId, installApp } = await mock.account({ hubDomain: "haldeninstruments.example", app: { name: "Trail Desk" } });
    await installApp({ name: "Second App" });
    const { html } = await look("/console/accounts");
    const text = textOf(html);
    expect(text).toContain("haldeninstruments.example owner@haldeninstruments.example");
    for (const name of ["Trail Desk", "Second App"]) expect(text).toContain(name);
    expect(html).toContain(`href="/console/accounts/${accountId}"`);
  });

  test("accounts are listed in pages of a hundred", async () => {
    const { look, mock } = await openConsole();
    for (let created = 0; created < 101; created += 1) await mock.account();
    const first = (await look("/console/accounts")).html;
    const next = /rel="next" href="([^"]+)"/.exec(first)?.[1] ?? "";
    const second = (await look(next)).html;
    expect([first, second].map((html) => html.match(/<th scope="row">/g)?.length)).toEqual([100, 1]);
    expect(second).not.toContain('rel="next"');
    expect((await look("/console/accounts?after=x")).status).toBe(400);
  });

  test("an account is created with a click, and its credentials are shown once", async () => {
    const { look, send, mock } = await openConsole();
    const created = await send("/console/accounts", { action: "create" });
    expect(created.status).toBe(201);
    const [account] = (await mock.accounts.list()).results;
    expect(account?.apps[0]?.scopes).toHaveLength(Object.keys(platformScopes).length);
    const [, token = ""] = /Access token<\/dt><dd><code>([^<]+)</.exec(created.html) ?? [];
    const used = await mock.fetch(`${mock.url}/cos-domains/v1/domains`, { headers: { authorization: `Bearer ${token}` } });
    expect(used.status).toBe(200);
    for (const path of ["", "/tokens"]) {
      expect((await look(`/console/accounts/${account?.accountId}${path}`)).html).not.toContain(token);
    }
    expect(created.headers.get("cache-control")).toBe("no-store");
  });

  test("a new account's page shows an example request to the address that the browser uses", async () => {
    const { send } = await openConsole({ controlToken: "a-control-token" });
    const headers = { origin: "https://mock.example", authorization: "Bearer a-control-token" };
    const { html } = await send("/console/accounts", { action: "create" }, headers);
    expect(html).toContain("curl &#39;https://mock.example/oauth/2026-03/token/introspect&#39;");
  });

  test("an account can be created with selected scopes and a redirect URI, and the form shows invalid values again with the problem", async () => {
    const { send, mock } = await openConsole();
    const fields: [string, string][] = [
      ["action", "create"],
      ["scope", "tickets"],
      ["scope", "content"],
    ];
    expect((await send("/console/accounts", [...fields, ["redirectUri", "https://app.example/callback"]])).status).toBe(201);
    const { results } = await mock.accounts.list();
    expect(results[0]?.apps).toMatchObject([{ scopes: ["tickets", "content"], redirectUris: ["https://app.example/callback"] }]);
    const rejected = await send("/console/accounts", [...fields, ["redirectUri", "javascript:alert(1)"]]);
    expect(rejected.status).toBe(400);
    expect(rejected.html).toMatch(/role="alert".*redirectUris\[0\]/);
    expect(rejected.html).toContain('value="tickets" checked=""');
    expect(rejected.html).toContain('value="javascript:alert(1)"');
    expect((await mock.accounts.list()).results).toEqual(results);
  });

  test("an account's page gives an overview of its settings and contents", async () => {
    const { look, mock } = await openConsole();
    const { accountId, clock, app } = await mock.account(
      { scopes: ["tickets"], redirectUris: ["https://app.example/callback"], app: { name: "Trail Desk" } },
      { records: { tickets: [{ id: "901" }], contacts: [{ id: "3101" }] } },
    );
    await clock.freeze("2026-04-20T08:00:00Z");
    const { html } = await look(`/console/accounts/${accountId}`);
    const text = textOf(html);
    expect(text).toContain("Domain hub.example User owner@hub.example id 1 Type STANDARD Currency USD Time zone UTC (+00:00)");
    expect(text).toContain("Requests today 0 of 250,000 Clock 2026-04-20 08:00:00 UTC, frozen");
    expect(text).toContain("Records 2 object types");
    expect(text).toContain("Tokens 2 tokens");
    expect(text).toMatch(new RegExp(`Trail Desk \\d+ ${app.clientId} https://app.example/callback tickets`));
    expect(html).not.toContain(app.clientSecret);
  });

  test("an account is deleted with all of its data", async () => {
    const { look, send, mock } = await openConsole();
    const { accountId } = await mock.account();
    const path = `/console/accounts/${accountId}`;
    expect(textOf((await look(path)).html)).toContain("It cannot be undone.");
    const deleted = await send("/console/accounts", { action: "delete", accountId: String(accountId) });
    expect([deleted.status, deleted.location]).toEqual([303, "/console/accounts?done=delete"]);
    expect(textOf((await look(deleted.location)).html)).toContain("The account and everything in it were deleted.");
    expect((await mock.accounts.list()).results).toEqual([]);
    for (const gone of [path, `${path}/tokens`]) expect([gone, (await look(gone)).status]).toEqual([gone, 404]);
    expect((await send("/console/accounts", { action: "delete", accountId: String(accountId) })).status).toBe(404);
  });

  test.each(["0", "99999999999999999999", "007", "x"])("an account with the id %s does not exist", async (id) => {
    const { look, mock } = await openConsole();
    await mock.account({ accountId: 8 });
    for (const path of ["", "/tokens", "/requests"]) {
      const { status } = await look(`/console/accounts/${id}${path}`);
      expect([path, status]).toEqual([path, expect.toBeOneOf([400, 404])]);
    }
  });
});

describe("tokens", () => {
  test("tokens are shown with their kind, app, scopes and lifetime on the account's clock", async () => {
    const { look, mock } = await openConsole();
    const { accountId, accessToken, refreshToken, clock } = await mock.account({ scopes: ["tickets"], app: { name: "Trail Desk" } });
    await clock.freeze("2026-04-20T08:00:00Z");
    const { app } = await mock.installApp(accountId, { name: "Other App" });
    const path = `/console/accounts/${accountId}/tokens`;
    const { html } = await look(path);
    const text = textOf(html);
    expect(text).toMatch(
      /Access token \S+… Other App \d+ \d+ scopes .*2026-04-20 08:30:00 \(in 30 minutes\) valid Expire now .*Delete token/,
    );
    expect(text).toMatch(/Refresh token \S+… Trail Desk \d+ tickets .* never valid Delete token/);
    expect(text).toContain("account’s clock shows 2026-04-20 08:00:00 UTC");
    for (const secret of [accessToken, refreshToken, app.clientSecret]) expect(html).not.toContain(secret);
    await clock.advance({ minutes: 45 });
    expect(textOf((await look(path)).html)).toContain("(15 minutes ago) expired Delete token");
  });

  test("tokens are listed in pages of a hundred, newest first", async () => {
    const { look, mock } = await openConsole();
    const { accountId, clock, refreshToken, app } = await mock.account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" } });
    const { clientId: client_id, clientSecret: client_secret } = app;
    const form = { grant_type: "refresh_token", refresh_token: refreshToken, client_id, client_secret };
    for (let created = 0; created < 120; created += 1) {
      await clock.advance(1_000);
      await mock.fetch(`${mock.url}/oauth/v1/token`, { method: "POST", body: new URLSearchParams(form) });
    }
    const times: string[] = [];
    const lengths: number[] = [];
    for (let path: string | undefined = `/console/accounts/${accountId}/tokens`; path !== undefined; ) {
      const { html } = await look(path);
      const issued = [...html.matchAll(/data-label="Issued"><time class="moment" datetime="([^"]+)"/g)].map(([, at = ""]) => at);
      times.push(...issued);
      lengths.push(issued.length);
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1];
    }
    expect(lengths).toEqual([100, 22]);
    expect(times).toEqual(times.toSorted().reverse());
    expect(new Set(times).size).toBe(121);
    for (const wrong of ["x", "1.accessToken.", "1.app.x", "9".repeat(40)]) {
      expect([wrong, (await look(`/console/accounts/${accountId}/tokens?after=${wrong}`)).status]).toEqual([wrong, 400]);
    }
  });

  test("tokens can be expired and deleted with a click", async () => {
    const { look, send, mock } = await openConsole();
    const { accountId, accessToken } = await mock.account();
    const path = `/console/accounts/${accountId}/tokens`;
    const tokens = async () => (await mock.tokens.list(accountId)).results;
    const category = async () => {
      const response = await mock.fetch(`${mock.url}/cos-domains/v1/domains`, { headers: { authorization: `Bearer ${accessToken}` } });
      return ((await response.json()) as { category?: string }).category;
    };
    const { tokenId = "" } = (await tokens()).find(({ kind }) => kind === "accessToken") ?? {};
    const expired = await send(path, { action: "expire", tokenId });
    expect([expired.status, expired.location]).toEqual([303, `${path}?done=expire`]);
    const { html } = await look(expired.location);
    expect(textOf(html)).toContain("The token expired.");
    expect(html).not.toContain('value="expire"');
    expect(await category()).toBe("EXPIRED_AUTHENTICATION");
    for (const token of await tokens()) {
      expect((await send(path, { action: "delete", tokenId: token.tokenId })).location).toBe(`${path}?done=delete`);
    }
    expect(await category()).toBe("INVALID_AUTHENTICATION");
    expect(textOf((await look(path)).html)).toContain("No tokens.");
  });

  test("the page shows an error for an action on a token that does not exist or does not expire", async () => {
    const { send, mock } = await openConsole();
    const { accountId } = await mock.account();
    const path = `/console/accounts/${accountId}/tokens`;
    expect((await send(path, { action: "delete", tokenId: "nothing" })).status).toBe(404);
    const { tokenId = "" } = (await mock.tokens.list(accountId)).results.find(({ kind }) => kind === "refreshToken") ?? {};
    const rejected = await send(path, { action: "expire", tokenId });
    expect([rejected.status, textOf(rejected.html)]).toEqual([400, expect.stringContaining("A refresh token does not expire")]);
    const other = await mock.account();
    expect((await send(`/console/accounts/${other.accountId}/tokens`, { action: "delete", tokenId })).status).toBe(404);
  });
});
