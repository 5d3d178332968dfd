import { expect, test } from "vitest";
import { asUser } from "../asUser.ts";
import { controlledMock } from "./controlling.ts";

const now = "2026-04-20T08:00:00Z";

async function withAccount() {
  const platform = await controlledMock();
  const account = await platform.mock.account({ clock: { mode: "frozen", at: now } });
  const user = await asUser(platform.mock, account);
  return { ...platform, account, user, path: `/accounts/${account.accountId}/records` };
}

test("an account lists the built-in object types, and the custom types of its records", async () => {
  const { control, account, user } = await withAccount();
  await account.seed({ records: { "2-7": [{ id: "1" }], tickets: [{ id: "1", archivedAt: now }] } });
  await user.records.create("contacts", { properties: {} });
  const { objectTypes, counts } = (await control("GET", `/accounts/${account.accountId}`)).body;
  expect(objectTypes.filter(({ hasRecords }: { hasRecords: boolean }) => hasRecords)).toEqual([
    { typeId: "0-1", name: "contacts", hasRecords: true },
    { typeId: "0-5", name: "tickets", hasRecords: true },
    { typeId: "2-7", name: "custom_7", displayProperty: "hs_object_id", hasRecords: true },
  ]);
  expect(objectTypes).toContainEqual({ typeId: "0-3", name: "deals", hasRecords: false });
  expect(counts).toMatchObject({ objectTypes: 3, emails: 0, tokens: 2 });
});

test("a user's new value is added to the history even if the clock has been set back, and an equal value changes nothing", async () => {
  const { account, user } = await withAccount();
  const history = [{ value: "A", timestamp: "2026-04-01T08:00:00Z", sourceType: "INTEGRATION" }];
  const properties = { stage: history, subject: "Printer" };
  await account.seed({ properties: { tickets: [{ name: "stage" }] }, records: { tickets: [{ id: "1", createdAt: now, properties }] } });
  await account.clock.freeze("2026-03-01T08:00:00Z");
  await user.records.update("tickets", "1", { properties: { stage: "B", subject: "Printer" } });
  const changed = { value: "B", timestamp: "2026-04-01T08:00:00Z", sourceType: "CRM_UI" };
  expect((await account.snapshot()).records?.["tickets"]).toMatchObject([
    { properties: { stage: [changed, ...history], subject: "Printer" } },
  ]);
});

test("associations are grouped by type and paginated, and include archived and missing records", async () => {
  const { control, account, path } = await withAccount();
  await account.seed({
    records: { contacts: [{ id: "1", properties: { firstname: "Jonas" } }], tickets: [{ id: "7" }, { id: "8", archivedAt: now }] },
    associations: ["7", "8"].map((id) => ({ from: "contacts/1", to: `tickets/${id}`, type: "contact_to_ticket" })),
  });
  const group = {
    typeId: 15,
    name: "contact_to_ticket",
    inverseName: "ticket_to_contact",
    primary: false,
    objectType: "tickets",
    count: 2,
  };
  const [first, second] = [
    { id: "7", name: "", state: "active" },
    { id: "8", name: "", state: "archived" },
  ];
  const { results } = (await control("GET", `${path}/contacts/1/associations?limit=1`)).body;
  expect(results).toEqual([{ ...group, results: [first], paging: { next: { after: 7 } } }]);
  expect(await account.records.associations("contacts", "1", { typeId: 15, after: 7 })).toEqual([{ ...group, results: [second] }]);
  expect((await account.records.associations("ticket", "8"))[0]?.results).toEqual([{ id: "1", name: "Jonas", state: "active" }]);
});

test("an archived record can be restored within 90 days with its associations", async () => {
  const { call, control, rejection, account, user, path } = await withAccount();
  await account.seed({
    records: { contacts: [{ id: "1", properties: { email: "jonas@there.example" } }], tickets: [{ id: "7" }] },
    associations: [{ from: "contacts/1", to: "tickets/7", type: "contact_to_ticket" }],
  });
  const read = async () => (await call({ path: "/crm/objects/2026-03/contacts/1", token: account.accessToken })).status;
  await user.records.archive("contacts", "1");
  expect(await read()).toBe(404);
  await account.records.restore("contacts", "1");
  expect(await read()).toBe(200);
  expect((await user.associations.list("contacts", "1", "tickets")).results).toMatchObject([{ toObjectId: "7" }]);
  await user.records.archive("contacts", "1");
  await account.clock.advance({ days: 89 });
  expect((await control("POST", `${path}/contact/1/restore`)).status).toBe(204);
  await account.records.restore("contacts", "1");
  await user.records.archive("contacts", "1");
  await account.clock.advance({ days: 90 });
  expect((await rejection("POST", `${path}/contacts/1/restore`)).problems).toEqual([
    "recordId: recordId must be the id of a record that was archived less than 90 days ago",
  ]);
});

test("a merged record cannot be restored", async () => {
  const { rejection, account, user, path } = await withAccount();
  await account.seed({ records: { contacts: [{ id: "1" }, { id: "2" }] } });
  await user.records.mergeContacts({ primaryObjectId: "1", objectIdToMerge: "2" });
  expect((await rejection("POST", `${path}/contacts/2/restore`)).problems).toEqual([
    "recordId: recordId must not be the id of a record that was merged into record 1",
  ]);
});

test.each(["tickets/3", "contacts/1", "dragons/1"])("the nonexistent record %s results in a 404", async (place) => {
  const { rejection, path } = await withAccount();
  expect((await rejection("POST", `${path}/${place}/restore`)).status).toBe(404);
  expect((await rejection("GET", `${path}/${place}/associations`)).status).toBe(404);
});
