import { expect, test } from "vitest";
import { controlled } from "./controlling.ts";

const now = "2026-04-20T08:00:00Z";

async function withAccount() {
  const platform = await controlled();
  const account = await platform.mock.account({ clock: { mode: "frozen", at: now } });
  return { ...platform, account, path: `/accounts/${account.accountId}/records` };
}

test("a record has the next free id or the specified id, and is listed, found and read by every name of its type", async () => {
  const { control, account, path } = await withAccount();
  const created = await control("POST", `${path}/ticket`, { properties: { subject: "Printer" } });
  const record = { objectType: "tickets", typeId: "0-5", id: "1", name: "Printer", createdAt: now, updatedAt: now };
  const details = { ...record, properties: { subject: [{ value: "Printer", timestamp: now, sourceType: "CRM_UI" }] } };
  expect(created).toMatchObject({ status: 201, body: details });
  expect(await account.records.create("tickets", { id: "7" })).toMatchObject({ id: "7", name: "", properties: {} });
  expect((await account.records.create("0-5")).id).toBe("8");
  expect((await control("GET", `${path}/tickets?limit=1`)).body).toEqual({ results: [record], paging: { next: { after: 1 } } });
  expect((await account.records.list("tickets", { after: 1 })).results.map(({ id }) => id)).toEqual(["7", "8"]);
  expect((await account.records.list("tickets", { text: "PRINT" })).results).toEqual([record]);
  expect(await account.records.get("ticket", "1")).toEqual(details);
  const types = (await control("GET", path)).body.results as { name: string; hasRecords: boolean }[];
  expect(types.filter(({ hasRecords }) => hasRecords)).toEqual([{ typeId: "0-5", name: "tickets", hasRecords: true }]);
  expect((await control("GET", `/accounts/${account.accountId}`)).body.counts).toMatchObject({ objectTypes: 1, emails: 0, tokens: 2 });
});

test("the pages of records with a text contain each record once, first those with this id or unique value", async () => {
  const { account } = await withAccount();
  const properties = { tickets: [{ name: "code", unique: true }] };
  const tickets = [
    { id: "1", properties: { subject: "2 printers" } },
    { id: "2" },
    { id: "3", properties: { code: "2" } },
    { id: "4", properties: { subject: "2 more" } },
  ];
  await account.seed({ properties, records: { tickets } });
  for (const [limit, pages] of [
    [1, [["2"], ["1"], ["3"], ["4"]]],
    [
      2,
      [
        ["2", "3"],
        ["1", "4"],
      ],
    ],
    [3, [["2", "3", "1"], ["4"]]],
  ] as const) {
    const found: string[][] = [];
    for (let after: number | undefined = -1; after !== undefined; ) {
      const page: Awaited<ReturnType<typeof account.records.list>> = await account.records.list("tickets", {
        text: "2",
        limit,
        ...(after < 0 ? {} : { after }),
      });
      found.push(page.results.map(({ id }) => id));
      expect(found.length).toBeLessThanOrEqual(tickets.length);
      after = page.paging?.next.after;
    }
    expect(found).toEqual(pages);
  }
});

test("a new value is added to the history, and equal values and other properties do not change", async () => {
  const { account } = await withAccount();
  const history = [{ value: "A", timestamp: "2026-04-01T08:00:00Z", sourceType: "INTEGRATION" }];
  await account.seed({ records: { tickets: [{ id: "1", properties: { stage: history, subject: "Printer", hs_createdate: "x" } }] } });
  const { properties } = await account.records.set("tickets", "1", { stage: "B", subject: "Printer", hs_createdate: "x" });
  expect(properties).toEqual({
    hs_createdate: [{ value: "x", timestamp: now, sourceType: "IMPORT" }],
    stage: [{ value: "B", timestamp: now, sourceType: "CRM_UI" }, ...history],
    subject: [{ value: "Printer", timestamp: now, sourceType: "IMPORT" }],
  });
});

test("a new value is stored even if the clock has been set back", async () => {
  const { account } = await withAccount();
  await account.records.create("contacts", { id: "1", properties: { firstname: "Jonas" } });
  await account.clock.freeze("2026-04-19T08:00:00Z");
  const { properties } = await account.records.set("contacts", "1", { firstname: "Ines" });
  expect(properties["firstname"]).toMatchObject([
    { value: "Ines", timestamp: now },
    { value: "Jonas", timestamp: now },
  ]);
  expect((await account.snapshot()).records).toMatchObject({
    contacts: [{ properties: { firstname: [{ value: "Ines" }, { value: "Jonas" }] } }],
  });
});

test("associations are grouped by type and paginated", async () => {
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
  const found = (await control("GET", `${path}/contacts/1/associations?limit=1`)).body.results;
  expect(found).toEqual([{ ...group, results: [first], paging: { next: { after: 7 } } }]);
  expect(await account.records.associations("contacts", "1", { typeId: 15, after: 7 })).toEqual([{ ...group, results: [second] }]);
});

test("an archived record is not found by apps, cannot be changed, and can be restored within 90 days with its associations", async () => {
  const { call, control, rejection, account, path } = await withAccount();
  await account.seed({
    records: { contacts: [{ id: "1", properties: { email: "jonas@there.example" } }], tickets: [{ id: "7" }] },
    associations: [{ from: "contacts/1", to: "tickets/7", type: "contact_to_ticket" }],
  });
  const token = account.accessToken;
  const read = async () => (await call({ path: "/crm/objects/2026-03/contacts/1", token })).status;
  const found = async () => {
    const body = { query: "jonas@there.example" };
    return (await call({ method: "POST", path: "/crm/objects/2026-03/contacts/search", token, body })).body.total;
  };
  expect((await control("DELETE", `${path}/contact/1`)).status).toBe(204);
  await account.records.archive("contacts", "1");
  expect([await read(), await found()]).toEqual([404, 0]);
  expect((await rejection("PUT", `${path}/contacts/1`, { properties: { firstname: "Jonas" } })).problems).toEqual([
    "recordId: recordId must be the id of a record that is not archived; restore it first",
  ]);
  const listed = async (archived: boolean, text = "") => (await account.records.list("contacts", { archived, text })).results.length;
  expect([await listed(true), await listed(false), await listed(true, "jonas"), await listed(false, "1")]).toEqual([1, 0, 1, 0]);
  expect(await account.records.restore("contacts", "1")).toMatchObject({ id: "1", name: "jonas@there.example" });
  expect([await read(), await found()]).toEqual([200, 1]);
  expect((await account.associations.get("contacts/1", "tickets/7")).typeIds).toEqual([15]);
  await account.records.archive("contacts", "1");
  await account.clock.advance({ days: 89 });
  expect((await control("POST", `${path}/contacts/1/restore`)).body).not.toHaveProperty("archivedAt");
  await account.records.restore("contacts", "1");
  await account.records.archive("contacts", "1");
  await account.clock.advance({ days: 90 });
  expect((await rejection("POST", `${path}/contacts/1/restore`)).problems).toEqual([
    "recordId: recordId must be the id of a record that was archived less than 90 days ago",
  ]);
});

test("a merged record cannot be restored", async () => {
  const { call, rejection, account, path } = await withAccount();
  await account.seed({ records: { contacts: [{ id: "1" }, { id: "2" }] } });
  const body = { primaryObjectId: "1", objectIdToMerge: "2" };
  const merged = await call({ method: "POST", path: "/crm/objects/2026-03/contacts/merge", token: account.accessToken, body });
  expect(merged.status).toBe(200);
  expect((await rejection("POST", `${path}/contacts/2/restore`)).problems).toEqual([
    "recordId: recordId must not be the id of a record that was merged into record 1",
  ]);
});

test("invalid input is rejected with the problem, and nothing is changed", async () => {
  const { rejection, account, path } = await withAccount();
  const state = {
    properties: {
      tickets: [
        { name: "code", unique: true },
        { name: "old", archivedAt: now },
      ],
    },
    records: { tickets: [{ id: "1", properties: { code: "A" } }, { id: "2" }] },
  };
  await account.seed(state);
  const before = await account.snapshot();
  const problem = async (method: string, place: string, body: unknown) => (await rejection(method, `${path}/${place}`, body)).problems;
  expect(await problem("POST", "dragons", {})).toEqual([expect.stringContaining("objectType: objectType must be an object type")]);
  expect(await problem("POST", "tickets", { id: "1" })).toEqual(["id: id must not be the id of an existing record"]);
  expect(await problem("POST", "tickets", { id: "07" })).toEqual([expect.stringContaining("id must be a whole number of at most 15")]);
  expect(await problem("PUT", "tickets/2", { properties: { code: "A" } })).toEqual([
    "properties.code: properties.code must be unique: another record in the account has the same value",
  ]);
  expect(await problem("PUT", "tickets/2", { properties: { hs_object_id: "3" } })).toEqual([
    "properties.hs_object_id: properties.hs_object_id must be the name of a property that can be set",
  ]);
  expect(await problem("PUT", "tickets/2", { properties: { old: "A" } })).toEqual([
    "properties.old: properties.old must be the name of a property of the object type",
  ]);
  expect(await problem("POST", "contacts", { properties: { lifecyclestage: "x", own: "x" } })).toEqual([
    expect.stringContaining("properties.lifecyclestage: properties.lifecyclestage must be one of the options: subscriber, lead"),
  ]);
  expect(await problem("POST", "tickets", { properties: { "": "A" } })).toEqual(["properties: properties must not contain an empty name"]);
  expect(await problem("PUT", "tickets/2", { properties: { own: "x".repeat(65_537) } })).toEqual([
    "properties.own: properties.own must have at most 65536 characters; the value has 65537",
  ]);
  for (const place of ["tickets/3", "contacts/1", "dragons/1"]) {
    expect((await rejection("PUT", `${path}/${place}`, { properties: {} })).status).toBe(404);
    for (const method of ["GET", "DELETE"]) expect((await rejection(method, `${path}/${place}`)).status).toBe(404);
    expect((await rejection("POST", `${path}/${place}/restore`)).status).toBe(404);
    expect((await rejection("GET", `${path}/${place}/associations`)).status).toBe(404);
  }
  expect((await rejection("GET", "/accounts/7")).status).toBe(404);
  expect(await account.snapshot()).toEqual(before);
});
