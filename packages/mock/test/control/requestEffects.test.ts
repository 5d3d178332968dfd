import { describe, expect, test } from "vitest";
import { databases, kindsOfDatabase } from "../store/stores.ts";
import { controlledMock } from "./controlling.ts";

const template = { id: 3, name: "Hello", subject: "Hello", body: "Hi" };
const times = { createdAt: "2026-04-20T08:00:00Z", updatedAt: "2026-04-20T08:00:00Z" };
const subscriptions = [
  { ...times, id: "1", eventType: "contact.creation", active: true },
  { ...times, id: "2", eventType: "contact.propertyChange", propertyName: "city", active: true },
] as const;

async function prepared(kind: (typeof kindsOfDatabase)[number]) {
  const { mock } = await controlledMock({ database: await databases[kind]() });
  const account = await mock.account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" } });
  const { accountId, accessToken, app } = account;
  mock.onWebhook(() => undefined);
  await account.seed({
    records: { companies: [{ id: "5" }] },
    emails: [template],
    webhookSettings: [{ ...times, appId: app.appId, targetUrl: "https://app.example/hooks", throttling: { maxConcurrentRequests: 5 } }],
    webhookSubscriptions: subscriptions.map((subscription) => ({ ...subscription, appId: app.appId })),
  });
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
    const response = await mock.fetch(mock.url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const id = response.headers.get("x-mock-request-id") ?? "";
    return { id, status: response.status, body: JSON.parse((await response.text()) || "{}") };
  };
  return { mock, account, accountId, send };
}

describe.each(kindsOfDatabase)("the effects of a request in %s", (kind) => {
  test("the header of a response leads to the entry, which lists what the request changed", async () => {
    const { mock, account, accountId, send } = await prepared(kind);
    const created = await send("POST", "/crm/objects/2026-03/contacts", { properties: { email: "jonas@larkspur.example", city: "Ulm" } });
    const { id } = created.body;
    const contact = { objectType: "contacts", id };
    const changed = await send("PATCH", `/crm/objects/2026-03/contacts/${id}`, {
      properties: { city: "Bonn", email: "jonas@larkspur.example" },
    });
    const associated = await send("PUT", `/crm/v4/objects/contacts/${id}/associations/default/companies/5`);
    const archived = await send("DELETE", `/crm/objects/2026-03/contacts/${id}`);
    const emailed = await send("POST", "/email/public/v1/singleEmail/send", { emailId: 3, message: { to: "mara@larkspur.example" } });
    const read = await send("GET", "/crm/objects/2026-03/companies/5");
    const failed = await send("GET", "/nothing");

    const [creation, change] = await mock.webhooks.deliveries(accountId);
    const [email] = await account.outbox();
    const effectsOf = async (response: typeof created) => (await mock.requests.get(response.id)).effects;
    expect(await effectsOf(created)).toMatchObject({ records: [{ ...contact, change: "created" }], deliveries: [creation?.number] });
    expect(await effectsOf(changed)).toMatchObject({
      records: [{ ...contact, change: "changed", properties: ["city"] }],
      deliveries: [change?.number],
    });
    expect((await effectsOf(associated))?.associations).toEqual([{ from: `contacts/${id}`, to: "companies/5", change: "created" }]);
    expect((await effectsOf(archived))?.records).toEqual([{ ...contact, change: "archived", properties: [] }]);
    expect(await effectsOf(emailed)).toEqual({ emails: [email?.number] });
    for (const response of [read, failed]) {
      const entry = await mock.requests.get(response.id);
      expect([entry.mockRequestId, entry.status, entry.effects]).toEqual([response.id, response.status, undefined]);
      expect(await mock.requests.get(entry.id)).toEqual(entry);
    }
    expect(JSON.stringify(await account.snapshot())).not.toContain("mockRequestId");
  });

  test("a failed request has no effects, and unknown ids have no entry", async () => {
    const { mock, accountId, send } = await prepared(kind);
    const inputs = [{ properties: { email: "a@b.example" } }, { properties: { email: "a@b.example" } }];
    const failed = await send("POST", "/crm/v3/objects/contacts/batch/create", { inputs });
    expect(failed.status).toBeGreaterThanOrEqual(400);
    expect((await mock.requests.get(failed.id)).effects).toBeUndefined();
    for (const id of [`${accountId}.1.99`, "7.1.1", 99]) await expect(mock.requests.get(id)).rejects.toThrow("no request with this id");
    for (const id of ["", "x", "0", "1.2", `${failed.id}%`]) await expect(mock.requests.get(id), id).rejects.toThrow("requestId");
    const { accessToken } = await mock.tokens.createUserToken(accountId);
    const headers = { authorization: `Bearer ${accessToken}` };
    for (const path of ["/crm/objects/2026-03/companies/5", "/__mock/v1/health"]) {
      const response = await mock.fetch(mock.url + path, { headers });
      expect(response.headers.get("x-mock-request-id")).toBeNull();
    }
  });
});
