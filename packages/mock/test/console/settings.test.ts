import { expect, test } from "vitest";
import { openConsole, textOf } from "./browser.ts";

async function opened() {
  const console = await openConsole();
  const account = await console.mock.account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" } });
  const path = `/console/accounts/${account.accountId}`;
  const shown = async (section: string) => textOf((await console.look(`${path}/${section}`)).html);
  return { ...console, account, path, shown };
}

test("an app is subscribed to webhooks, receives an event, and is deactivated", async () => {
  const { account, mock, path, send, shown } = await opened();
  const appId = String(account.app.appId);
  const subscriptions = `${path}/webhooks/subscriptions`;
  expect(await shown("webhooks")).toContain("Subscribe an app");
  expect(await shown("webhooks/subscriptions")).toContain("No subscriptions. Save a target URL");
  const events: unknown[] = [];
  mock.onWebhook(async (request) => {
    events.push(...((await request.json()) as unknown[]));
  });
  expect((await send(subscriptions, { action: "target", appId, targetUrl: "https://app.example/hooks" })).location).toContain(
    "done=target",
  );
  const contact = { action: "subscribe", appId, eventType: "contact.propertyChange", propertyName: "city" };
  expect((await send(subscriptions, contact)).location).toContain("done=subscribe");
  expect((await send(subscriptions, { ...contact, eventType: "contact.creation", propertyName: "" })).location).toContain("done=subscribe");
  expect(await shown("webhooks/subscriptions")).toMatch(/app\.example\/hooks.*contact\.propertyChange city .* 1 active Deactivate/);
  await account.seed({ records: { contacts: [{ id: "7", properties: { city: "Ulm" } }] } });
  const headers = { authorization: `Bearer ${account.accessToken}`, "content-type": "application/json" };
  const body = JSON.stringify({ properties: { city: "Bonn" } });
  await mock.fetch(`${mock.url}/crm/objects/2026-03/contacts/7`, { method: "PATCH", headers, body });
  const [delivery] = await mock.webhooks.deliveries(account.accountId, { waitFor: 1 });
  expect([delivery?.state, events]).toMatchObject(["delivered", [{ subscriptionType: "contact.propertyChange", propertyValue: "Bonn" }]]);
  await send(subscriptions, { action: "toggle", appId, id: "1" });
  expect((await account.snapshot()).webhookSubscriptions?.map(({ active }) => active)).toEqual([false, true]);

  const rejected = await send(subscriptions, { ...contact, propertyName: "" });
  expect([rejected.status, rejected.html]).toEqual([400, expect.stringContaining('id="subscribe-propertyName-problem"')]);
  expect((await send(subscriptions, { action: "target", appId, targetUrl: "ftp://app.example" })).html).toContain(
    "target-targetUrl-problem",
  );
});

test("an email template is created, sent and unpublished", async () => {
  const { account, mock, path, send, shown } = await opened();
  expect(await shown("email-templates")).toContain("No templates. Create one below");
  const template = { action: "save", id: "42", name: "Welcome", subject: "Hello {{ name }}", from: "", body: "<p>Hi</p>" };
  expect((await send(`${path}/email-templates`, template)).location).toContain("done=save");
  const headers = { authorization: `Bearer ${account.accessToken}`, "content-type": "application/json" };
  const body = JSON.stringify({ emailId: 42, message: { to: "mara@larkspur.example" } });
  await mock.fetch(`${mock.url}/email/public/v1/singleEmail/send`, { method: "POST", headers, body });
  expect(await account.outbox()).toHaveLength(1);
  expect(await shown("email-templates")).toMatch(/Welcome 42 Hello \{\{ name }} noreply@\S+ published Unpublish/);
  await send(`${path}/email-templates`, { action: "publish", id: "42" });
  expect((await account.snapshot()).emails).toMatchObject([{ id: 42, published: false, body: "<p>Hi</p>" }]);
  const rejected = await send(`${path}/email-templates`, { ...template, id: "x" });
  expect([rejected.status, rejected.html]).toEqual([400, expect.stringContaining('id="save-id-problem"')]);
});

test("a property is created with options, and archived", async () => {
  const { account, path, send, shown } = await opened();
  expect(await shown("properties")).toContain("No properties of your own for contacts");
  expect(await shown("properties?type=tickets&show=built-in")).toContain("hs_pipeline_stage");
  const property = { action: "create", objectType: "tickets", name: "bike_size", label: "Bike size", groupName: "ticketinformation" };
  const created = await send(`${path}/properties`, { ...property, type: "enumeration select", options: "Small\r\nVery large\r\n" });
  expect(created.location).toBe(`${path}/properties?type=tickets&done=create`);
  expect(await shown("properties?type=tickets")).toMatch(/Bike size bike_size enumeration, select .* Small, Very large/);
  const [stored] = (await account.snapshot()).properties?.["tickets"] ?? [];
  expect(stored?.options?.map(({ value }) => value)).toEqual(["small", "very_large"]);
  const rejected = await send(`${path}/properties`, { ...property, name: "Bike Size", type: "string text" });
  expect([rejected.status, rejected.html]).toEqual([400, expect.stringContaining('id="create-name-problem"')]);
  expect(textOf(rejected.html)).toContain("Create a property of tickets");
  await send(`${path}/properties`, { action: "archive", objectType: "tickets", propertyName: "bike_size" });
  expect(await shown("properties?type=tickets")).toContain("No properties of your own for tickets");
});

test("a pipeline is created with its stages, and deleted", async () => {
  const { path, send, shown } = await opened();
  const pipelines = (type: string) => `${path}/pipelines?type=${type}`;
  const deals = await send(pipelines("deals"), { action: "create", label: "Rentals", stages: "Offer sent 0.4\r\nWon 1.0" });
  expect(deals.location).toBe(`${path}/pipelines?type=deals&done=create`);
  expect(await shown("pipelines?type=deals")).toMatch(/Rentals \S+ Offer sent \S+ 0\.4 Won \S+ 1\.0/);
  expect((await send(pipelines("tickets"), { action: "create", label: "Repairs", stages: "New\r\nRepaired, closed" })).status).toBe(303);
  expect(await shown("pipelines?type=tickets")).toMatch(/Repairs \S+ New \S+ open Repaired, closed \S+ closed/);
  const rejected = await send(pipelines("deals"), { action: "create", label: "Leases", stages: "Signed" });
  expect([rejected.status, textOf(rejected.html)]).toEqual([400, expect.stringContaining("probability")]);
  const id = /Rentals (\S+) Offer/.exec(await shown("pipelines?type=deals"))?.[1] ?? "";
  expect((await send(pipelines("deals"), { action: "delete", pipelineId: id })).status).toBe(303);
  expect(await shown("pipelines?type=deals")).not.toContain("Rentals");
});

test("a section of the state is read alone", async () => {
  const { account, mock } = await opened();
  await account.seed({ emails: [{ id: 1 }], records: { contacts: [{ id: "7" }] } });
  const { version, emails } = await account.snapshot();
  expect(await account.snapshot({ section: "emails" })).toEqual({ version, emails });
  expect(await account.snapshot({ section: "lists" })).toEqual({ version });
  await expect(mock.snapshot(99, { section: "emails" })).rejects.toThrow("No account has this id.");
});
