import { expect, test } from "vitest";
import { openConsole, textOf } from "./browser.ts";

const times = { createdAt: "2026-04-20T08:00:00Z", updatedAt: "2026-04-20T08:00:00Z" };

async function used() {
  const console = await openConsole();
  const { mock, look } = console;
  const account = await mock.account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" } });
  const { accountId, accessToken, app } = account;
  mock.onWebhook(() => undefined);
  await account.seed({
    emails: [{ id: 3, name: "Hello", subject: "Hello", body: "Hi" }],
    records: { companies: [{ id: "5" }] },
    webhookSettings: [{ ...times, appId: app.appId, targetUrl: "https://app.example/hooks", throttling: { maxConcurrentRequests: 5 } }],
    webhookSubscriptions: [{ ...times, appId: app.appId, id: "1", eventType: "contact.creation", active: true }],
  });
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
    const response = await mock.fetch(mock.url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    return { header: response.headers.get("x-mock-request-id") ?? "", body: JSON.parse((await response.text()) || "{}") };
  };
  const path = `/console/accounts/${accountId}/timeline`;
  const shown = async (query = "") => textOf((await look(path + query)).html);
  return { ...console, account, accountId, path, send, shown };
}

test("a request is listed with the records, webhooks and emails that it caused, and each of them is a link", async () => {
  const { account, accountId, look, mock, path, send, shown } = await used();
  expect(await shown()).toContain("Nothing has happened yet.");
  const { body, header } = await send("POST", "/crm/objects/2026-03/contacts", { properties: { email: "jonas@larkspur.example" } });
  await send("PATCH", `/crm/objects/2026-03/contacts/${body.id}`, { properties: { city: "Ulm" } });
  await send("POST", "/email/public/v1/singleEmail/send", { emailId: 3, message: { to: "mara@larkspur.example" } });
  await send("GET", "/crm/objects/2026-03/contacts/1");
  const [delivery] = await mock.webhooks.deliveries(accountId, { waitFor: 1 });
  await mock.webhooks.replay(accountId, delivery?.number ?? 0);
  const [email] = await account.outbox();
  const replayed = delivery && (await mock.webhooks.deliveries(accountId, { waitFor: 2 }))[1];
  const contact = `contacts/${body.id}`;
  expect(await shown()).toMatch(
    new RegExp(
      [
        `webhook Delivery ${replayed?.number} contact.creation delivered`,
        "GET /crm/objects/2026-03/contacts/1 404",
        "POST /email/public/v1/singleEmail/send 200 email Hello to mara@larkspur.example",
        `PATCH /crm/objects/2026-03/${contact} 200 changed ${contact} city`,
        `POST /crm/objects/2026-03/contacts 201 created ${contact} webhook Delivery ${delivery?.number} contact.creation delivered`,
      ].join(".*"),
    ),
  );
  const { html } = await look(path);
  const base = `/console/accounts/${accountId}`;
  for (const address of [`${base}/records/${contact}`, `${base}/webhooks/${delivery?.number}`, `${base}/outbox/${email?.number}`]) {
    expect(html).toContain(`href="${address}"`);
  }
  const entry = await look(`/console/requests/${header}`);
  expect([entry.status, textOf(entry.html)]).toEqual([
    200,
    expect.stringMatching(`Effects created ${contact} webhook Delivery ${delivery?.number}`),
  ]);
  expect((await look(`${base}/records/${contact}`)).html).toContain(`/timeline?record=${encodeURIComponent(contact)}`);
});

test("the timeline is filtered by kind and by record", async () => {
  const { accountId, mock, send, shown } = await used();
  const { body } = await send("POST", "/crm/objects/2026-03/contacts", { properties: { firstname: "Jonas" } });
  await send("POST", "/crm/objects/2026-03/companies", { properties: { name: "Larkspur" } });
  await send("PUT", `/crm/v4/objects/contacts/${body.id}/associations/default/companies/5`);
  await send("GET", "/crm/objects/2026-03/companies/999");
  await mock.webhooks.deliveries(accountId, { waitFor: 1 });
  const methods = async (query: string) => (await shown(query)).match(/(GET|POST|PUT) \//g)?.map((text) => text.split(" ")[0]) ?? [];
  expect(await methods("")).toEqual(["GET", "PUT", "POST", "POST"]);
  expect(await methods("?show=changes")).toEqual(["PUT", "POST", "POST"]);
  expect(await methods("?show=webhooks")).toEqual(["POST"]);
  expect(await methods("?show=errors")).toEqual(["GET"]);
  expect(await methods("?record=companies/5")).toEqual(["PUT"]);
  expect(await methods(`?record=contacts/${body.id}`)).toEqual(["PUT", "POST"]);
  expect(await shown("?show=emails")).toContain("Nothing matches.");
});

test("the pages contain each request and each delivery once, even if the clock is frozen", async () => {
  const { accountId, look, mock, path, send } = await used();
  for (let sent = 0; sent < 120; sent += 1) {
    if (sent % 3 === 0) await send("POST", "/crm/objects/2026-03/contacts", { properties: { firstname: "Jonas" } });
    else await send("GET", "/crm/objects/2026-03/companies/5");
  }
  const seen: string[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const { html } = await look(next);
    seen.push(...[...html.matchAll(/href="(\/console\/[^"]*\/?(?:requests|webhooks)\/\d+)"/g)].map(([, href = ""]) => href));
    next = /rel="next" href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
  }
  const requests = (await mock.requests.list({ accountId })).map(({ id }) => `/console/requests/${id}`);
  const deliveries = (await mock.webhooks.deliveries(accountId)).map(({ number }) => `/console/accounts/${accountId}/webhooks/${number}`);
  expect(deliveries).toHaveLength(40);
  expect(seen.toSorted()).toEqual([...requests, ...deliveries].toSorted());
});
