import { createClient } from "@crm-platform/client";
import { serviceName } from "@crm-platform/client/serviceName";
import { verifyWebhook } from "@crm-platform/client/verifyWebhook";
import { createMock, createProxy, type MockOptions, serveMock, type Violation } from "@crm-platform/mock";
import { createControl } from "@crm-platform/mock/control";
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
    const received = await response.text();
    return { status: response.status, headers: response.headers, body: received === "" ? undefined : JSON.parse(received) };
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

test.each([
  { title: "version 2026-03", path: "/marketing/transactional/2026-03/single-email/send", valuesOf: (values: object) => values },
  {
    title: "version v1",
    path: "/email/public/v1/singleEmail/send",
    valuesOf: (values: object) => Object.entries(values).map(([name, value]) => ({ name, value })),
  },
])("emails contain custom properties as they were sent, in $title", async ({ path, valuesOf }) => {
  const { account, call } = await opened();
  await account.seed({ emails: [{ id: 1, subject: "{{ link }} {{ message }} {{ name }} {{ acme_owner_id }}" }] });
  const customProperties = valuesOf({
    link: "/?by=acme_owner_id",
    message: "Your ACME_DEFINED plan",
    name: "acme_owner_id",
    acme_owner_id: "hs_owner_id",
  });
  const contactProperties = valuesOf({ acme_owner_id: "7", lastname: "acme_owner_id" });
  const email = { emailId: 1, message: { to: "ada@larkspur.example" }, contactProperties, customProperties };
  expect((await call(path, email)).status).toBe(200);
  const subject = "/?by=acme_owner_id Your ACME_DEFINED plan acme_owner_id hs_owner_id";
  expect(await account.outbox()).toMatchObject([{ subject, result: { sendResult: "SENT" } }]);
  const { results } = (await call(`${contacts}?properties=acme_owner_id,lastname`)).body;
  expect(results).toMatchObject([{ properties: { acme_owner_id: "7", lastname: "acme_owner_id" } }]);
});

test("errors contain ids, trace ids and received values as they were sent", async () => {
  const { call } = await opened();
  const read = await call(`${contacts}/batch/read`, { inputs: [{ id: "hs_owner_id" }], properties: [] });
  expect(read.body.errors[0].context).toEqual({ ids: ["hs_owner_id"] });
  const properties = { acme_owner_id: "hs_owner_id", closedate: "hs_team_id" };
  const batch = await call(`${contacts}/batch/create`, { inputs: [{ objectWriteTraceId: "hs_owner_id", properties }] });
  const [{ context, errors, message }] = batch.body.errors;
  expect(context).toEqual({ objectWriteTraceId: ["hs_owner_id"] });
  expect(errors.map((error: { context: object }) => error.context)).toEqual([
    { propertyName: ["closedate"], received: ["hs_team_id"] },
    { propertyName: ["acme_owner_id"], received: ["hs_owner_id"] },
  ]);
  expect(message).toContain('"name":"acme_owner_id","propertyValue":"hs_owner_id"');
  const list = await call(`${contacts}?archived=hs_owner_id`);
  expect(list.body.message).toMatch(/\(received hs_owner_id\)$/);
});

test("event properties contain the service's name in definitions, values and paths", async () => {
  const { account, call } = await opened();
  await account.seed({ records: { contacts: [{ id: "3101" }] } });
  const definitions = "/events/2026-03/event-definitions";
  const property = { name: "acme_owner_id", label: "Owner", type: "string" };
  const matching = { primaryObjectRule: { targetObjectPropertyName: "email", eventPropertyName: "acme_team_id" } };
  const team = { ...property, name: "acme_team_id" };
  const created = await call(definitions, { label: "Moved", name: "moved", propertyDefinitions: [team], customMatchingId: matching });
  expect(created).toMatchObject({ status: 201, body: { customMatchingId: matching } });
  expect(created.body.properties).toContainEqual(expect.objectContaining(team));
  expect((await call(`${definitions}/moved/property`, property)).body).toMatchObject(property);
  const eventName = created.body.fullyQualifiedName;
  const event = { eventName, objectId: "3101", properties: { acme_owner_id: "acme_owner_id" } };
  expect((await call("/events/2026-03/send", event)).status).toBe(204);
  const { results } = (await call(`/events/event-occurrences/2026-03?eventType=${eventName}`)).body;
  expect(results[0].properties).toMatchObject({ acme_owner_id: "acme_owner_id" });
  const changed = await call(`${definitions}/moved/property/acme_owner_id`, { label: "New owner" }, "PATCH");
  expect(changed).toMatchObject({ status: 201, body: { name: "acme_owner_id", label: "New owner" } });
});

test("states may contain the service's names, and snapshots contain those of the documents, in process and over HTTP", async () => {
  const { mock } = await opened();
  const server = await serveMock({ mock, port: 0 });
  onTestFinished(() => server.close());
  const remote = createControl({ baseUrl: server.url });
  const state = {
    owners: [{ id: "7" }],
    properties: { contacts: [{ name: "acme_team_id", unique: true }] },
    records: { contacts: [{ id: "1", properties: { acme_owner_id: "7", lastname: "acme_owner_id" } }] },
  };
  for (const control of [mock, remote]) {
    const { accountId } = await control.account({}, state);
    await control.seed(accountId, { records: { contacts: [{ id: "2", properties: { hs_owner_id: "7" } }] } });
    await control.snapshots.create(accountId, "acme_owner_id");
    expect(await control.snapshots.list(accountId)).toMatchObject([{ name: "acme_owner_id" }]);
    const { properties, records } = await control.snapshots.get(accountId, "acme_owner_id");
    expect(properties).toEqual({ contacts: [{ name: "hs_team_id", unique: true }] });
    expect(records?.["contacts"]?.map((record) => record.properties)).toEqual([
      { hs_owner_id: "7", lastname: "acme_owner_id" },
      { hs_owner_id: "7" },
    ]);
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
