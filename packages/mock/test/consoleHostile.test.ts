import { describe, expect, test } from "vitest";
import { type Seen, textOf, visits } from "./consoleVisits.ts";

/** Texts that try to run in a page, to break it or to hide in it. */
const hostile = {
  script: "<script>alert(1)</script>",
  attribute: `" onmouseover="alert(2)" x="`,
  quotes: `' onfocus='alert(3)`,
  closing: "</code></td></table></main><img src=x onerror=alert(4)>",
  comment: "<!--<style>*{display:none}</style>",
  reference: "&lt;script&gt;&#x3c;b&#x3e;",
  address: "javascript:alert(5)",
  template: "{{alert(6)}}`+alert(7)+`",
  direction: "\u202eevil\u2066",
  control: "a\u0001b\u007fc",
  line: "one\r\n\r\ndata: <b>two</b>\u2028three",
  long: "w".repeat(3_000),
};
const values = Object.values(hostile);

/** Expects no tag, attribute or address that is not part of our own markup. */
function expectHarmless(page: Seen): void {
  const { html } = page;
  const tags = [...html.matchAll(/<[a-z!/][^>]*>/gi)].map(([tag]) => tag);
  for (const tag of tags) expect(tag.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/\son\w+\s*=|\sstyle=|\ssrcdoc=/i);
  expect(tags.filter((tag) => /^<(img|style|iframe|object|svg|base|b|!--)\b/i.test(tag))).toEqual([]);
  const scripts = tags.filter((tag) => /^<script/i.test(tag));
  for (const script of scripts) expect(script).toMatch(/^<script type="module" src="\/assets\/\w+\.js">$/);
  for (const [, , address = ""] of html.matchAll(/\s(href|src|action|data-live)="([^"]*)"/g)) expect(address).toMatch(/^(\/(?!\/)|#)/);
}

/** The start of a text as a page shows it: white space is collapsed. */
function shown(text: string): string {
  return text.slice(0, 80).replaceAll(/\s+/g, " ");
}

describe("untrusted text is shown as text", () => {
  test("in names and redirect URIs", async () => {
    const { look, mock } = await visits();
    for (const value of values) {
      const account = await mock.account({ app: { name: value }, redirectUris: ["https://app.example/'onload='alert(8)"] });
      for (const path of ["", "/tokens", "/requests"]) {
        const page = await look(`/console/accounts/${account.accountId}${path}`);
        expect(page.status).toBe(200);
        expectHarmless(page);
        if (path === "" || path === "/tokens") expect(textOf(page.html)).toContain(shown(value));
      }
    }
    const list = await look("/console/accounts");
    expectHarmless(list);
    for (const value of values) expect(textOf(list.html)).toContain(shown(value));
  });

  test("in requests", async () => {
    const { look, mock } = await visits({ strict: true });
    const { accessToken, accountId } = await mock.account();
    const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
    for (const value of values) {
      const query = new URLSearchParams({ limit: value, [value]: value });
      await mock.fetch(`${mock.url}/cos-domains/v1/domains?${query}`, { headers });
      const body = { inputs: [{ id: value, [value]: value }], properties: [value], idProperty: { [value]: value }, [value]: value };
      await mock.fetch(`${mock.url}/crm/objects/2026-03/meetings/batch/read`, { method: "POST", headers, body: JSON.stringify(body) });
      await mock.fetch(`${mock.url}/${encodeURIComponent(value)}/${encodeURIComponent(value)}`, { method: "PROPFIND", headers });
    }
    const entries = await mock.requests.list({ accountId });
    expect(entries).toHaveLength(3 * values.length);
    for (const { id } of entries) expectHarmless(await look(`/console/requests/${id}`));
    // In the query, in the body, and beside the problem.
    const text = textOf((await look("/console/requests/1")).html);
    expect(text.split(hostile.script).length - 1).toBeGreaterThanOrEqual(3);
    for (const path of ["/console", "/console?problems=on", `/console/accounts/${accountId}/requests`]) expectHarmless(await look(path));
  });

  test("in addresses and forms", async () => {
    const { look, send } = await visits();
    for (const value of values) {
      const query = new URLSearchParams({ account: value, operation: value, status: value, before: value, after: value, done: value });
      for (const path of ["/console", "/console/accounts", "/console/events", "/console/requests/1"])
        expectHarmless(await look(`${path}?${query}`));
      for (const name of ["operation", "status", "done"]) expectHarmless(await look(`/console?${new URLSearchParams({ [name]: value })}`));
      expectHarmless(await look(`/console/${encodeURIComponent(value)}`));
      const refused = await send("/console/accounts", { action: "create", scope: value, redirectUri: value });
      expect(refused.status).toBe(400);
      expectHarmless(refused);
    }
  });

  test("on the sign-in page", async () => {
    const { look, send } = await visits({ controlToken: "a-control-token" });
    for (const value of values) {
      expectHarmless(await look(`/console/${encodeURIComponent(value)}?next=${encodeURIComponent(value)}`));
      expectHarmless(await send("/console/sign-in", { token: value, next: `/console?${value}` }));
      expectHarmless(await send("/console/sign-in", { token: value, next: value }));
    }
  });
});
