import type { AccountState } from "@crm-platform/mock";
import { expect, test } from "vitest";
import { demoAccount, demoState } from "../../src/control/demo/demo.ts";
import { type Controlled, controlledMock } from "./controlling.ts";

async function bytes({ mock }: Controlled, accountId: number): Promise<string> {
  return (await mock.fetch(`${mock.url}/__mock/v1/accounts/${accountId}/snapshot`)).text();
}

const full = {
  ...demoState,
  properties: { ...demoState.properties, "2-7": [{ name: "serial", unique: true }, { name: "unused" }] },
  records: {
    ...demoState.records,
    "2-7": [
      { id: "10", properties: { serial: "a" }, archivedAt: "2026-04-01T00:00:00.005Z" },
      { id: "9", properties: { serial: "b" } },
    ],
  },
  associations: [...(demoState.associations ?? []), { from: "companies/5202", to: "contacts/3101", type: "34" }],
  sentEmails: [
    {
      number: 3,
      at: "2026-04-20T07:00:00Z",
      emailId: 68420157,
      subject: "Hello",
      from: "support@haldeninstruments.example",
      message: { to: "jonas.brandt@larkspurbikes.example" },
      contactProperties: [],
      customProperties: [{ name: "a", value: "b" }],
      result: { sendResult: "QUEUED" },
    },
  ],
  sendIds: [{ sendId: "once", result: { sendResult: "BLOCKED_DOMAIN" } }],
};

test("a snapshot after a restore is byte-for-byte identical, and contains all seeded data", async () => {
  const platform = await controlledMock();
  const { accountId, seed } = await platform.account(demoAccount as Record<string, unknown>);
  await seed(full);
  const before = await bytes(platform, accountId);
  expect(Object.keys(JSON.parse(before)).sort()).toEqual([...new Set([...Object.keys(full), "numbers", "profile"])].sort());
  await platform.control("PUT", `/accounts/${accountId}/snapshot`, JSON.parse(before));
  expect(await bytes(platform, accountId)).toBe(before);
});

test("the snapshots of equal states are byte-for-byte identical, regardless of the order in which the states were written", async () => {
  const platform = await controlledMock();
  const clock = { mode: "frozen", at: 0 };
  const contacts = [
    { id: "2", properties: { firstname: "B", email: "b@b.example" } },
    { id: "10", properties: { firstname: "A" } },
  ];
  const one = await platform.account({ clock });
  await one.seed({ records: { contacts }, spamAddresses: ["b@b.example", "a@b.example"], domains: [domain("20"), domain("3")] });
  const other = await platform.account({ clock });
  await other.seed({ spamAddresses: ["A@b.example"], domains: [domain("3")] });
  await other.seed({ records: { "0-1": contacts.toReversed() } });
  await other.seed({ spamAddresses: ["b@b.example"], domains: [domain("20")] });
  expect(await bytes(platform, other.accountId)).toBe(await bytes(platform, one.accountId));
  expect((await one.snapshot()).domains).toEqual([domain("3"), domain("20")]);
});

function domain(id: string): object {
  return { id, domain: `${id}.example` };
}

test("a snapshot can be restored in another account, whose id then replaces the original id", async () => {
  const { account, control } = await controlledMock();
  const one = await account();
  await one.seed({
    pages: [{ id: 1 }],
    channels: [{ channelGuid: "c", active: true, channelKey: "Page:1", type: "Page" }],
    broadcasts: [{ broadcastGuid: "b", channelGuid: "c", status: "DRAFT" }],
  });
  const { body } = await one.call({ path: "/events/2026-03/event-definitions", body: { label: "Sensor replaced" } });
  const subscription = { eventType: "event.completed", active: true, eventTypeName: body.fullyQualifiedName };
  await one.call({ path: `/webhooks/2026-03/${one.app.appId}/subscriptions`, body: subscription });
  const other = await account();
  await control("PUT", `/accounts/${other.accountId}/snapshot`, await one.snapshot());
  const { pages, channels, broadcasts, eventDefinitions, webhookSubscriptions } = await other.snapshot();
  expect(pages[0].portal_id).toBe(other.accountId);
  expect(channels[0].portalId).toBe(other.accountId);
  expect(broadcasts[0].portalId).toBe(other.accountId);
  expect(eventDefinitions[0].fullyQualifiedName).toBe(`pe${other.accountId}_sensor_replaced`);
  expect(webhookSubscriptions[0].eventTypeName).toBe(eventDefinitions[0].fullyQualifiedName);
});

test("a snapshot contains no credentials, passwords or hashes", async () => {
  const { account, call } = await controlledMock({ keepSunsetOperations: true });
  const one = await account();
  const { body: token } = await one.call({
    path: "/email/public/v1/smtpapi/tokens",
    body: { createdBy: "a@b.example", campaignName: "C" },
  });
  const reset = await one.call({ method: "POST", path: `/email/public/v1/smtpapi/tokens/${token.userName}/password-reset` });
  const metadata = await call({ path: `/oauth/v1/access-tokens/${one.accessToken}` });
  const secrets = [one.accessToken, one.refreshToken, one.app.clientId, one.app.clientSecret, token.password, reset.body.password];
  const text = JSON.stringify(await one.snapshot());
  expect(text).toContain(token.userName);
  expect(
    [...secrets, reset.body.passwordHash, metadata.body.signed_access_token.signature].filter((secret) => text.includes(secret)),
  ).toEqual([]);
});

test("a seed adds and overwrites data, a restore replaces data, and neither changes credentials", async () => {
  const { account, control } = await controlledMock();
  const one = await account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" } });
  await one.seed({ records: { tickets: [{ id: "1", properties: { subject: "A", content: "n" } }] }, blockedDomains: ["x.example"] });
  await one.seed({ records: { ticket: [{ id: "1", properties: { subject: "B" } }], TICKETS: [{ id: "2" }] } });
  const times = { createdAt: "2026-04-20T08:00:00Z", updatedAt: "2026-04-20T08:00:00Z" };
  expect((await one.snapshot()).records.tickets).toEqual([
    { id: "1", ...times, properties: { subject: "B" } },
    { id: "2", ...times, properties: {} },
  ]);
  expect((await one.snapshot()).blockedDomains).toEqual(["x.example"]);
  await control("PUT", `/accounts/${one.accountId}/snapshot`, { records: { tickets: [{ id: "3" }] } });
  expect(Object.keys(await one.snapshot())).toEqual(["version", "numbers", "profile", "records"]);
  expect((await one.call({ path: "/crm/objects/2026-03/tickets/3" })).status).toBe(200);
  expect((await one.call({ path: "/crm/objects/2026-03/tickets/1" })).status).toBe(404);
});

test("a state changes the profile field by field, and a restore without a profile does not change it", async () => {
  const { account, control } = await controlledMock();
  const one = await account({ hubDomain: "own.example", dailyLimit: 7 });
  await one.seed({ profile: { suspended: true, rateLimits: true } });
  await control("PUT", `/accounts/${one.accountId}/snapshot`, {});
  expect((await one.snapshot()).profile).toEqual({
    hubDomain: "own.example",
    userId: 1,
    userEmail: "owner@own.example",
    suspended: true,
    deferredDelivery: false,
    dailyLimit: 7,
    rateLimits: true,
    searchLagMs: 0,
    ...{ accountType: "STANDARD", timeZone: "UTC", companyCurrency: "USD" },
    uncheckedValues: false,
  });
});

test("new ids after a restore differ from the restored ids", async () => {
  const { account, control, mock } = await controlledMock();
  const channels = [{ channelGuid: "c", active: true, channelKey: "Page:1", type: "Page" }];
  const broadcast = { path: "/broadcast/v1/broadcasts", body: { channelGuid: "c", status: "DRAFT" } };
  const before = await account();
  await before.seed({ channels });
  for (let count = 0; count < 3; count += 1) await before.call(broadcast);
  const snapshot = await before.snapshot();
  await mock.reset();
  const after = await account();
  expect(after.accountId).toBe(before.accountId);
  await control("PUT", `/accounts/${after.accountId}/snapshot`, snapshot);
  await after.call(broadcast);
  expect((await after.snapshot()).broadcasts).toHaveLength(4);
});

test("new webhook subscriptions, occurrences and emails do not replace seeded ones with later ids", async () => {
  const platform = await controlledMock();
  const account = await platform.account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" } });
  const { appId } = account.app;
  const path = `/webhooks/2026-03/${appId}/subscriptions`;
  const created = await account.call({ path, body: { eventType: "deal.creation", active: true } });
  const { fullyQualifiedName } = (await account.call({ path: "/events/2026-03/event-definitions", body: { label: "Visited" } })).body;
  const later = Array.from({ length: 20 }, (_, index) => String(Number(created.body.id) + 10 + index));
  const times = { createdAt: "2026-04-20T08:00:00Z", updatedAt: "2026-04-20T08:00:00Z" };
  await account.seed({
    records: { contacts: [{ id: "1" }] },
    emails: [{ id: 7 }],
    webhookSubscriptions: later.map((id) => ({ appId, id, eventType: "contact.creation", active: true, ...times })),
    eventOccurrences: later.map((id) => ({ id, event: "visited", objectId: "1", occurredAt: times.createdAt })),
    sentEmails: later.map((id) => ({ ...full.sentEmails[0], number: Number(id) })),
  });
  await account.call({ path, body: { eventType: "ticket.creation", active: true } });
  await account.call({ path: "/events/2026-03/send", body: { eventName: fullyQualifiedName, objectId: "1", properties: {} } });
  const email = { emailId: 7, message: { to: "jonas.brandt@larkspurbikes.example" }, contactProperties: {}, customProperties: {} };
  await account.call({ path: "/marketing/transactional/2026-03/single-email/send", body: email });
  const { webhookSubscriptions, eventOccurrences, sentEmails } = await account.snapshot();
  expect([webhookSubscriptions.length, eventOccurrences.length, sentEmails.length]).toEqual([22, 21, 21]);
});

test("all problems are reported at once, and nothing is changed", async () => {
  const { account, rejection } = await controlledMock();
  const one = await account();
  const wrong = {
    records: { tickets: [{ id: "1" }, { id: "1" }], tikets: [], contacts: [{ id: "5", properties: { ["n".repeat(101)]: "v" } }] },
    properties: {
      meetings: [{ name: "hs_createdate", label: "Created" }, { name: "hs_merged_into_object_id" }],
      deals: [
        { name: "color", type: "enumeration" },
        { name: "weight", type: "number", fieldType: "checkbox" },
      ],
    },
    associationLabels: [
      { id: 1001, name: "contact_to_company", label: "L", from: "contacts", to: "companies" },
      { id: 1002, name: "other", label: "L", from: "contacts", to: "companies" },
      { id: 1005, name: "friend", label: "L", from: "contacts", to: "people" },
    ],
    emails: [{ id: 1 }, { id: 1 }],
    blockedDomains: ["x.example"],
  };
  expect(await rejection("POST", `/accounts/${one.accountId}/seed`, wrong)).toEqual({
    status: 400,
    problems: [
      "properties.meetings[0].name: properties.meetings[0].name must be a name that no built-in property uses",
      "properties.meetings[1].name: properties.meetings[1].name must be a name that no built-in property uses",
      "properties.deals[0].options: properties.deals[0].options is required for an enumeration",
      "properties.deals[1].fieldType: properties.deals[1].fieldType must be one of number, calculation_equation for the type number",
      "records.tickets[1].id: records.tickets[1].id must be unique",
      "records.tikets: records.tikets must be an object type: its plural or singular name, or its type id",
      `records.contacts[0].properties.${"n".repeat(40)}…: records.contacts[0].properties.${"n".repeat(40)}… must be a name of at most 100 characters`,
      "associationLabels[0].name: associationLabels[0].name must be a name that no default association type uses",
      "associationLabels[2].to: associationLabels[2].to must be an object type: its plural or singular name, or its type id",
      "associationLabels[1].id: associationLabels[1].id must be an id that no other association type uses",
      "emails[1]: emails[1] must be unique",
    ],
  });
  expect(Object.keys(await one.snapshot())).toEqual(["version", "numbers", "profile"]);
});

test("two records with the same unique value are rejected, and email addresses of contacts are compared ignoring case", async () => {
  const { account, rejection } = await controlledMock();
  const one = await account();
  const contacts = [
    { id: "1", properties: { email: "a@b.example" } },
    { id: "2", properties: { email: "A@b.example" } },
  ];
  expect(await rejection("POST", `/accounts/${one.accountId}/seed`, { records: { contacts } })).toEqual({
    status: 400,
    problems: [
      "records.contacts[1].properties.email: records.contacts[1].properties.email must be unique: records.contacts[0] has the same value",
    ],
  });
  await one.seed({ records: { contacts: [contacts[0]] } });
  expect((await rejection("POST", `/accounts/${one.accountId}/seed`, { records: { "0-1": [{ id: "3" }, contacts[1]] } })).problems).toEqual(
    ["records.0-1[1].properties.email: records.0-1[1].properties.email must be unique: another record in the account has the same value"],
  );
  const additional = { records: { contacts: [{ id: "4", properties: { hs_additional_emails: "a@b.example" } }] } };
  expect((await rejection("POST", `/accounts/${one.accountId}/seed`, additional)).problems).toEqual([
    expect.stringMatching(/^records\.contacts\[0\]\.properties\.hs_additional_emails: /),
  ]);
  const meetings = ["1", "2"].map((id) => ({ id, properties: { key: "same" } }));
  await one.seed({ properties: { meetings: [{ name: "key" }] }, records: { meetings } });
  const unique = { properties: { meetings: [{ name: "key", unique: true }] } };
  expect(await rejection("POST", `/accounts/${one.accountId}/seed`, unique)).toEqual({
    status: 400,
    problems: ["records.meetings: records.meetings must not contain duplicate values of key, because the property is unique"],
  });
  expect(Object.keys((await one.snapshot()).records)).toEqual(["contacts", "meetings"]);
});

test("a seeded record takes a unique value from an archived record", async () => {
  const { account } = await controlledMock();
  const one = await account();
  const email = "jonas@larkspur.example";
  await one.seed({ records: { contacts: [{ id: "1", properties: { email } }] } });
  await one.call({ method: "DELETE", path: "/crm/objects/2026-03/contacts/1" });
  await one.seed({ records: { contacts: [{ id: "2", properties: { email } }] } });
  const read = { inputs: [{ id: email }], idProperty: "email", properties: [], propertiesWithHistory: [] };
  const { body } = await one.call({ path: "/crm/objects/2026-03/contacts/batch/read", body: read });
  expect(body.results.map(({ id }: { id: string }) => id)).toEqual(["2"]);
});

test("an account is created with its complete state, or not at all", async () => {
  const { mock } = await controlledMock();
  const one = await mock.account({ accountId: 77 }, { records: { tickets: [{ id: "901" }] } });
  expect((await one.snapshot()).records?.["tickets"]).toHaveLength(1);
  const wrong: [unknown, string][] = [
    [{ records: { tickets: [{ id: "1" }, { id: "1" }] } }, "state.records.tickets[1].id"],
    [{ ticket: [] }, "state.ticket"],
    [{ version: 3 }, "state.version"],
  ];
  for (const [state, place] of wrong) {
    const rejected = mock.account({ accountId: 78 }, state as AccountState);
    await expect(rejected).rejects.toMatchObject({ problems: [{ in: place, message: expect.stringMatching(/^state\./) }] });
    await expect(mock.snapshot(78)).rejects.toMatchObject({ category: "OBJECT_NOT_FOUND" });
  }
  await expect(mock.account({ accountId: 77 }, { records: { tickets: [{ id: "902" }] } })).rejects.toMatchObject({ category: "CONFLICT" });
  expect((await one.snapshot()).records?.["tickets"]?.map(({ id }) => id)).toEqual(["901"]);
});

test("a state of an older version is restored, and one of a newer version is rejected with a reason", async () => {
  const { account, mock, rejection } = await controlledMock();
  const one = await account();
  const newer = await rejection("PUT", `/accounts/${one.accountId}/snapshot`, { version: 3 });
  expect(newer.problems).toEqual(["version: version must be at most 2, because the state was saved by a newer mock. Update the mock"]);
  // Without the version check, the other fields would be rejected for another reason.
  const later = { version: 3, quotes: [{ id: "1" }] };
  for (const [method, path] of [
    ["PUT", "snapshot"],
    ["POST", "seed"],
  ] as const) {
    expect((await rejection(method, `/accounts/${one.accountId}/${path}`, later)).problems).toEqual(newer.problems);
  }
  await mock.restore(one.accountId, { version: 1, records: { tickets: [{ id: "901" }] } });
  expect(await one.snapshot()).toMatchObject({ version: 2, records: { tickets: [{ id: "901" }] } });
  await expect(mock.seed(one.accountId, later as AccountState)).rejects.toThrow("saved by a newer mock");
  await expect(mock.restore(one.accountId, later as AccountState)).rejects.toThrow("saved by a newer mock");
});

test("states with empty ids, malformed names or broadcasts without a channel are rejected", async () => {
  const { account, rejection } = await controlledMock();
  const one = await account();
  const definition = { id: "1", fullyQualifiedName: "q", objectTypeId: "6-1", labels: { singular: "L" }, properties: [], associations: [] };
  const wrong = {
    domains: [{ id: "", domain: "d.example" }],
    sendIds: [{ sendId: "", result: { sendResult: "SENT" } }],
    eventDefinitions: [{ ...definition, name: "A B", archived: false }],
    channels: [{ channelGuid: "", channelKey: "Page:1", type: "Page", active: true }],
    broadcasts: [
      { broadcastGuid: "", channelGuid: "c", status: "DRAFT" },
      { broadcastGuid: "b", channelGuid: "not there", status: "DRAFT" },
    ],
  };
  expect((await rejection("POST", `/accounts/${one.accountId}/seed`, wrong)).problems).toEqual([
    "domains[0].id: domains[0].id must be a non-empty id",
    "eventDefinitions[0].name: eventDefinitions[0].name must be a name of up to 50 lower-case letters, digits and underscores that starts with a letter",
    "channels[0].channelGuid: channels[0].channelGuid must be a non-empty id",
    "broadcasts[0].broadcastGuid: broadcasts[0].broadcastGuid must be a non-empty id",
    "broadcasts[0].channelGuid: broadcasts[0].channelGuid must be the id of a channel in the account",
    "broadcasts[1].channelGuid: broadcasts[1].channelGuid must be the id of a channel in the account",
  ]);
  await one.seed({ channels: [{ channelGuid: "c", channelKey: "Page:1", type: "Page", active: true }] });
  const broadcasts = [{ broadcastGuid: "b", channelGuid: "c", status: "DRAFT" }];
  await one.seed({ broadcasts });
  // A restore deletes the existing channel, so the broadcast's channel does not exist.
  expect((await rejection("PUT", `/accounts/${one.accountId}/snapshot`, { broadcasts })).status).toBe(400);
});

test("a record can have more properties than a function can have arguments", async () => {
  const { mock } = await controlledMock();
  const { accountId } = await mock.account({ uncheckedValues: true });
  const names = Array.from({ length: 130_000 }, (_, index) => `p${index}`);
  const copy: string[] = [];
  expect(() => copy.push(...names)).toThrow(RangeError);
  const properties = Object.fromEntries(names.map((name) => [name, "v"]));
  await mock.seed(accountId, { records: { tickets: [{ id: "1", properties }] } });
  const { records } = await mock.snapshot(accountId);
  expect(Object.keys(records?.["tickets"]?.[0]?.properties ?? {})).toHaveLength(names.length);
});

test("the error for a value with a wrong type lists the allowed types, and the error for another invalid value names the violated rule", async () => {
  const { account, rejection } = await controlledMock();
  const { accountId } = await account();
  const seed = (value: unknown) =>
    rejection("POST", `/accounts/${accountId}/seed`, { records: { contacts: [{ id: "1", properties: { amount: value } }] } });
  const field = "records.contacts[0].properties.amount";
  for (const value of [5, 5.5, true, null, {}]) {
    expect((await seed(value)).problems, String(value)).toEqual([`${field}: ${field} must be a string or an array`]);
  }
  expect((await seed([5])).problems).toEqual([`${field}: ${field} must match exactly one of these alternatives: a string; an array`]);
});

test("the times in a state must be within the supported range", async () => {
  const { account, rejection } = await controlledMock();
  const one = await account();
  const tickets = [{ id: "1", createdAt: "9999-12-31T23:59:59-01:00" }];
  expect((await rejection("POST", `/accounts/${one.accountId}/seed`, { records: { tickets } })).problems).toEqual([
    "records.tickets[0].createdAt: records.tickets[0].createdAt must be a time from 0000-01-01T00:00:00Z to 9999-12-31T23:59:59.999Z",
  ]);
  const times = { created: 253_402_300_800_000, updated: -62_167_219_200_001 };
  const state = {
    domains: [{ id: "1", domain: "www.haldeninstruments.example", ...times }],
    smtpTokens: [{ userName: "a", campaignName: "spring", createdAt: times.created }],
    sendIds: [{ sendId: "a", result: { sendResult: "SENT", eventId: { id: "1", created: times.updated } }, requestedAt: times.created }],
  };
  const { problems } = await rejection("POST", `/accounts/${one.accountId}/seed`, state);
  expect(problems.map((problem) => problem.replace(/:.*/, ""))).toEqual([
    "sendIds[0].requestedAt",
    "sendIds[0].result.eventId.created",
    "smtpTokens[0].createdAt",
    "domains[0].created",
    "domains[0].updated",
  ]);
});
