import { expect, test } from "vitest";
import { openConsole, type Page, textOf } from "./browser.ts";

const script = "<script>alert(1)</script>";

/** Strings that attempt to run scripts in a page, to break its markup or to hide text. */
const hostile = [
  script,
  `" onmouseover="alert(2)" x="`,
  `' onfocus='alert(3)`,
  "</code></td></table></main><img src=x onerror=alert(4)>",
  "<!--<style>*{display:none}</style>",
  "&lt;script&gt;&#x3c;b&#x3e;",
  "javascript:alert(5)",
  "{{alert(6)}}`+alert(7)+`",
  "\u202eevil\u2066",
  "a\u0001b\u007fc",
  "one\r\n\r\ndata: <b>two</b>\u2028three",
  "w".repeat(3_000),
].join(" ");
const name = hostile.slice(0, 90);

function expectHarmless({ html }: Page): void {
  const tags = [...html.matchAll(/<[a-z!/][^>]*>/gi)].map(([tag]) => tag);
  for (const tag of tags) expect(tag.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/\son\w+\s*=|\sstyle=|\ssrcdoc=/i);
  const frames = tags.filter((tag) => tag.startsWith('<iframe class="mail-frame" title="The email as HTML" sandbox="" '));
  expect(tags.filter((tag) => /^<(img|style|iframe|object|svg|base|b|!--)\b/i.test(tag))).toEqual(frames);
  for (const tag of tags.filter((one) => /^<script/i.test(one))) expect(tag).toMatch(/^<script( type="module")? src="\/assets\/\w+\.js">$/);
  for (const [, , address = ""] of html.matchAll(/\s(href|src|action|data-live)="([^"]*)"/g)) expect(address).toMatch(/^(\/(?!\/)|#)/);
}

test("all data in an account is shown as text", async () => {
  const { look, mock } = await openConsole();
  const { accountId, seed, snapshots } = await mock.account({
    uncheckedValues: true,
    app: { name: hostile },
    redirectUris: ["https://app.example/'onload='alert(8)"],
  });
  const version = { value: hostile, timestamp: "2026-01-01T00:00:00Z", sourceType: hostile, sourceId: hostile, sourceLabel: hostile };
  const property = { name: hostile, value: `${hostile}\nBcc: else` };
  await seed({
    records: {
      contacts: [
        { id: "1", properties: { firstname: hostile, note: name, [name]: [version, { ...version, timestamp: "2025-01-01T00:00:00Z" }] } },
      ],
      tickets: [{ id: "7", properties: { subject: hostile } }],
    },
    associationLabels: [{ id: 1001, name: "odd", label: hostile, from: "contacts", to: "tickets" }],
    associations: [{ from: "contacts/1", to: "tickets/7", type: "odd" }],
    sentEmails: [
      {
        number: 1,
        at: "2026-04-20T08:00:00Z",
        emailId: 5,
        subject: hostile,
        from: hostile,
        message: { to: hostile, cc: [hostile], bcc: [hostile], replyTo: hostile, sendId: hostile },
        customProperties: [property],
        contactProperties: [property],
        result: { sendResult: "SENT", message: hostile, eventId: { id: hostile, created: 1 } },
        html: hostile,
      },
    ],
  });
  await snapshots.create(`"'><img src=x onerror=alert(1)>`);
  const effect = { type: "status", status: 418, category: name, message: hostile } as const;
  await mock.faults.add({ match: { accountId, seed: hostile, probability: 0.1 }, effect });
  const pages = ["", "/tokens", "/faults", "/outbox", "/outbox/1", "/outbox/1?view=data", "/outbox/1?view=headers", "/outbox/1?view=text"];
  const records = [
    "/records",
    "/records/contacts/1",
    "/records/contacts/1?edit",
    "/records?new",
    `/records?q=${encodeURIComponent(hostile)}`,
    "/records/contacts/1/associations/tickets/7",
    "/labels",
    "/labels/1001",
  ];
  for (const path of [...pages, ...records, "/snapshots", "/requests"]) {
    const page = await look(`/console/accounts/${accountId}${path}`);
    expect([path, page.status]).toEqual([path, 200]);
    expectHarmless(page);
    if (!["/snapshots", "/requests", "/records?new"].includes(path)) expect(textOf(page.html), path).toContain(script);
  }
  expectHarmless(await look("/console/accounts"));
});

test("the content of requests is shown as text", async () => {
  const { look, mock } = await openConsole({ strict: true });
  const { accessToken, accountId } = await mock.account();
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  await mock.fetch(`${mock.url}/cos-domains/v1/domains?${new URLSearchParams({ limit: hostile, [hostile]: hostile })}`, { headers });
  const body = { inputs: [{ id: hostile, [hostile]: hostile }], properties: [hostile], idProperty: { [hostile]: hostile } };
  await mock.fetch(`${mock.url}/crm/objects/2026-03/meetings/batch/read`, { method: "POST", headers, body: JSON.stringify(body) });
  await mock.fetch(`${mock.url}/${encodeURIComponent(hostile)}`, { method: "PROPFIND", headers });
  for (const path of ["/requests/1", "/requests/2", "/requests/3", "", "?problems=on", `/accounts/${accountId}/requests`]) {
    expectHarmless(await look(`/console${path}`));
  }
  // The page shows the hostile text both in the query and in the problem.
  expect(textOf((await look("/console/requests/1")).html).split(script).length).toBeGreaterThan(2);
});

test("input from addresses and forms is shown as text", async () => {
  const { look, send, mock } = await openConsole();
  const { accountId } = await mock.account();
  const own = `/console/accounts/${accountId}`;
  const parameters = ["account", "operation", "status", "before", "after", "done", "q", "to", "type", "view"];
  const query = new URLSearchParams(Object.fromEntries(parameters.map((parameter) => [parameter, hostile])));
  for (const path of ["", "/accounts", "/events", "/requests/1", `/${encodeURIComponent(hostile)}`]) {
    expectHarmless(await look(`/console${path}?${query}`));
  }
  for (const parameter of parameters) expectHarmless(await look(`/console?${new URLSearchParams({ [parameter]: hostile })}`));
  for (const section of ["tokens", "outbox", "records", "clock"]) expectHarmless(await look(`${own}/${section}?${query}`));
  for (const [path, fields] of [
    ["/console/accounts", { action: "create", scope: hostile, redirectUri: hostile }],
    ["/console/clock", { action: "advance", amount: hostile, unit: hostile }],
    ["/console/faults", { action: "add", effect: "reset", nth: hostile, seed: hostile, operationId: hostile }],
    ["/console/oauth", { action: "install", accountId: hostile, scopes: hostile }],
    [`${own}/records`, { action: "save", type: hostile, id: hostile, name: hostile, value: hostile }],
    [`${own}/labels`, { action: "create", fromObjectType: hostile, toObjectType: hostile, name: hostile, label: hostile }],
    [`${own}/snapshots`, { action: "save", name: hostile }],
    [`${own}/tokens`, { action: hostile }],
  ] as const) {
    const rejected = await send(path, { ...fields });
    expect([path, rejected.status]).toEqual([path, 400]);
    expectHarmless(rejected);
  }
});

test("input to the sign-in page is shown as text", async () => {
  const { look, send } = await openConsole({ controlToken: "a-control-token" });
  expectHarmless(await look(`/console/${encodeURIComponent(hostile)}?next=${encodeURIComponent(hostile)}`));
  expectHarmless(await send("/console/sign-in", { token: hostile, next: `/console?${hostile}` }));
  expectHarmless(await send("/console/sign-in", { token: hostile, next: hostile }));
});
