import { expect } from "vitest";
import type { Platform, TestAccount, TestResponse } from "../platform.ts";
import { expectInvalid, expectNotFound } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import {
  archive,
  base,
  batch,
  create,
  displayTicket,
  expectConflict,
  get,
  idsOf,
  list,
  scopesOf,
  seededAccount,
  update,
  type Values,
} from "./calls.ts";

rules("records", {
  "records-merge": rule(
    "The remaining record keeps its own values, takes the values that it lacks from the merged record, and lists the merged record's id " +
      "in `hs_merged_object_ids`.",
    { grade: "documented", source: "help pages of a similar API; older ones say that the most recent value remains" },
  )(async (platform) => {
    const account = await twoContacts(platform);
    const { status, body } = await merge(account, "contacts", "3101", "3102");
    expect([status, body.id, body.properties["hs_merged_object_ids"]]).toEqual([200, "3101", "3102"]);
    const { properties } = (await get(account, "contacts", "3101", { properties: "firstname,lastname,email" })).body;
    expect(properties).toMatchObject({ firstname: "Jonas", lastname: "Ferreira", email: "jonas@larkspur.example" });
    expect(idsOf(await list(account, "contacts"))).toEqual(["3101"]);
    expect(idsOf(await list(account, "contacts", { archived: true }))).toEqual([]);
  }),
  "records-merge-generic": rule(
    "Contacts, companies, deals, tickets and the records of custom object types can be merged by any name of their type; other records " +
      "cannot.",
    { grade: "observed", source: "clients of a similar API; which types can be merged is our choice" },
  )(async (platform) => {
    const account = await platform.account();
    await account.seed({ objectSchemas: [{ objectTypeId: "2-31", name: "bicycle" }] });
    const full = `p${account.accountId}_bicycle`;
    const names = ["contact", "0-2", "Deals", "ticket", "bicycle", "2-31", full];
    for (const [index, name] of names.entries()) {
      const [one, other] = [String(2 * index + 1), String(2 * index + 2)];
      const type = name === full ? "bicycle" : name.toLowerCase();
      await account.seed({ records: { [type]: [{ id: one }, { id: other }] } });
      const { status, body } = await merge(account, name, one, other);
      expect([name, status, body.id, body.properties["hs_merged_object_ids"]]).toEqual([name, 200, one, other]);
    }
    await account.seed({ records: { calls: [{ id: "1" }, { id: "2" }] } });
    expectInvalid(await merge(account, "calls", "1", "2"), "objectType");
  }),
  "records-merge-histories": rule(
    "A value that the remaining record takes from the merged record keeps its earlier versions and its timestamps, unless the remaining " +
      "record once had a value for the property.",
    "assumed",
  )(async (platform) => {
    const account = await twoContacts(platform);
    await update(account, "contacts", "3101", { city: "Oslo" });
    await account.advance(1_000);
    await update(account, "contacts", "3102", { lastname: "Sousa", city: "Ulm" });
    const historiesOf = async (id: string): Promise<Record<string, object[]>> =>
      (await get(account, "contacts", id, { propertiesWithHistory: "lastname,city" })).body.propertiesWithHistory;
    const [own, other] = [await historiesOf("3101"), await historiesOf("3102")];
    await account.advance(1_000);
    await update(account, "contacts", "3101", { city: "" });
    await merge(account, "contacts", "3101", "3102");
    const { lastname, city } = await historiesOf("3101");
    expect(lastname).toEqual(other["lastname"]);
    expect(lastname).toMatchObject([{ value: "Sousa" }, { value: "Ferreira" }]);
    expect(city).toEqual([expect.objectContaining({ value: "Ulm" }), expect.objectContaining({ value: "" }), ...(own["city"] ?? [])]);
  }),
  "records-merge-pipelines": rule(
    "The remaining ticket or deal takes over the merged record's pipeline and stage only together, and only if it has neither.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    const stages = [{ label: "Received", displayOrder: 0, metadata: { probability: "0.5", ticketState: "CLOSED" } }];
    for (const [type, path, first, pipelineName, stageName, required] of [
      ["deals", "0-3", "default", "pipeline", "dealstage", {}],
      ["tickets", "tickets", "0", "hs_pipeline", "hs_pipeline_stage", displayTicket],
    ] as const) {
      const pipeline = (await account.call({ path: `/crm/pipelines/2026-03/${type}`, body: { label: "Repairs", displayOrder: 1, stages } }))
        .body;
      const pair = { [pipelineName]: pipeline.id, [stageName]: pipeline.stages[0].id };
      const created = async (values: Values) => (await create(account, type, { ...required, ...values })).body.id as string;
      await account.seed({ records: { [type]: [{ id: "7", properties: { [pipelineName]: first } }, { id: "8" }] } });
      for (const [id, expected] of [
        ["7", { ...pair, [pipelineName]: first, [stageName]: null }],
        ["8", pair],
      ] as const) {
        expect((await merge(account, path, id, await created(pair))).status).toBe(200);
        const { properties } = (await get(account, type, id, { properties: `${pipelineName},${stageName}` })).body;
        expect(properties).toMatchObject(expected);
      }
    }
  }),
  "records-merge-emails": rule(
    "The remaining contact keeps its email address. The merged contact's address and its additional addresses are added to " +
      "`hs_additional_emails`, separated by semicolons.",
    { grade: "documented", source: "help pages of a similar API" },
  )(async (platform) => {
    const account = await twoContacts(platform);
    const emailsOf = async (id: string) =>
      (await get(account, "contacts", id, { properties: "email,hs_additional_emails" })).body.properties;
    await update(account, "contacts", "3102", { hs_additional_emails: "ferreira@larkspur.example" });
    await merge(account, "contacts", "3101", "3102");
    const additional = "ines@larkspur.example;ferreira@larkspur.example";
    expect(await emailsOf("3101")).toMatchObject({ email: "jonas@larkspur.example", hs_additional_emails: additional });
    const found = await account.call({ path: `${base}/contacts/search`, body: { query: "ines@larkspur.example" } });
    expect(idsOf(found)).toEqual(["3101"]);
    expect((await get(account, "contacts", "ines@larkspur.example", { idProperty: "email" })).body.id).toBe("3101");
    const { id } = (await create(account, "contacts", { firstname: "Ines" })).body;
    await merge(account, "contacts", id, "3101");
    expect(await emailsOf(id)).toMatchObject({ email: "jonas@larkspur.example", hs_additional_emails: additional });
  }),
  "records-merge-stage-and-creation-time": rule(
    "The remaining record has the later lifecycle stage and the earlier creation time of the two records.",
    { grade: "documented", source: "help pages of a similar API" },
  )(async (platform) => {
    const account = await platform.account();
    const created = async (lifecyclestage: string) => {
      const { id } = (await create(account, "contacts", { lifecyclestage })).body;
      await account.advance(1_000);
      return (await get(account, "contacts", id)).body as TestResponse["body"];
    };
    const [first, second, third] = [await created("customer"), await created("subscriber"), await created("lead")];
    expect((await merge(account, "contacts", second.id, first.id)).body.createdAt).toBe(first.createdAt);
    await merge(account, "contacts", second.id, third.id);
    const { createdAt, properties } = (await get(account, "contacts", second.id, { properties: "lifecyclestage" })).body;
    expect([createdAt, properties.lifecyclestage, properties.createdate]).toEqual([first.createdAt, "customer", first.createdAt]);
    const search = { sorts: [{ propertyName: "createdate", direction: "DESCENDING" }] };
    await create(account, "contacts", { firstname: "Later" });
    expect(idsOf(await account.call({ path: `${base}/contacts/search`, body: search }))[1]).toBe(second.id);
  }),
  "records-merge-needs-a-scope": rule(
    "Merging requires the scope for writing the object type.",
    "documented",
  )(async (platform) => {
    for (const [type, scope] of Object.entries({ contacts: "contacts", companies: "companies", "0-3": "deals", tickets: "tickets" })) {
      const wanted = scope === "tickets" ? scope : `crm.objects.${scope}.write`;
      const scopes = ["tickets", ...["companies", "contacts", "deals"].flatMap(scopesOf)].filter((one) => one !== wanted);
      const rejected = await merge(await platform.account({ scopes }), type, "1", "2");
      expect([rejected.status, rejected.body.errors[0].context.requiredGranularScopes]).toEqual([403, [wanted]]);
      expectNotFound(await merge(await platform.account({ scopes: [wanted] }), type, "1", "2"));
    }
  }),
  "records-merge-associations": rule(
    "The remaining record takes over the merged record's associations, and keeps its own primary company.",
    "assumed",
  )(async (platform) => {
    const account = await twoContacts(platform);
    await account.seed({
      records: { companies: [{ id: "5201" }, { id: "5202" }], tickets: [{ id: "9601" }] },
      associations: [
        { from: "contacts/3101", to: "companies/5201", type: "contact_to_company" },
        { from: "contacts/3102", to: "companies/5202", type: "contact_to_company" },
        { from: "contacts/3102", to: "tickets/9601", type: "contact_to_ticket" },
        { from: "contacts/3101", to: "contacts/3102", type: "contact_to_contact" },
      ],
    });
    await merge(account, "contacts", "3101", "3102");
    const { associations } = (await get(account, "contacts", "3101", { associations: "companies,tickets,contacts" })).body;
    expect(associations).toEqual({
      companies: {
        results: [
          { id: "5201", type: "contact_to_company" },
          { id: "5202", type: "contact_to_company_unlabeled" },
        ],
      },
      tickets: { results: [{ id: "9601", type: "contact_to_ticket" }] },
    });
    const ticket = await get(account, "tickets", "9601", { associations: "contacts" });
    expect(ticket.body.associations.contacts.results).toEqual([{ id: "3101", type: "ticket_to_contact" }]);
  }),
  "records-merged-id": rule(
    "After a merge, the id of the merged record identifies the remaining record in `records.get` and `records.update`, but not in " +
      "batches.",
    "documented",
  )(async (platform) => {
    const account = await twoContacts(platform);
    await merge(account, "contacts", "3101", "3102");
    expect((await get(account, "contacts", "3102")).body.id).toBe("3101");
    expect((await update(account, "contacts", "3102", { firstname: "Ines" })).body.id).toBe("3101");
    const missing = await batch(account, "contacts", "update", [{ id: "3102", properties: {} }]);
    expect(missing.body.errors[0].context.ids).toEqual(["3102"]);
    await account.freeze("1970-01-20T00:00:00Z");
    expect(idsOf(await list(account, "contacts", { archived: true }))).toEqual([]);
  }),
  "records-merged-into-nothing": rule(
    "The id of a merged record is rejected with a 404 if the remaining record does not exist, or if the merges in a seed form a cycle.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    const mergedInto = (id: string, other: string) => ({ id, properties: { hs_merged_into_object_id: other } });
    await account.seed({ records: { deals: [mergedInto("7", "7"), mergedInto("8", "9"), mergedInto("9", "8"), mergedInto("10", "11")] } });
    for (const id of ["7", "8", "10"]) expectNotFound(await get(account, "deals", id));
  }),
  "records-merge-rejected": rule(
    "A record cannot be merged into itself, and archived, merged and unknown records are rejected with a 404.",
    "assumed",
  )(async (platform) => {
    const account = await twoContacts(platform);
    expectInvalid(await merge(account, "contacts", "3101", "3101"), "objectIdToMerge");
    const messageOf = async (primary: string, other: string) => {
      const response = await merge(account, "contacts", primary, other);
      expectNotFound(response);
      return response.body.message;
    };
    expect(await messageOf("3101", "3999")).toBe("No contact has the id in objectIdToMerge.");
    expect(await messageOf("3999", "3101")).toBe("No contact has the id in primaryObjectId.");
    expect(await messageOf("3998", "3999")).toBe("No contact has the id in primaryObjectId or in objectIdToMerge.");
    await merge(account, "contacts", "3101", "3102");
    expectNotFound(await merge(account, "contacts", "3101", "3102"));
    const { body } = await create(account, "contacts", {});
    await archive(account, "contacts", body.id);
    expectNotFound(await merge(account, "contacts", body.id, "3101"));
  }),
  "records-merge-unique-values": rule(
    "After a merge, the merged record's unique values can be used again, unless the remaining record took them over because it had no " +
      "value. A contact keeps all of its email addresses.",
    "assumed",
  )(async (platform) => {
    const account = await twoContacts(platform);
    await account.seed({ properties: { contacts: [{ name: "reference", unique: true }] } });
    await update(account, "contacts", "3102", { reference: "r2" });
    await merge(account, "contacts", "3101", "3102");
    expect((await get(account, "contacts", "r2", { idProperty: "reference" })).body.id).toBe("3101");
    const { body } = await create(account, "contacts", { email: "lena@larkspur.example", reference: "r3" });
    await merge(account, "contacts", "3101", body.id);
    expect((await create(account, "contacts", { reference: "r3" })).status).toBe(201);
    expectConflict(await create(account, "contacts", { email: "lena@larkspur.example" }), "Contact already exists. Existing ID: 3101");
  }),
  "records-merge-limit": rule(
    "At most 250 records can be merged into one. The limit includes records that were previously merged into the merged records. A " +
      "further merge is rejected with a 414.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const merged = Array.from({ length: 249 }, (_, index) => String(index + 1)).join(";");
    await account.seed({ records: { contacts: [{ id: "3102" }, { id: "3103", properties: { hs_merged_object_ids: merged } }] } });
    expect((await merge(account, "contacts", "3101", "3103")).status).toBe(200);
    expect((await merge(account, "contacts", "3101", "3102")).status).toBe(414);
  }),
});

async function twoContacts(platform: Platform): Promise<TestAccount> {
  const account = await seededAccount(platform);
  const properties = { email: "ines@larkspur.example", firstname: "Ines", lastname: "Ferreira" };
  await account.seed({ records: { contacts: [{ id: "3102", properties }] } });
  return account;
}

function merge(account: TestAccount, type: string, primaryObjectId: string, objectIdToMerge: string): Promise<TestResponse> {
  return account.call({ path: `${base}/${type}/merge`, body: { primaryObjectId, objectIdToMerge } });
}
