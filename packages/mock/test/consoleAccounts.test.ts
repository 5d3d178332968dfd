import { scopes as platformScopes } from "@crm-platform/types";
import { describe, expect, test } from "vitest";
import { textOf, visits } from "./consoleVisits.ts";

describe("accounts", () => {
  test("are listed with their apps, and led to", async () => {
    const { look, mock } = await visits();
    expect(textOf((await look("/console/accounts")).html)).toContain("There is no account yet.");
    const { accountId, installApp } = await mock.account({ hubDomain: "haldeninstruments.example", app: { name: "Trail Desk" } });
    await installApp({ name: "Second App" });
    const { html } = await look("/console/accounts");
    const text = textOf(html);
    expect(text).toContain("haldeninstruments.example owner@haldeninstruments.example");
    for (const name of ["Trail Desk", "Second App"]) expect(text).toContain(name);
    expect(html).toContain(`href="/console/accounts/${accountId}"`);
  });

  test("come in pages of a hundred", async () => {
    const { look, mock } = await visits();
    for (let made = 0; made < 101; made += 1) await mock.account();
    const first = (await look("/console/accounts")).html;
    const next = /rel="next" href="([^"]+)"/.exec(first)?.[1] ?? "";
    const second = (await look(next)).html;
    expect([first, second].map((html) => html.match(/<th scope="row">/g)?.length)).toEqual([100, 1]);
    expect(second).not.toContain('rel="next"');
    expect((await look("/console/accounts?after=x")).status).toBe(400);
  });

  test("are made by a click, and tell their credentials once", async () => {
    const { look, send, mock } = await visits();
    const made = await send("/console/accounts");
    expect(made.status).toBe(201);
    const [account] = (await mock.accounts.list()).results;
    expect(account?.apps[0]?.scopes).toHaveLength(Object.keys(platformScopes).length);
    const [, token = ""] = /Access token<\/dt><dd><code>([^<]+)</.exec(made.html) ?? [];
    const used = await mock.fetch(`${mock.url}/cos-domains/v1/domains`, { headers: { authorization: `Bearer ${token}` } });
    expect(used.status).toBe(200);
    for (const path of ["", "/tokens"]) {
      expect((await look(`/console/accounts/${account?.accountId}${path}`)).html).not.toContain(token);
    }
    expect(made.headers.get("cache-control")).toBe("no-store");
  });

  test("are shown a first call at the address that the browser has", async () => {
    const { send } = await visits({ controlToken: "a-control-token" });
    const headers = { origin: "https://mock.example", authorization: "Bearer a-control-token" };
    const { html } = await send("/console/accounts", {}, headers);
    expect(html).toContain("curl https://mock.example/oauth/v1/access-tokens/");
  });

  test("may have chosen scopes and a redirect URI", async () => {
    const { send, mock } = await visits();
    const fields: [string, string][] = [
      ["scope", "tickets"],
      ["scope", "content"],
      ["redirectUri", "https://app.example/callback"],
    ];
    expect((await send("/console/accounts", fields)).status).toBe(201);
    expect((await mock.accounts.list()).results[0]?.apps).toMatchObject([
      { scopes: ["tickets", "content"], redirectUris: ["https://app.example/callback"] },
    ]);
  });

  test("are not made of what is wrong; the form says why, and keeps what was chosen", async () => {
    const { send, mock } = await visits();
    const refused = await send("/console/accounts", { scope: "tickets", redirectUri: "javascript:alert(1)" });
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(/role="alert"[^>]*>[^<]*redirectUris\[0\]/);
    expect(refused.html).toContain('value="tickets" checked=""');
    expect(refused.html).toContain('name="redirectUri" value="javascript:alert(1)"');
    expect((await mock.accounts.list()).results).toEqual([]);
  });

  test("have an overview of what they are and hold", async () => {
    const { look, mock } = await visits();
    const { accountId, clock, app } = await mock.account(
      { scopes: ["tickets"], redirectUris: ["https://app.example/callback"], app: { name: "Trail Desk" } },
      { records: { tickets: [{ id: "901" }], contacts: [{ id: "3101" }] } },
    );
    await clock.freeze("2026-04-20T08:00:00Z");
    const { html } = await look(`/console/accounts/${accountId}`);
    const text = textOf(html);
    expect(text).toMatch(/Domain hub\.example User owner@hub\.example id 1 Clock 2026-04-20 08:00:00 UTC, frozen/);
    expect(text).toContain("Records 2 object types");
    expect(text).toContain("Tokens 2 tokens");
    expect(text).toContain(`Client id ${app.clientId} Redirect URIs https://app.example/callback Scopes tickets`);
    expect(html).not.toContain(app.clientSecret);
  });

  test("with many apps have an overview of twenty at a time", async () => {
    const { look, mock } = await visits();
    const { accountId, app } = await mock.account();
    const clientIds = [app.clientId];
    for (let made = 1; made < 45; made += 1) clientIds.push((await mock.installApp(accountId, {})).app.clientId);
    const found: string[] = [];
    const lengths: number[] = [];
    for (let path: string | undefined = `/console/accounts/${accountId}`; path !== undefined; ) {
      const { html } = await look(path);
      const shown = [...html.matchAll(/Client id<\/dt><dd><code>([^<]+)</g)].map(([, id = ""]) => id);
      expect(textOf(html)).toContain(`${shown.length} of 45 apps`);
      found.push(...shown);
      lengths.push(shown.length);
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1];
    }
    expect(lengths).toEqual([20, 20, 5]);
    expect(found.sort()).toEqual(clientIds.sort());
  });

  test("end after a question", async () => {
    const { look, send, mock } = await visits();
    const { accountId } = await mock.account();
    const path = `/console/accounts/${accountId}/delete`;
    expect(textOf((await look(path)).html)).toContain("There is no way back.");
    expect((await mock.accounts.list()).results).toHaveLength(1);
    const deleted = await send(path);
    expect([deleted.status, deleted.location]).toEqual([303, "/console/accounts?done=account-deleted"]);
    expect(textOf((await look(deleted.location)).html)).toContain("The account and all that was in it are gone.");
    expect((await mock.accounts.list()).results).toEqual([]);
    for (const gone of [path, `/console/accounts/${accountId}`, `/console/accounts/${accountId}/tokens`]) {
      expect([gone, (await look(gone)).status]).toEqual([gone, 404]);
    }
    expect((await send(path)).status).toBe(404);
  });

  test.each(["0", "99999999999999999999", "007", "x"])("%s is no account", async (id) => {
    const { look, mock } = await visits();
    await mock.account({ accountId: 8 });
    for (const path of ["", "/delete", "/tokens", "/requests"]) {
      const { status } = await look(`/console/accounts/${id}${path}`);
      expect([path, status]).toEqual([path, expect.toBeOneOf([400, 404])]);
    }
  });
});

describe("tokens", () => {
  test("tell their kind, app, scopes and how long they live by the account's clock", async () => {
    const { look, mock } = await visits();
    const { accountId, accessToken, refreshToken, clock } = await mock.account({ scopes: ["tickets"], app: { name: "Trail Desk" } });
    await clock.freeze("2026-04-20T08:00:00Z");
    const { app } = await mock.installApp(accountId, { name: "Other App" });
    const { html } = await look(`/console/accounts/${accountId}/tokens`);
    const text = textOf(html);
    expect(text).toMatch(/Access token \S+… Other App \d+ \d+ scopes .*2026-04-20 08:30:00 \(in 30 minutes\) valid Expire now .*Revoke/);
    expect(text).toMatch(/Refresh token \S+… Trail Desk \d+ tickets .* never valid Revoke/);
    expect(text).toContain("it is 2026-04-20 08:00:00 UTC");
    for (const secret of [accessToken, refreshToken, app.clientSecret]) expect(html).not.toContain(secret);
    await clock.advance({ minutes: 45 });
    expect(textOf((await look(`/console/accounts/${accountId}/tokens`)).html)).toContain("(15 minutes ago) expired Revoke");
  });

  test("come a hundred at a time, newest first, however many there are", async () => {
    const { look, mock } = await visits();
    const { accountId, clock, refreshToken, app } = await mock.account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" } });
    const { clientId: client_id, clientSecret: client_secret } = app;
    const form = { grant_type: "refresh_token", refresh_token: refreshToken, client_id, client_secret };
    for (let made = 0; made < 250; made += 1) {
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
      expect(html.length).toBeLessThan(1_000_000);
      // All scopes of the platform, as one text.
      expect(html.match(/<li><code>/g)).toBeNull();
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1];
    }
    expect(lengths).toEqual([100, 100, 52]);
    expect(times).toEqual(times.toSorted().reverse());
    expect(new Set(times).size).toBe(251);
    for (const wrong of ["x", "1.accessToken.", "1.app.x", "9".repeat(40)])
      expect([wrong, (await look(`/console/accounts/${accountId}/tokens?after=${wrong}`)).status]).toEqual([wrong, 400]);
  });

  test("expire and end by a click", async () => {
    const { look, send, mock } = await visits();
    const { accountId, accessToken } = await mock.account();
    const path = `/console/accounts/${accountId}/tokens`;
    const action = async (name: string): Promise<string> => {
      const [, found = ""] = new RegExp(`action="([^"]+/${name})"`).exec((await look(path)).html) ?? [];
      return found;
    };
    const answer = async () => {
      const response = await mock.fetch(`${mock.url}/cos-domains/v1/domains`, { headers: { authorization: `Bearer ${accessToken}` } });
      return [response.status, ((await response.json()) as { category?: string }).category];
    };
    const expired = await send(await action("expire"));
    expect([expired.status, expired.location]).toEqual([303, `${path}?done=token-expired`]);
    expect(textOf((await look(expired.location)).html)).toContain("The token has expired");
    expect(await answer()).toEqual([401, "EXPIRED_AUTHENTICATION"]);
    expect(await action("expire")).toBe("");

    for (const left of [1, 0]) {
      const revoked = await send(await action("revoke"));
      expect([revoked.status, revoked.location]).toEqual([303, `${path}?done=token-revoked`]);
      expect((await mock.tokens.list(accountId)).results).toHaveLength(left);
    }
    expect(await answer()).toEqual([401, "INVALID_AUTHENTICATION"]);
    expect(textOf((await look(path)).html)).toContain("The account has no token.");
  });

  test("that are not there, or do not expire, are a page that says so", async () => {
    const { send, mock } = await visits();
    const { accountId } = await mock.account();
    const path = `/console/accounts/${accountId}/tokens`;
    expect((await send(`${path}/nothing/revoke`)).status).toBe(404);
    const refresh = (await mock.tokens.list(accountId)).results.find(({ kind }) => kind === "refreshToken");
    const refused = await send(`${path}/${refresh?.tokenId}/expire`);
    expect([refused.status, textOf(refused.html)]).toEqual([400, expect.stringContaining("a refresh token does not expire")]);
    const other = await mock.account();
    expect((await send(`/console/accounts/${other.accountId}/tokens/${refresh?.tokenId}/revoke`)).status).toBe(404);
  });
});
