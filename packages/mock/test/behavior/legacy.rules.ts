import { expect } from "vitest";
import type { Platform, TestAccount } from "./platform.ts";
import { archive, create, get, scopesOf, seededAccount } from "./records/calls.ts";
import { expectInvalid, expectNotFound, expectScope } from "./rejections.ts";
import { rule, rules } from "./rules.ts";
import { violations } from "./violations.ts";

const contact = "/contacts/v1/contact";

rules("legacy", {
  "legacy-create-or-update": rule(
    "A contact with the email address in the path is changed. If there is none, a contact with this address is created.",
    { grade: "documented", source: "older reference of a similar API" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    const write = (email: string, properties: readonly object[]) =>
      account.call({ path: `${contact}/createOrUpdate/email/${encodeURIComponent(email)}`, body: { properties } });
    const jonas = await write("JONAS@larkspur.example", [{ property: "firstname", value: "Jon" }]);
    expect([jonas.status, jonas.body]).toEqual([200, { vid: 3101, isNew: false }]);
    const ines = await write("ines@larkspur.example", [{ property: "firstname", value: "Ines" }]);
    expect([ines.status, ines.body.isNew]).toEqual([200, true]);
    const { properties } = (await get(account, "contacts", String(ines.body.vid), { properties: "email,firstname" })).body;
    expect(properties).toMatchObject({ email: "ines@larkspur.example", firstname: "Ines" });
    expect((await get(account, "contacts", "3101", { properties: "firstname" })).body.properties.firstname).toBe("Jon");
    await archive(account, "contacts", "3101");
    expect((await write("jonas@larkspur.example", [])).body.isNew).toBe(true);
    expectInvalid(await write("ines@larkspur.example", [{ property: "emial", value: "x" }]), "properties.emial");
  }),
  "legacy-create-or-update-email": rule(
    "Values with an `email` that is neither the address in the path nor the contact's primary address are rejected with a 400, and the " +
      "address does not change.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await account.call({
      method: "PATCH",
      path: "/crm/objects/2026-03/contacts/3101",
      body: { properties: { hs_additional_emails: "jb@larkspur.example" } },
    });
    const write = (email: string, value: string) =>
      account.call({
        path: `${contact}/createOrUpdate/email/${encodeURIComponent(email)}`,
        body: { properties: [{ property: "email", value }] },
      });
    for (const other of ["", "other@larkspur.example"]) {
      for (const email of ["jonas@larkspur.example", "new@larkspur.example"]) expectInvalid(await write(email, other), "properties.email");
    }
    expectInvalid(await write(" ", " "), "email");
    for (const value of ["JONAS@larkspur.example", "jb@larkspur.example"]) {
      expect((await write("jb@larkspur.example", value)).body).toEqual({ vid: 3101, isNew: false });
    }
    expect((await get(account, "contacts", "3101", { properties: "email" })).body.properties.email).toBe("jonas@larkspur.example");
    expect((await write("new@larkspur.example", "New@larkspur.example")).body.isNew).toBe(true);
  }),
  "legacy-contact-profile": rule(
    "The profile of a contact contains all of its values, each with its earlier versions, and its email addresses. Times are in " +
      "milliseconds since the epoch.",
    { grade: "documented", source: "older reference of a similar API" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    await account.call({
      path: `${contact}/createOrUpdate/email/jonas@larkspur.example`,
      body: {
        properties: [
          { property: "firstname", value: "Jon" },
          { property: "hs_additional_emails", value: "jb@larkspur.example" },
        ],
      },
    });
    const { status, body } = await account.call({ path: `${contact}/email/jb@larkspur.example/profile` });
    expect([status, body.vid, body["canonical-vid"], body["is-contact"]]).toEqual([200, 3101, 3101, true]);
    expect(body.properties.firstname).toMatchObject({ value: "Jon", versions: [{ value: "Jon" }, { value: "Jonas" }] });
    expect(body.properties.createdate.value).toBe(String(Date.parse("2026-02-02T09:10:00Z")));
    expect(body["identity-profiles"]).toMatchObject([
      {
        vid: 3101,
        identities: [
          { type: "EMAIL", value: "jonas@larkspur.example", "is-primary": true },
          { type: "EMAIL", value: "jb@larkspur.example" },
        ],
      },
    ]);
    const missing = await account.call({ path: `${contact}/email/nobody@larkspur.example/profile` });
    expectNotFound(missing);
    expect(missing.body.message).toBe('No contact has the email "nobody@larkspur.example".');
  }),
  "legacy-delete-contact": rule("Deleting a contact archives it. An archived or unknown contact is rejected with a 404.", {
    grade: "assumed",
    source: "older reference of a similar API, for the operation",
  })(async (platform) => {
    const account = await seededAccount(platform);
    const remove = () => account.call({ method: "DELETE", path: `${contact}/vid/3101` });
    expect(await remove()).toMatchObject({ status: 200, body: { vid: 3101, deleted: true, reason: "OK" } });
    expect((await get(account, "contacts", "3101", { archived: true })).body.archived).toBe(true);
    expectNotFound(await remove());
  }),
  "legacy-list-members": rule(
    "Contacts are added to a list by their ids and email addresses. Ids and addresses that no contact has are returned.",
    { grade: "documented", source: "older reference of a similar API" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    await account.seed({
      records: { contacts: [{ id: "3102", properties: { email: "ines@larkspur.example" } }, { id: "3103" }] },
      lists: [{ listId: "8201", name: "Riders", objectTypeId: "0-1" }],
    });
    await archive(account, "contacts", "3103");
    const body = { vids: [3101, 3103, 3999], emails: ["INES@larkspur.example", "jonas@larkspur.example", "nobody@larkspur.example"] };
    const added = await account.call({ path: "/contacts/v1/lists/8201/add", body });
    const invalid = { invalidVids: [3103, 3999], invalidEmails: ["nobody@larkspur.example"] };
    expect([added.status, added.body]).toEqual([200, { updated: [3101, 3102], discarded: [], ...invalid }]);
    const { results } = (await account.call({ path: "/crm/lists/2026-03/8201/memberships" })).body;
    expect(results.map(({ recordId }: { recordId: string }) => recordId)).toEqual(["3101", "3102"]);
    expectNotFound(await account.call({ path: "/contacts/v1/lists/9999/add", body }));
    await expectScope(platform, "crm.lists.write", { path: "/contacts/v1/lists/8201/add", body });
  }),
  "legacy-list-discarded": rule(
    "`discarded` contains the contacts that were already members. A list of another object type is rejected with a 400.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const members = [{ recordId: "3101", membershipTimestamp: "2026-02-02T09:10:00Z" }];
    await account.seed({
      lists: [
        { listId: "8201", name: "Riders", objectTypeId: "0-1", members },
        { listId: "8202", name: "Workshops", objectTypeId: "0-2" },
      ],
    });
    const add = (listId: string, body: object) => account.call({ path: `/contacts/v1/lists/${listId}/add`, body });
    const none = { updated: [], invalidVids: [], invalidEmails: [] };
    expect((await add("8201", { vids: [3101], emails: ["jonas@larkspur.example"] })).body).toEqual({ ...none, discarded: [3101] });
    expect((await add("8201", {})).body).toEqual({ ...none, discarded: [] });
    expectInvalid(await add("8202", { vids: [3101] }), "listId");
  }),
  "legacy-pages": rule(
    "A list is ordered by id. Its offset is the id of the last record on a page, and the next page begins after this record.",
    { grade: "assumed", source: "older reference of a similar API, for the parameters" },
  )(async (platform) => {
    const account = await platform.account();
    for (const [path, type, items, more, offset, limit, id] of [
      ["/contacts/v1/lists/all/contacts/all", "contacts", "contacts", "has-more", "vid-offset", "count", "vid"],
      ["/companies/v2/companies/paged", "companies", "companies", "has-more", "offset", "limit", "companyId"],
      ["/deals/v1/deal/paged", "deals", "deals", "hasMore", "offset", "limit", "dealId"],
      ["/crm-objects/v1/objects/tickets/paged", "tickets", "objects", "hasMore", "offset", "", "objectId"],
    ] as const) {
      const pageSize = limit === "" ? 100 : 2;
      const ids = Array.from({ length: pageSize + 1 }, (_, index) => String(9 + index));
      await account.seed({ records: { [type]: ids.map((one) => ({ id: one })) } });
      const query = limit === "" ? {} : { [limit]: pageSize };
      const first = (await account.call({ path, query })).body;
      expect([first[items].length, first[more], first[offset]]).toEqual([pageSize, true, 8 + pageSize]);
      const after = { [offset === "vid-offset" ? "vidOffset" : "offset"]: first[offset] };
      const second = (await account.call({ path, query: { ...query, ...after } })).body;
      expect([second[items].map((item: Record<string, number>) => item[id]), second[more]]).toEqual([[9 + pageSize], false]);
    }
  }),
  "legacy-selection": rule(
    "A list of contacts contains the properties in `property`, by default four of them. Other lists contain those in `properties`, by " +
      "default none.",
    { grade: "documented", source: "older reference of a similar API" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    await create(account, "companies", { name: "Larkspur" });
    const contacts = (path: string) => account.call({ path: `/contacts/v1/lists/all/contacts/all${path}` });
    expect(Object.keys((await contacts("")).body.contacts[0].properties)).toEqual(["firstname", "lastmodifieddate"]);
    const [selected] = (await contacts("?property=email&property=firstname&property=unknown")).body.contacts;
    expect(selected.properties).toEqual({ email: { value: "jonas@larkspur.example" }, firstname: { value: "Jonas" } });
    const companies = (path: string) => account.call({ path: `/companies/v2/companies/paged${path}` });
    expect((await companies("")).body.companies[0].properties).toEqual({});
    expect((await companies("?properties=name&properties=domain")).body.companies[0].properties).toMatchObject({
      name: { value: "Larkspur", source: "INTEGRATION" },
    });
  }),
  "legacy-values": rule(
    "The values of a new record are a list. If a property is repeated, the last value applies. Numbers and booleans are stored as text.",
    { grade: "assumed", source: "older reference of a similar API, for the list" },
  )(async (platform) => {
    const account = await platform.account();
    const properties = [
      { name: "name", value: "Larkspur" },
      { name: "name", value: "Larkspur Service" },
      { name: "numberofemployees", value: 12 },
    ];
    const { status, body } = await account.call({ path: "/companies/v2/companies", body: { properties } });
    expect([status, body.portalId, body.isDeleted]).toEqual([200, account.accountId, false]);
    expect(body.properties).toMatchObject({ name: { value: "Larkspur Service" }, numberofemployees: { value: "12" } });
    expect(await violations(platform, account, 1)).toMatchObject([{ in: "properties[2].value", accepted: true }]);
    const wrong = [{ name: "nmae", value: "x" }];
    expectInvalid(await account.call({ path: "/companies/v2/companies", body: { properties: wrong } }), "properties.nmae");
  }),
  "legacy-deal-associations": rule(
    "A new deal is associated with the given companies and contacts. A list contains their ids only with `includeAssociations`.",
    { grade: "documented", source: "older reference of a similar API" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    await account.seed({ records: { companies: [{ id: "5201" }] } });
    const associations = { associatedCompanyIds: [5201], associatedVids: [3101] };
    const properties = [{ name: "dealname", value: "Winter service" }];
    const { status, body } = await account.call({ path: "/deals/v1/deal", body: { associations, properties } });
    expect([status, body.associations, body.properties.dealname.value]).toEqual([200, associations, "Winter service"]);
    const [plain] = (await account.call({ path: "/deals/v1/deal/paged" })).body.deals;
    expect(plain.associations).toEqual({ associatedCompanyIds: [], associatedVids: [] });
    const [full] = (await account.call({ path: "/deals/v1/deal/paged", query: { includeAssociations: true } })).body.deals;
    expect(full.associations).toEqual(associations);
    const missing = await account.call({ path: "/deals/v1/deal", body: { associations: { associatedVids: [3999] }, properties } });
    expect(missing.status).toBe(400);
    const dealsOnly = await platform.account({ scopes: scopesOf("deals") });
    expect((await dealsOnly.call({ path: "/deals/v1/deal", body: { associations, properties } })).status).toBe(403);
  }),
  "legacy-tickets": rule("A ticket is created from a list of values, which must contain its subject and its stage.", {
    grade: "documented",
    source: "older reference of a similar API",
  })(async (platform) => {
    const account = await platform.account();
    const path = "/crm-objects/v1/objects/tickets";
    const subject = { name: "subject", value: "Display stays dark" };
    const { status, body } = await account.call({ path, body: [subject, { name: "hs_pipeline_stage", value: "1" }] });
    expect([status, body.objectType, body.properties.subject.value]).toEqual([200, "TICKET", "Display stays dark"]);
    expect((await get(account, "tickets", String(body.objectId))).status).toBe(200);
    expect((await account.call({ path, body: [subject] })).body.context.properties).toEqual(["hs_pipeline_stage"]);
  }),
  "legacy-engagements": rule(
    "An engagement is an activity, a record of the type notes, emails, tasks, meetings or calls, whose properties contain the metadata.",
    { grade: "documented", source: "older reference of a similar API" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    await account.seed({ owners: [{ id: "41002" }] });
    for (const [type, objectType, metadata, properties] of [
      ["NOTE", "notes", { body: "Called back" }, { hs_note_body: "Called back" }],
      ["EMAIL", "emails", { subject: "Offer", html: "<p>1</p>" }, { hs_email_subject: "Offer", hs_email_html: "<p>1</p>" }],
      ["TASK", "tasks", { subject: "Call", status: "COMPLETED" }, { hs_task_subject: "Call", hs_task_status: "COMPLETED" }],
      [
        "MEETING",
        "meetings",
        { title: "Kick-off", startTime: 1776672000000 },
        { hs_meeting_title: "Kick-off", hs_meeting_start_time: "2026-04-20T08:00:00Z" },
      ],
      ["CALL", "calls", { toNumber: "1", durationMilliseconds: 5000 }, { hs_call_to_number: "1", hs_call_duration: "5000" }],
    ] as const) {
      const engagement = { type, timestamp: 1776672000000, ownerId: 41002 };
      const created = await account.call({
        path: "/engagements/v1/engagements",
        body: { engagement, associations: { contactIds: [3101] }, metadata },
      });
      expect([created.status, created.body.metadata, created.body.associations.contactIds]).toEqual([200, metadata, [3101]]);
      expect(created.body.engagement).toMatchObject({ ...engagement, active: true, portalId: account.accountId });
      const id = String(created.body.engagement.id);
      expect((await account.call({ path: `/engagements/v1/engagements/${id}` })).body).toEqual(created.body);
      const names = [...Object.keys(properties), "hs_owner_id", "hs_timestamp"].join(",");
      const record = await get(account, objectType, id, { properties: names, associations: "contacts" });
      expect(record.body.properties).toMatchObject({ ...properties, hs_owner_id: "41002", hs_timestamp: "2026-04-20T08:00:00Z" });
      expect(record.body.associations.contacts.results).toMatchObject([{ id: "3101" }]);
      await archive(account, objectType, id);
      expectNotFound(await account.call({ path: `/engagements/v1/engagements/${id}` }));
    }
    const unknown = await account.call({ path: "/engagements/v1/engagements", body: { engagement: { type: "FAX" }, metadata: {} } });
    expectInvalid(unknown, "engagement.type");
  }),
  "legacy-engagement-scopes": rule(
    "An engagement lists only associated records of object types that the access token can read.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    await account.seed({
      records: { contacts: [{ id: "3101" }], deals: [{ id: "7401" }], notes: [{ id: "1" }] },
      associations: [
        { from: "notes/1", to: "contacts/3101", type: "note_to_contact" },
        { from: "notes/1", to: "deals/7401", type: "note_to_deal" },
      ],
    });
    const idsFor = async ({ call }: TestAccount) => {
      const { contactIds, dealIds } = (await call({ path: "/engagements/v1/engagements/1" })).body.associations;
      return [contactIds, dealIds];
    };
    expect(await idsFor(account)).toEqual([[3101], [7401]]);
    expect(await idsFor(await account.installApp({ scopes: scopesOf("contacts") }))).toEqual([[3101], []]);
  }),
  "legacy-properties": rule("The properties of contacts are those that `properties.list` returns.", {
    grade: "documented",
    source: "older reference of a similar API",
  })(async (platform) => {
    const account = await platform.account();
    await account.call({
      path: "/crm/properties/2026-03/contacts",
      body: { name: "rider_level", label: "Rider level", type: "string", fieldType: "text", groupName: "contactinformation" },
    });
    const { status, body } = await account.call({ path: "/properties/v1/contacts/properties" });
    const { results } = (await account.call({ path: "/crm/properties/2026-03/contacts" })).body;
    const namesIn = (properties: readonly { readonly name: string }[]) => properties.map(({ name }) => name);
    expect([status, namesIn(body)]).toEqual([200, namesIn(results)]);
    const named = (name: string) => body.find((property: { name: string }) => property.name === name);
    expect(named("rider_level")).toMatchObject({ label: "Rider level", type: "string", readOnlyValue: false });
    expect(named("hs_object_id").readOnlyValue).toBe(true);
  }),
  "legacy-owners": rule("The owners are those that `owners.list` returns. Archived ones are listed only with `includeInactive`.", {
    grade: "documented",
    source: "older reference of a similar API",
  })(async (platform) => {
    const account = await owned(platform);
    const owners = async (query: Record<string, string | boolean> = {}) =>
      (await account.call({ path: "/owners/v2/owners", query })).body.map(({ ownerId }: { ownerId: number }) => ownerId);
    const [first, ...others] = await owners();
    expect([first, others.length]).toEqual([41002, 1]);
    expect((await owners({ includeInactive: true })).slice(0, 2)).toEqual([41002, 41004]);
    expect(await owners({ email: "ADA@haldeninstruments.example" })).toEqual([41002]);
  }),
});

async function owned(platform: Platform): Promise<TestAccount> {
  const account = await platform.account();
  const ada = { id: "41002", email: "ada@haldeninstruments.example", userId: 90212 };
  await account.seed({ owners: [ada, { id: "41004", userId: 90214, archived: true }] });
  return account;
}
