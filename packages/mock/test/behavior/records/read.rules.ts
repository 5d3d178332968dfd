import { expect } from "vitest";
import { demoTime } from "../platform.ts";
import { expectInvalid, expectNotFound } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { archive, base, create, earlier, get, idsOf, list, seededAccount, three, update } from "./calls.ts";

const day = 24 * 60 * 60 * 1000;

rules("records", {
  // Lists
  "records-list-pages": rule(
    "A page contains 10 records by default and at most 100, ordered by id.",
    "documented",
  )(async (platform) => {
    const account = await platform.account();
    const ids = Array.from({ length: 101 }, (_, index) => String(index + 95));
    await account.seed({ records: { deals: [...ids].reverse().map((id) => ({ id })) } });
    expect(idsOf(await list(account, "deals"))).toEqual(ids.slice(0, 10));
    expect(idsOf(await list(account, "deals", { limit: 100 }))).toEqual(ids.slice(0, 100));
    for (const limit of [0, 101]) expectInvalid(await list(account, "deals", { limit }), "limit");
  }),
  "records-list-cursor": rule(
    "The cursor of the next page is the id of its first record; the last page has no cursor.",
    "documented",
  )(async (platform) => {
    const account = await platform.account();
    await account.seed({ records: { deals: [{ id: "9" }, { id: "10" }, { id: "12" }] } });
    const first = await list(account, "deals", { limit: 2 });
    expect(first.body.paging).toMatchObject({ next: { after: "12" } });
    const last = await list(account, "deals", { limit: 2, after: "12" });
    expect([idsOf(last), last.body.paging]).toEqual([["12"], undefined]);
    expectInvalid(await list(account, "deals", { after: "next" }), "after");
  }),
  "records-list-archived": rule(
    "A list contains only records that are not archived or, with `archived=true`, only archived records that can be restored.",
    "documented",
  )(async (platform) => {
    const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
    const archivedAt = (ago: number) => new Date(Date.parse(demoTime) - ago).toISOString();
    await account.seed({
      records: {
        deals: [
          { id: "1", createdAt: earlier },
          { id: "2", createdAt: earlier, archivedAt: archivedAt(90 * day - 1) },
          { id: "3", createdAt: earlier, archivedAt: archivedAt(90 * day) },
        ],
      },
    });
    expect(idsOf(await list(account, "deals"))).toEqual(["1"]);
    expect(idsOf(await list(account, "deals", { archived: true }))).toEqual(["2"]);
  }),

  // Reads
  "records-get-by-id": rule(
    "A record is found by its id; an unknown id is rejected with a 404.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    expect((await get(account, "contacts", "3101")).body).toMatchObject({ id: "3101", archived: false, createdAt: earlier });
    for (const id of ["3999", "03101", "jonas"]) expectNotFound(await get(account, "contacts", id));
    await archive(account, "contacts", "3101");
    expectNotFound(await get(account, "contacts", "3101"));
    expect((await get(account, "contacts", "3101", { archived: true })).body).toMatchObject({ archived: true, archivedAt: demoTime });
  }),
  "records-get-by-unique-property": rule(
    "With `idProperty`, a record is found by the value of a unique property; a property without unique values is rejected with a 400.",
    { grade: "observed", source: "issue threads of a similar API, for the error" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    expect((await get(account, "contacts", "jonas@larkspur.example", { idProperty: "email" })).body.id).toBe("3101");
    expectNotFound(await get(account, "contacts", "ines@larkspur.example", { idProperty: "email" }));
    expectInvalid(await get(account, "contacts", "Jonas", { idProperty: "firstname" }), "idProperty");
  }),
  "records-email-in-any-case": rule(
    "An email address identifies a contact in any letter case.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    expect((await get(account, "contacts", "Jonas@Larkspur.example", { idProperty: "email" })).body.id).toBe("3101");
    expect((await create(account, "contacts", { email: "JONAS@larkspur.example" })).status).toBe(409);
    const { body } = await create(account, "contacts", { email: "Ines@Larkspur.example" });
    expect(body.properties["email"]).toBe("ines@larkspur.example");
  }),
  "records-always-returned": rule(
    "Every record contains its id as `hs_object_id` and its times. These are `createdate` and `lastmodifieddate` for contacts; `createdate` " +
      "and `hs_lastmodifieddate` for companies, deals, tickets, products, line items, leads and carts; and `hs_createdate` " +
      "and `hs_lastmodifieddate` for other types.",
    { grade: "observed", source: "recorded responses for contacts, companies, deals, tickets and tasks; the other types are documented" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    const types = ["companies", "deals", "tickets", "leads", "products", "notes", "meetings", "2-7"];
    await account.seed({ records: Object.fromEntries(types.map((type) => [type, [{ id: "1", createdAt: earlier }]])) });
    expect((await get(account, "contacts", "3101", { properties: "fax" })).body.properties).toEqual({
      ...three("3101", earlier),
      fax: null,
    });
    for (const type of ["companies", "deals", "tickets", "leads"]) {
      const { properties } = (await get(account, type, "1", { properties: "hs_team_id" })).body;
      expect(properties).toEqual({ createdate: earlier, hs_lastmodifieddate: earlier, hs_object_id: "1", hs_team_id: null });
    }
    for (const type of ["notes", "meetings"]) {
      const { properties } = (await get(account, type, "1")).body;
      expect(properties).toEqual({ hs_createdate: earlier, hs_lastmodifieddate: earlier, hs_object_id: "1" });
    }
  }),
  "records-default-properties": rule(
    "A record that is read without `properties` contains the default properties of its object type, in addition to those that every " +
      "record contains: for example, a contact's `email`, `firstname` and `lastname`, or a company's `domain` and `name`.",
    { grade: "observed", source: "recorded responses for contacts; the other types are documented" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    await account.seed({ records: { contacts: [{ id: "3102", properties: { lastname: "Ferreira", phone: "1" } }] } });
    const { properties } = (await get(account, "contacts", "3101")).body;
    expect(properties).toEqual({ ...three("3101", earlier), email: "jonas@larkspur.example", firstname: "Jonas", lastname: null });
    await account.seed({ records: { companies: [{ id: "5201", properties: { name: "Larkspur Bikes" } }] } });
    expect((await get(account, "companies", "5201")).body.properties).toMatchObject({ domain: null, name: "Larkspur Bikes" });
  }),
  "records-unknown-properties": rule(
    "A requested property that does not exist is omitted; one without a value is `null`.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await account.seed({ records: { contacts: [{ id: "3102", properties: { phone: "1" } }] } });
    const { properties } = (await list(account, "contacts", { properties: "phone,color" })).body.results[0];
    expect(properties).toEqual({ ...three("3101", earlier), phone: null });
  }),
  "records-history-in-properties": rule("A property that is requested with history is also in `properties`.", {
    grade: "observed",
    source: "clients of a similar API",
  })(async (platform) => {
    const account = await seededAccount(platform);
    const shown = (body: { properties: object }) => Object.keys(body.properties);
    const one = await get(account, "contacts", "3101", { properties: "email", propertiesWithHistory: "city,color" });
    expect(shown(one.body)).toEqual(["city", "email", ...Object.keys(three("3101"))].sort());
    const [first] = (await list(account, "contacts", { propertiesWithHistory: "city" })).body.results;
    expect(shown(first)).toContain("city");
  }),
  "records-history-limit": rule(
    "A list or a batch read with `propertiesWithHistory` can read at most 50 records; a higher `limit`, or more inputs, are rejected " +
      "with a 400.",
    { grade: "observed", source: "issue threads and clients of a similar API" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    const read = (count: number, histories: readonly string[]) => {
      const inputs = Array(count).fill({ id: "3101" });
      return account.call({ path: `${base}/contacts/batch/read`, body: { inputs, properties: [], propertiesWithHistory: histories } });
    };
    expect((await list(account, "contacts", { limit: 50, propertiesWithHistory: "city" })).status).toBe(200);
    expectInvalid(await list(account, "contacts", { limit: 51, propertiesWithHistory: "city" }), "limit");
    expect([(await read(50, ["city"])).status, (await read(100, [])).status]).toEqual([200, 200]);
    expectInvalid(await read(51, ["city"]), "inputs");
  }),
  "records-with-history": rule(
    "A property requested with history is returned with all of its values, newest first.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await update(account, "contacts", "3101", { firstname: "Jon" });
    const { body } = await get(account, "contacts", "3101", { propertiesWithHistory: "firstname" });
    expect(body.propertiesWithHistory).toEqual({
      firstname: [
        { value: "Jon", timestamp: demoTime, sourceType: "INTEGRATION", sourceId: String(account.app.appId) },
        { value: "Jonas", timestamp: earlier, sourceType: "IMPORT" },
      ],
    });
  }),
  "records-with-associations": rule(
    "A record is returned with its associations, grouped by object type; object types without associations are omitted.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await account.seed({
      records: { tickets: [{ id: "9601" }, { id: "9602", archivedAt: earlier, createdAt: earlier }] },
      associations: ["9601", "9602"].map((id) => ({ from: "contacts/3101", to: `tickets/${id}`, type: "contact_to_ticket" })),
    });
    const { body } = await get(account, "contacts", "3101", { associations: "ticket,companies" });
    expect(body.associations).toEqual({ tickets: { results: [{ id: "9601", type: "contact_to_ticket" }] } });
    const listed = await list(account, "tickets", { associations: "0-1" });
    expect(listed.body.results[0].associations).toEqual({ contacts: { results: [{ id: "3101", type: "ticket_to_contact" }] } });
    expectInvalid(await get(account, "contacts", "3101", { associations: "people" }), "associations[0]");
  }),
  "records-association-pages": rule(
    "A response contains the first 100 associations with each object type, and a cursor if there are more.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const ids = Array.from({ length: 101 }, (_, index) => String(index + 1));
    await account.seed({
      records: { tickets: ids.map((id) => ({ id })) },
      associations: ids.map((id) => ({ from: "contacts/3101", to: `tickets/${id}`, type: "contact_to_ticket" })),
    });
    const { tickets } = (await get(account, "contacts", "3101", { associations: "tickets" })).body.associations;
    expect([tickets.results.length, tickets.paging]).toEqual([100, { next: { after: "100" } }]);
  }),
  "records-batch-read": rule(
    "A batch read returns the records that exist, and one error that lists all missing ids.",
    "observed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const inputs = [{ id: "Jonas@larkspur.example" }, { id: "a@b.example" }, { id: "jonas@larkspur.example" }];
    const body = { idProperty: "email", inputs, properties: ["firstname"], propertiesWithHistory: [] };
    const response = await account.call({ path: `${base}/contacts/batch/read`, body });
    expect([response.status, response.body.results.map(({ id }: { id: string }) => id)]).toEqual([207, ["3101"]]);
    expect(response.body.errors).toMatchObject([{ category: "OBJECT_NOT_FOUND", context: { ids: ["a@b.example"] } }]);
  }),

  // Writes
  "records-ticket-id": rule("A ticket's `hs_ticket_id` is the id of the ticket, both in reads and in searches.", {
    grade: "observed",
    source: "recordings of a similar API",
  })(async (platform) => {
    const account = await platform.account();
    await account.seed({ records: { tickets: ["9601", "9602"].map((id) => ({ id, properties: { subject: "Display" } })) } });
    expect((await get(account, "tickets", "9601", { properties: "hs_ticket_id" })).body.properties["hs_ticket_id"]).toBe("9601");
    const searches = [
      { query: "9602" },
      { query: "9602 disp" },
      { filterGroups: [{ filters: [{ propertyName: "hs_ticket_id", operator: "EQ", value: "9602" }] }] },
      { sorts: [{ propertyName: "hs_ticket_id", direction: "DESCENDING" }], limit: 1 },
    ];
    for (const body of searches) expect(idsOf(await account.call({ path: `${base}/tickets/search`, body }))).toEqual(["9602"]);
  }),
});
