import { createClient } from "@crm-platform/client";
import { serviceName } from "@crm-platform/client/serviceName";
import { verifyWebhook } from "@crm-platform/client/verifyWebhook";
import { createMock, createProxy, type MockOptions, serveMock, type Violation } from "@crm-platform/mock";
import type { WebhookEvent } from "@crm-platform/types";
import { expect, onTestFinished, test } from "vitest";

const contacts = "/crm/objects/2026-03/contacts";

async function opened(options: MockOptions = {}) {
  const mock = await createMock({ serviceName: "Acme", ...options, onError: (error) => expect.fail(String(error)) });
  onTestFinished(() => mock.close());
  const account = await mock.account({}, { owners: [{ id: "7" }] });
  const call = async (path: string, body?: string | object, method = body === undefined ? "GET" : "POST") => {
    const headers = { authorization: `Bearer ${account.accessToken}`, "content-type": "application/json" };
    const text = typeof body === "object" ? JSON.stringify(body) : (body ?? null);
    const response = await mock.fetch(mock.url + path, { method, headers, body: text });
    // biome-ignore lint/suspicious/noExplicitAny: the tests check the fields.
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  };
  return { mock, account, call };
}

test("property names contain the service's name in keys, lists, filters, definitions and paths, but texts stay as they are", async () => {
  const { call } = await opened();
  const created = await call(
    contacts,
    `{"properties": {"\\u0061cme_owner_id": "7", "lastname": "hs_owner_id", "firstname": "acme_owner_id"}}`,
  );
  expect(created.body.properties).toMatchObject({ acme_owner_id: "7", lastname: "hs_owner_id", firstname: "acme_owner_id" });
  const { id } = created.body;
  const query = "properties=acme_owner_id,lastname&propertiesWithHistory=hs_owner_id";
  const read = (await call(`${contacts}/${id}?${query}`)).body;
  expect([read.properties.acme_owner_id, read.properties.lastname]).toEqual(["7", "hs_owner_id"]);
  expect(Object.keys(read.propertiesWithHistory)).toEqual(["acme_owner_id"]);

  for (const propertyName of ["acme_owner_id", "hs_owner_id"]) {
    const filters = [{ propertyName, operator: "EQ", value: "7" }];
    const search = { filterGroups: [{ filters }], properties: [propertyName], sorts: [`-${propertyName}`] };
    const { results } = (await call(`${contacts}/search`, search)).body;
    expect(results).toMatchObject([{ id, properties: { acme_owner_id: "7" } }]);
    const definition = (await call(`/crm/properties/2026-03/contacts/${propertyName}`)).body;
    expect([definition.name, definition.acmeDefined, definition.serviceDefined]).toEqual(["acme_owner_id", true, undefined]);
  }
});

test("association types have the service's category, in requests, responses and the v1 path", async () => {
  const { account, call } = await opened();
  await account.seed({ records: { contacts: [{ id: "3101" }], companies: [{ id: "5201" }] } });
  const types = [{ associationCategory: "ACME_DEFINED", associationTypeId: 279 }];
  const inputs = [{ from: { id: "3101" }, to: { id: "5201" }, types }];
  expect((await call("/crm/associations/2026-03/contacts/companies/batch/create", { inputs })).status).toBe(201);
  const { results } = (await call(`${contacts}/3101/associations/companies`)).body;
  expect(new Set(results[0].associationTypes.map(({ category }: { category: string }) => category))).toEqual(new Set(["ACME_DEFINED"]));
  for (const category of ["ACME_DEFINED", "SERVICE_DEFINED"]) {
    expect((await call(`/crm-associations/v1/associations/3101/${category}/279`)).body).toMatchObject([{ results: [5201] }]);
  }
});

test("headers and error messages contain the service's name, and the journal keeps the caller's names", async () => {
  const { mock, call } = await opened({ rateLimits: true });
  const listed = await call(`${contacts}?limit=1`);
  expect([...listed.headers.keys()].filter((name) => name.startsWith("x-acme-") || name.startsWith("x-rate"))).toEqual([
    "x-acme-correlation-id",
    "x-acme-ratelimit-daily",
    "x-acme-ratelimit-daily-remaining",
    "x-acme-ratelimit-interval-milliseconds",
    "x-acme-ratelimit-max",
    "x-acme-ratelimit-remaining",
  ]);
  const rejected = await call(contacts, { properties: { acme_owner_id: ["7"], lastname: "hs_owner_id" } });
  expect([rejected.status, rejected.body.errors[0].in]).toEqual([400, "properties.acme_owner_id"]);
  expect(rejected.body.message).toContain("properties.acme_owner_id");
  expect(rejected.headers.get("x-acme-correlation-id")).toBe(rejected.body.correlationId);
  expect((await call("/unknown")).headers.get("x-acme-correlation-id")).toBeTruthy();
  const entries = await mock.requests.list();
  expect(entries.at(-2)).toMatchObject({
    body: { properties: { acme_owner_id: ["7"], lastname: "hs_owner_id" } },
    problems: [{ in: "properties.acme_owner_id" }],
  });
});

test("webhooks have the service's headers and names, are signed as sent, and can be verified with the name", async () => {
  const { mock, account, call } = await opened();
  const time = "2026-04-20T08:00:00Z";
  const { appId } = account.app;
  const eventType = "contact.propertyChange";
  await account.seed({
    webhookSettings: [
      { appId, targetUrl: "https://app.example/hooks", throttling: { maxConcurrentRequests: 1 }, createdAt: time, updatedAt: time },
    ],
    webhookSubscriptions: [{ appId, id: "1", eventType, propertyName: "hs_owner_id", active: true, createdAt: time, updatedAt: time }],
  });
  const events: WebhookEvent[] = [];
  const headers: string[][] = [];
  mock.onWebhook(async (request) => {
    headers.push([...request.headers.keys()].filter((name) => name.startsWith("x-")));
    const body = await request.clone().text();
    expect(body).toContain('"acme_owner_id"');
    for (const version of ["v1", "v3"] as const) {
      events.push(...(await verifyWebhook(request.clone(), { clientSecret: account.app.clientSecret, serviceName: "acme", version })));
    }
  });
  const { id } = (await call(contacts, { properties: {} })).body;
  expect((await call(`${contacts}/${id}`, { properties: { acme_owner_id: "7" } }, "PATCH")).status).toBe(200);
  await account.webhooks.deliveries({ waitFor: 1 });
  expect(headers).toEqual([["x-acme-request-timestamp", "x-acme-signature", "x-acme-signature-v3", "x-acme-signature-version"]]);
  expect(events).toMatchObject([{ propertyName: "hs_owner_id" }, { propertyName: "hs_owner_id" }]);
});

test("with the middleware, the client sends the service's names and returns those of the documents", async () => {
  const { mock, account } = await opened();
  const sent: string[] = [];
  const client = createClient({
    baseUrl: mock.url,
    accessToken: account.accessToken,
    middleware: [serviceName("acme")],
    fetch: async (request) => {
      sent.push(decodeURIComponent(new URL((request as Request).url).pathname), await (request as Request).clone().text());
      return mock.fetch(request as Request);
    },
  });
  const { id } = await client.records.create("contacts", { properties: { hs_owner_id: "7", lastname: "hs_owner_id" }, associations: [] });
  const record = await client.records.get("contacts", id, { properties: ["hs_owner_id", "lastname"] });
  expect(record.properties).toMatchObject({ hs_owner_id: "7", lastname: "hs_owner_id" });
  expect((await client.properties.get("contacts", "hs_owner_id")).serviceDefined).toBe(true);
  expect(sent).toContain("/crm/properties/2026-03/contacts/acme_owner_id");
  expect(sent.join()).toContain('{"acme_owner_id":"7","lastname":"hs_owner_id"}');
  await expect(client.records.get("contacts", "99")).rejects.toMatchObject({ status: 404, correlationId: expect.stringMatching(/./) });
});

test("a proxy forwards the service's names and accepts them as those of the document", async () => {
  const { mock, account } = await opened();
  const server = await serveMock({ mock, port: 0 });
  onTestFinished(() => server.close());
  const violations: Violation[] = [];
  const options = { upstream: new URL(server.url), onViolation: (violation: Violation) => void violations.push(violation) };
  const list = { headers: { authorization: `Bearer ${account.accessToken}` } };
  const path = "http://proxy.test/crm-associations/v1/associations/3101/ACME_DEFINED/1";
  await createProxy({ ...options, serviceName: "acme" }).fetch(path, list);
  expect(violations).toEqual([]);
  await createProxy(options).fetch(path, list);
  expect(violations).toMatchObject([{ direction: "request" }]);
});

test("a proxy accepts the other versions of the interfaces", async () => {
  const { mock, account } = await opened();
  const server = await serveMock({ mock, port: 0 });
  onTestFinished(() => server.close());
  const violations: Violation[] = [];
  const proxy = createProxy({ upstream: new URL(server.url), onViolation: (violation) => void violations.push(violation) });
  const headers = { authorization: `Bearer ${account.accessToken}`, "content-type": "application/json" };
  expect((await proxy.fetch("http://proxy.test/crm/v3/objects/contacts/", { headers })).status).toBe(200);
  const body = JSON.stringify({ inputs: [{ from: { id: "1" }, to: [{ id: "2" }] }] });
  const archive = { method: "POST", headers, body };
  expect((await proxy.fetch("http://proxy.test/crm/v4/associations/contacts/companies/batch/archive", archive)).status).toBe(204);
  expect(violations).toEqual([]);
  await proxy.fetch("http://proxy.test/crm/v3/objects/contacts?limit=0", { headers });
  expect(violations).toMatchObject([{ direction: "request", operationId: "records.list" }]);
});

test("an invalid name is rejected", async () => {
  await expect(createMock({ serviceName: "ac me" })).rejects.toThrow("serviceName must be ASCII letters and digits");
  expect(() => serviceName("")).toThrow("must be ASCII letters and digits");
});
