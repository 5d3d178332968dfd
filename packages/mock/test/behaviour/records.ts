import { expect } from "vitest";
import { searchRows } from "./records/search.ts";
import { expectInvalid, expectNotFound } from "./rejections.ts";
import { type Call, demoTime, type Platform, type Rows, type TestAccount, type TestResponse } from "./rows.ts";

const base = "/crm/objects/2026-03";
const day = 24 * 60 * 60 * 1000;
const three = (id: string, createdAt = demoTime, updatedAt = createdAt) => ({
  hs_createdate: createdAt,
  hs_lastmodifieddate: updatedAt,
  hs_object_id: id,
});
const earlier = "2026-02-02T09:10:00Z";
const jonas = { id: "3101", createdAt: earlier, properties: { email: "jonas@larkspur.example", firstname: "Jonas" } };

const displayTicket = { subject: "Display", hs_pipeline_stage: "1" };

export const rows: Rows = {
  ...searchRows,
  "records-object-types": async (platform) => {
    const account = await seeded(platform);
    for (const name of ["contacts", "contact", "0-1", "CONTACTS"]) {
      expect((await get(account, name, "3101")).body.id).toBe("3101");
    }
    for (const name of ["people", "0-999", "2-0"]) expectInvalid(await get(account, name, "3101"), "objectType");
  },
  "records-custom-types": async (platform) => {
    const account = await platform.account();
    await account.seed({ properties: { "2-1203": [{ name: "size" }] } });
    const { body } = await create(account, "2-1203", { size: "42" });
    expect((await get(account, "2-1203", body.id, { properties: "size" })).body.properties["size"]).toBe("42");
    expect((await get(account, "2-1204", body.id)).status).toBe(404);
  },
  "records-scopes": async (platform) => {
    const types = { tickets: ["tickets", "tickets"], "0-2": scopesOf("companies"), deals: scopesOf("deals"), "2-7": scopesOf("custom") };
    for (const [type, [read = "", write = ""]] of Object.entries(types)) await expectScopes(platform, type, read, write);
  },
  "records-scopes-of-associations": async (platform) => {
    const account = await platform.account({ scopes: ["crm.objects.contacts.read", "crm.objects.contacts.write"] });
    const types = [{ associationCategory: "SERVICE_DEFINED", associationTypeId: 279 }];
    const filter = { propertyName: "associations.companies", operator: "HAS_PROPERTY" };
    const calls: [Call, string][] = [
      [{ path: `${base}/contacts`, body: { properties: {}, associations: [{ to: { id: "5201" }, types }] } }, "write"],
      [{ path: `${base}/contacts`, query: { associations: "companies" } }, "read"],
      [{ path: `${base}/contacts/search`, body: { filterGroups: [{ filters: [filter] }] } }, "read"],
    ];
    for (const [call, action] of calls) {
      const { status, body } = await account.call(call);
      expect([status, body.errors[0].context]).toEqual([403, { requiredGranularScopes: [`crm.objects.companies.${action}`] }]);
    }
  },
  "records-scopes-after-validation": async (platform) => {
    const account = await platform.account({ scopes: ["crm.objects.deals.write"] });
    expectInvalid(await create(account, "contacts", { firstname: 1 } as unknown as Values), "properties.firstname");
    expect((await create(account, "contacts", {})).status).toBe(403);
  },
  "records-scopes-of-activities": async (platform) => {
    const [read = "", write = ""] = scopesOf("contacts");
    for (const type of ["contacts", "meetings", "0-48"]) await expectScopes(platform, type, read, write);
  },
  "records-within-the-account": async (platform) => {
    const account = await seeded(platform);
    const before = await account.snapshot();
    const other = await platform.account();
    for (const call of everyCall("contacts", "3101")) {
      const { status, body } = await other.call(call);
      expect([status, JSON.stringify(body ?? "").includes("Jonas")]).toEqual([expect.any(Number), false]);
    }
    expect((await account.snapshot()).records).toEqual(before.records);
  },

  "records-list-pages": async (platform) => {
    const account = await platform.account();
    const ids = Array.from({ length: 101 }, (_, index) => String(index + 95));
    await account.seed({ records: { deals: [...ids].reverse().map((id) => ({ id })) } });
    expect(idsOf(await list(account, "deals"))).toEqual(ids.slice(0, 10));
    expect(idsOf(await list(account, "deals", { limit: 100 }))).toEqual(ids.slice(0, 100));
    for (const limit of [0, 101]) expectInvalid(await list(account, "deals", { limit }), "limit");
  },
  "records-list-cursor": async (platform) => {
    const account = await platform.account();
    await account.seed({ records: { deals: [{ id: "9" }, { id: "10" }, { id: "12" }] } });
    const first = await list(account, "deals", { limit: 2 });
    expect(first.body.paging).toEqual({ next: { after: "12" } });
    const last = await list(account, "deals", { limit: 2, after: "12" });
    expect([idsOf(last), last.body.paging]).toEqual([["12"], undefined]);
    expectInvalid(await list(account, "deals", { after: "next" }), "after");
  },
  "records-list-archived": async (platform) => {
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
  },

  "records-get-by-id": async (platform) => {
    const account = await seeded(platform);
    expect((await get(account, "contacts", "3101")).body).toMatchObject({ id: "3101", archived: false, createdAt: earlier });
    for (const id of ["3999", "03101", "jonas"]) expectNotFound(await get(account, "contacts", id));
    await archive(account, "contacts", "3101");
    expectNotFound(await get(account, "contacts", "3101"));
    expect((await get(account, "contacts", "3101", { archived: true })).body).toMatchObject({ archived: true, archivedAt: demoTime });
  },
  "records-get-by-unique-property": async (platform) => {
    const account = await seeded(platform);
    expect((await get(account, "contacts", "jonas@larkspur.example", { idProperty: "email" })).body.id).toBe("3101");
    expectNotFound(await get(account, "contacts", "ines@larkspur.example", { idProperty: "email" }));
    expectInvalid(await get(account, "contacts", "Jonas", { idProperty: "firstname" }), "idProperty");
  },
  "records-email-in-any-case": async (platform) => {
    const account = await seeded(platform);
    expect((await get(account, "contacts", "Jonas@Larkspur.example", { idProperty: "email" })).body.id).toBe("3101");
    expect((await create(account, "contacts", { email: "JONAS@larkspur.example" })).status).toBe(409);
    const { body } = await create(account, "contacts", { email: "Ines@Larkspur.example" });
    expect(body.properties["email"]).toBe("ines@larkspur.example");
  },
  "records-default-properties": async (platform) => {
    const account = await seeded(platform);
    await account.seed({ records: { contacts: [{ id: "3102", properties: { lastname: "Ferreira", phone: "1" } }] } });
    const { properties } = (await get(account, "contacts", "3101")).body;
    expect(properties).toEqual({ ...three("3101", earlier), email: "jonas@larkspur.example", firstname: "Jonas", lastname: null });
  },
  "records-unknown-properties": async (platform) => {
    const account = await seeded(platform);
    await account.seed({ records: { contacts: [{ id: "3102", properties: { phone: "1" } }] } });
    const { properties } = (await list(account, "contacts", { properties: "phone,colour" })).body.results[0];
    expect(properties).toEqual({ ...three("3101", earlier), phone: null });
  },
  "records-with-history": async (platform) => {
    const account = await seeded(platform);
    await update(account, "contacts", "3101", { firstname: "Jon" });
    const { body } = await get(account, "contacts", "3101", { propertiesWithHistory: "firstname" });
    expect(body.propertiesWithHistory).toEqual({
      firstname: [
        { value: "Jon", timestamp: demoTime, sourceType: "INTEGRATION", sourceId: String(account.app.appId) },
        { value: "Jonas", timestamp: earlier, sourceType: "IMPORT" },
      ],
    });
  },
  "records-with-associations": async (platform) => {
    const account = await seeded(platform);
    await account.seed({
      records: { tickets: [{ id: "9601" }, { id: "9602", archivedAt: earlier, createdAt: earlier }] },
      associations: ["9601", "9602"].map((id) => ({ from: "contacts/3101", to: `tickets/${id}`, type: "contact_to_ticket" })),
    });
    const { body } = await get(account, "contacts", "3101", { associations: "ticket,companies" });
    expect(body.associations).toEqual({ tickets: { results: [{ id: "9601", type: "contact_to_ticket" }] } });
    const listed = await list(account, "tickets", { associations: "0-1" });
    expect(listed.body.results[0].associations).toEqual({ contacts: { results: [{ id: "3101", type: "ticket_to_contact" }] } });
    expectInvalid(await get(account, "contacts", "3101", { associations: "people" }), "associations[0]");
  },
  "records-association-pages": async (platform) => {
    const account = await seeded(platform);
    const ids = Array.from({ length: 101 }, (_, index) => String(index + 1));
    await account.seed({
      records: { tickets: ids.map((id) => ({ id })) },
      associations: ids.map((id) => ({ from: "contacts/3101", to: `tickets/${id}`, type: "contact_to_ticket" })),
    });
    const { tickets } = (await get(account, "contacts", "3101", { associations: "tickets" })).body.associations;
    expect([tickets.results.length, tickets.paging]).toEqual([100, { next: { after: "100" } }]);
  },
  "records-batch-read": async (platform) => {
    const account = await seeded(platform);
    const inputs = [{ id: "Jonas@larkspur.example" }, { id: "a@b.example" }, { id: "jonas@larkspur.example" }];
    const body = { idProperty: "email", inputs, properties: ["firstname"], propertiesWithHistory: [] };
    const response = await account.call({ path: `${base}/contacts/batch/read`, body });
    expect([response.status, response.body.results.map(({ id }: { id: string }) => id)]).toEqual([207, ["3101"]]);
    expect(response.body.errors).toMatchObject([{ category: "OBJECT_NOT_FOUND", context: { ids: ["a@b.example"] } }]);
  },

  "records-create": async (platform) => {
    const account = await seeded(platform);
    const { status, body } = await create(account, "contacts", { firstname: "Ines", city: "Ulm", phone: "" });
    const { id } = body;
    const properties = { ...three(id), city: "Ulm", firstname: "Ines", phone: null };
    expect([status, body]).toEqual([201, { id, archived: false, createdAt: demoTime, updatedAt: demoTime, properties }]);
    expect((await get(account, "contacts", id)).body.properties["firstname"]).toBe("Ines");
    expect((await create(account, "contacts", {})).body.id).not.toBe(id);
  },
  "records-create-associated": async (platform) => {
    const account = await seeded(platform);
    await account.seed({ associationLabels: [{ id: 1201, name: "owner", label: "Owner", from: "tickets", to: "contacts" }] });
    const associations = [{ to: { id: "3101" }, types: [{ associationCategory: "USER_DEFINED", associationTypeId: 1201 }] }];
    const { body } = await create(account, "tickets", displayTicket, associations);
    const { contacts } = (await get(account, "tickets", body.id, { associations: "contacts" })).body.associations;
    expect(contacts.results).toEqual([
      { id: "3101", type: "ticket_to_contact" },
      { id: "3101", type: "owner" },
    ]);
  },
  "records-create-wrong-associations": async (platform) => {
    const account = await seeded(platform);
    const type = "associations[0].types[0]";
    const tried = async (id: string, associationTypeId: number, associationCategory = "SERVICE_DEFINED") =>
      create(account, "tickets", displayTicket, [{ to: { id }, types: [{ associationCategory, associationTypeId }] }]);
    expectInvalid(await tried("3101", 15), `${type}.associationTypeId`);
    expectInvalid(await tried("3101", 16, "USER_DEFINED"), `${type}.associationCategory`);
    const missing = await tried("3999", 16);
    expect([missing.status, missing.body.context]).toEqual([400, { INVALID_OBJECT_IDS: ["3999"] }]);
    expect((await account.snapshot()).records.tickets).toBeUndefined();
  },
  "records-unique-values": async (platform) => {
    const account = await seeded(platform);
    const created = await create(account, "contacts", { email: "jonas@larkspur.example" });
    expectConflict(created, "Contact already exists. Existing ID: 3101");
    const { body } = await create(account, "contacts", { email: "ines@larkspur.example" });
    expectConflict(
      await update(account, "contacts", body.id, { email: "jonas@larkspur.example" }),
      "Contact already exists. Existing ID: 3101",
    );
    expect((await update(account, "contacts", "3101", { email: "jonas@larkspur.example" })).status).toBe(200);
  },
  "records-unique-values-of-archived-records": async (platform) => {
    const account = await seeded(platform);
    await archive(account, "contacts", "3101");
    const { status, body } = await create(account, "contacts", { email: "jonas@larkspur.example" });
    expect(status).toBe(201);
    expect((await get(account, "contacts", "jonas@larkspur.example", { idProperty: "email" })).body.id).toBe(body.id);
    await account.seed({ properties: { contacts: [{ name: "number", unique: true }] } });
    await update(account, "contacts", body.id, { number: "7" });
    const archived = await create(account, "contacts", { email: "ines@larkspur.example" });
    await archive(account, "contacts", archived.body.id);
    const properties = { email: "ines@larkspur.example", number: "7" };
    const failed = await batch(account, "contacts", "create", [{ objectWriteTraceId: "a", properties }]);
    expect([failed.status, failed.body.results]).toEqual([207, []]);
    const kept = await get(account, "contacts", archived.body.id, { archived: true });
    expect(kept.body.properties["email"]).toBe("ines@larkspur.example");
  },
  "records-read-only-properties": async (platform) => {
    const account = await seeded(platform);
    for (const name of ["hs_createdate", "hs_lastmodifieddate", "hs_object_id"]) {
      expectInvalid(await create(account, "contacts", { [name]: "1" }), `properties.${name}`);
      expectInvalid(await update(account, "contacts", "3101", { [name]: "1" }), `properties.${name}`);
    }
  },
  "records-read-only-properties-of-types": async (platform) => {
    const account = await seeded(platform);
    for (const [type, name] of [
      ["contacts", "lastmodifieddate"],
      ["deals", "createdate"],
      ["tickets", "hs_ticket_id"],
    ] as const) {
      expectInvalid(await create(account, type, { [name]: "1" }), `properties.${name}`);
    }
  },
  "records-write-unknown-property": async (platform) => {
    const account = await seeded(platform);
    const inputs = [{ id: "3101", properties: { colour: "blue" } }];
    const responses = [
      await create(account, "contacts", { colour: "blue" }),
      await update(account, "contacts", "3101", { colour: "" }),
      ...(await Promise.all(["create", "update", "upsert"].map((verb) => batch(account, "contacts", verb, inputs)))),
    ];
    const places = ["properties", "properties", ...Array(3).fill("inputs[0].properties")].map((place) => `${place}.colour`);
    for (const [index, response] of responses.entries()) expectInvalid(response, places[index] ?? "");
    const error = responses[0]?.body.errors[0];
    expect([error.code, error.context]).toEqual(["PROPERTY_DOESNT_EXIST", { propertyName: ["colour"], received: ["colour"] }]);
    const traced = await batch(account, "contacts", "create", [
      { objectWriteTraceId: "a", properties: { colour: "blue" } },
      { objectWriteTraceId: "b", properties: { city: "Ulm" } },
    ]);
    const [failed] = traced.body.errors;
    expect([traced.status, failed.context.objectWriteTraceId, failed.errors[0].code]).toEqual([207, ["a"], "PROPERTY_DOESNT_EXIST"]);
    expect(traced.body.results).toMatchObject([{ objectWriteTraceId: "b" }]);
  },
  "records-write-numbers-and-times": async (platform) => {
    const account = await withProperties(platform, ["number", "date", "datetime"]);
    await expectValues(
      account,
      "number",
      ["7", "-1.50", "+.5", "1."],
      ["seven", "1,5", "1e3", "0x1", "Infinity", "9".repeat(400)],
      "INVALID_INTEGER",
    );
    const midnights = ["2026-04-20", "2026-04-20T00:00:00Z", "1776643200000"];
    await expectValues(account, "date", midnights, ["20.04.2026", "2026-02-30", "2026-04-20T08:00:00Z", "1776643200001"], "INVALID_DATE");
    const times = ["2026-04-20T08:00:00.5+02:00", "1776643200001", "2026-04-20"];
    await expectValues(account, "datetime", times, ["today", "08:00", "2026-04-20T25:00:00Z"], "INVALID_LONG");
  },
  "records-write-options": async (platform) => {
    const options = ["road", "trail"].map((value) => ({ label: value, value }));
    const account = await withProperties(platform, ["bool", "enumeration"]);
    await account.seed({ properties: { contacts: [{ name: "styles", type: "enumeration", fieldType: "checkbox", options }] } });
    await expectValues(account, "bool", ["true", "false"], ["yes", "TRUE", "1"], "INVALID_OPTION");
    await expectValues(account, "enumeration", ["a"], ["A", "b", "a;a"], "INVALID_OPTION");
    await expectValues(account, "styles", ["trail", "road;trail"], ["road;gravel", "road,trail", ";"], "INVALID_OPTION");
    const { body } = await create(account, "contacts", { styles: "gravel" });
    expect(body.errors[0].message).toContain("road, trail");
  },
  "records-write-white-space": async (platform) => {
    const account = await withProperties(platform, ["number", "bool", "string"]);
    for (const value of [" 1", "1 ", "\u00a01", "\n"]) {
      await expectValues(account, "number", [], [value], "LEADING_TRAILING_WHITESPACE");
      expect((await create(account, "contacts", { string: value })).body.properties["string"]).toBe(value);
    }
  },
  "records-write-any-phone-number": async (platform) => {
    const account = await withProperties(platform, ["phone_number"]);
    await expectValues(account, "phone_number", ["+49 731 1234", "ask Jonas"], [], "");
  },
  "records-write-all-problems": async (platform) => {
    const account = await withProperties(platform, ["number", "bool"]);
    const { body } = await create(account, "contacts", { number: "x", bool: "y", colour: "", firstname: "Jon" });
    expect(body.errors.map(({ code }: { code: string }) => code)).toEqual(["INVALID_INTEGER", "INVALID_OPTION", "PROPERTY_DOESNT_EXIST"]);
    const [, details = ""] = body.message.split("Property values were not valid: ");
    expect(JSON.parse(details)).toMatchObject([
      { isValid: false, error: "INVALID_INTEGER", name: "number", message: expect.stringContaining("must be a decimal number") },
      { name: "bool" },
      { name: "colour" },
    ]);
    const inputs = [{ properties: { number: "x" } }, { properties: { firstname: "Jon" } }, { properties: { bool: "y" } }];
    const fields = ["inputs[0].properties.number", "inputs[2].properties.bool"];
    expectInvalid(await batch(account, "contacts", "create", inputs), ...fields);
  },
  "records-write-pipelines": async (platform) => {
    const account = await platform.account();
    const stages = [{ label: "Received", displayOrder: 0, metadata: {} }];
    const repairs = (await account.call({ path: "/crm/pipelines/2026-03/tickets", body: { label: "Repairs", displayOrder: 1, stages } }))
      .body;
    const ticket = (hs_pipeline: string, hs_pipeline_stage: string) => ({ ...displayTicket, hs_pipeline, hs_pipeline_stage });
    const received = repairs.stages[0].id;
    const { id } = (await create(account, "tickets", ticket(repairs.id, received))).body;
    const wrong: readonly [Values, string][] = [
      [ticket("7", "1"), "hs_pipeline"],
      [ticket("0", received), "hs_pipeline_stage"],
      [ticket(repairs.id, "1"), "hs_pipeline_stage"],
    ];
    for (const [values, name] of wrong) {
      for (const response of [await create(account, "tickets", values), await update(account, "tickets", id, values)]) {
        expectInvalid(response, `properties.${name}`);
        expect([response.body.errors[0].code, response.body.errors[0].context.propertyName]).toEqual(["INVALID_OPTION", [name]]);
        expect(response.body.message).toMatch(/^Property values were not valid: /);
      }
    }
    expectInvalid(await update(account, "tickets", id, { hs_pipeline: "0" }), "properties.hs_pipeline");
    expectInvalid(await update(account, "tickets", id, { hs_pipeline_stage: "1" }), "properties.hs_pipeline_stage");
    const inputs = wrong.map(([properties]) => ({ properties }));
    const fields = wrong.map(([, name], index) => `inputs[${index}].properties.${name}`);
    expectInvalid(await batch(account, "tickets", "create", inputs), ...fields);
    expectInvalid(
      await batch(
        account,
        "tickets",
        "update",
        inputs.map((input) => ({ id, ...input })),
      ),
      ...fields,
    );
    const traced = [{ properties: displayTicket }, ...inputs].map((input, index) => ({ objectWriteTraceId: `row-${index}`, ...input }));
    const partial = await batch(account, "tickets", "create", traced);
    expect([partial.status, partial.body.results.length, partial.body.numErrors]).toEqual([207, 1, 3]);
    const deal = await create(account, "deals", { dealname: "Fleet", pipeline: "default", dealstage: "closedwon" });
    expect(deal.status).toBe(201);
    expectInvalid(await create(account, "deals", { dealstage: "1" }), "properties.dealstage");
    expectInvalid(await create(account, "deals", { pipeline: "0" }), "properties.pipeline");
    expect((await update(account, "deals", deal.body.id, { dealstage: "" })).body.properties.dealstage).toBeNull();
  },
  "records-default-pipeline": async (platform) => {
    const account = await platform.account();
    await account.seed({ records: { tickets: [{ id: "7" }, { id: "8", properties: { hs_pipeline: "support" } }] } });
    expect((await create(account, "tickets", displayTicket)).body.properties).toMatchObject({ hs_pipeline: "0", hs_pipeline_stage: "1" });
    const emptied = await create(account, "tickets", { ...displayTicket, hs_pipeline: "" });
    expect(emptied.body.properties.hs_pipeline).toBe("0");
    const [batched] = (await batch(account, "tickets", "update", [{ id: "7", properties: { hs_pipeline_stage: "2" } }])).body.results;
    expect(batched.properties).toMatchObject({ hs_pipeline: "0", hs_pipeline_stage: "2" });
    expectInvalid(await update(account, "tickets", "8", { hs_pipeline_stage: "2" }), "properties.hs_pipeline_stage");
    expect((await update(account, "tickets", "8", { hs_pipeline: "0", hs_pipeline_stage: "2" })).status).toBe(200);
    const { properties } = (await create(account, "deals", { dealstage: "closedwon" })).body;
    expect(properties.pipeline).toBe("default");
    expect((await create(account, "deals", { dealname: "Fleet" })).body.properties.pipeline).toBeUndefined();
  },
  "records-required-properties": async (platform) => {
    const account = await platform.account();
    await account.seed({ properties: { tickets: [{ name: "frame", unique: true }] }, records: { tickets: [{ id: "7" }] } });
    const missing = ["subject", "hs_pipeline_stage"];
    for (const [values, names] of [
      [{}, missing],
      [{ content: "Dark", subject: "", hs_pipeline_stage: "1" }, ["subject"]],
      [{ subject: "Dark" }, ["hs_pipeline_stage"]],
    ] as const) {
      const response = await create(account, "tickets", values as Values);
      expectInvalid(response, ...names.map((name) => `properties.${name}`));
      expect([response.body.message, response.body.context]).toEqual(["Some required properties were not set.", { properties: names }]);
    }
    const inputs = [{ properties: displayTicket }, { properties: {} }];
    expectInvalid(await batch(account, "tickets", "create", inputs), ...missing.map((name) => `inputs[1].properties.${name}`));
    const upserts = [{ id: "LB-1", idProperty: "frame", properties: { subject: "Dark" } }];
    expectInvalid(await batch(account, "tickets", "upsert", upserts), "inputs[0].properties.hs_pipeline_stage");
    const partial = await batch(
      account,
      "tickets",
      "create",
      inputs.map((input, index) => ({ objectWriteTraceId: `${index}`, ...input })),
    );
    expect([partial.status, partial.body.errors[0].context.properties]).toEqual([207, missing]);
    expect((await update(account, "tickets", "7", { content: "Dark" })).status).toBe(200);
    expect((await create(account, "deals", {})).status).toBe(201);
  },
  "records-ticket-id": async (platform) => {
    const account = await platform.account();
    await account.seed({ records: { tickets: [{ id: "9601" }, { id: "9602" }] } });
    expect((await get(account, "tickets", "9601", { properties: "hs_ticket_id" })).body.properties["hs_ticket_id"]).toBe("9601");
    const searches = [
      { query: "9602" },
      { filterGroups: [{ filters: [{ propertyName: "hs_ticket_id", operator: "EQ", value: "9602" }] }] },
      { sorts: [{ propertyName: "hs_ticket_id", direction: "DESCENDING" }], limit: 1 },
    ];
    for (const body of searches) expect(idsOf(await account.call({ path: `${base}/tickets/search`, body }))).toEqual(["9602"]);
  },
  "records-update": async (platform) => {
    const account = await seeded(platform);
    const { status, body } = await update(account, "contacts", "3101", { firstname: "Jon" });
    expect([status, body.properties]).toEqual([200, { ...three("3101", earlier, demoTime), firstname: "Jon" }]);
    const [record] = (await account.snapshot()).records.contacts;
    expect(record.properties.email).toBe("jonas@larkspur.example");
    expect(record.properties.firstname.map(({ value }: { value: string }) => value)).toEqual(["Jon", "Jonas"]);
  },
  "records-update-without-change": async (platform) => {
    const account = await seeded(platform);
    const before = await account.snapshot();
    const { body } = await update(account, "contacts", "3101", { firstname: "Jonas", phone: "" });
    expect(body.updatedAt).toBe(earlier);
    expect((await account.snapshot()).records).toEqual(before.records);
  },
  "records-clear-a-value": async (platform) => {
    const account = await seeded(platform);
    const { body } = await update(account, "contacts", "3101", { firstname: "", email: "" });
    expect(body.properties).toMatchObject({ firstname: null, email: null });
    expect((await create(account, "contacts", { email: "jonas@larkspur.example" })).status).toBe(201);
  },
  "records-update-archived": async (platform) => {
    const account = await seeded(platform);
    await archive(account, "contacts", "3101");
    expectNotFound(await update(account, "contacts", "3101", { firstname: "Jon" }));
  },
  "records-archive": async (platform) => {
    const account = await seeded(platform);
    expect((await archive(account, "contacts", "3101")).status).toBe(204);
    const before = await account.snapshot();
    await account.advance(60_000);
    expect((await archive(account, "contacts", "3101")).status).toBe(204);
    expect((await account.snapshot()).records).toEqual(before.records);
    expectNotFound(await archive(account, "contacts", "3999"));
  },
  "records-archive-tickets": async (platform) => {
    const account = await platform.account();
    const names = ["tickets", "ticket", "0-5"];
    await account.seed({ records: { tickets: names.map((_, index) => ({ id: String(index + 1) })) } });
    for (const [index, name] of names.entries()) expect((await archive(account, name, String(index + 1))).status).toBe(204);
    expect(idsOf(await list(account, "tickets", { archived: true }))).toEqual(["1", "2", "3"]);
  },

  "records-batch-create": async (platform) => {
    const account = await seeded(platform);
    const created = await batch(account, "contacts", "create", [{ properties: { firstname: "A" } }, { properties: { firstname: "B" } }]);
    expect([created.status, created.body.status, created.body.results.map(firstname)]).toEqual([201, "COMPLETE", ["A", "B"]]);
    const before = await account.snapshot();
    const taken = [{ properties: { firstname: "C" } }, { properties: { email: "jonas@larkspur.example" } }];
    expectConflict(await batch(account, "contacts", "create", taken), "Contact already exists. Existing ID: 3101");
    const twice = Array(2).fill({ properties: { email: "ines@larkspur.example" } });
    expectConflict(await batch(account, "contacts", "create", twice), "inputs[0] creates another contact with the same email.");
    expectInvalid(await batch(account, "contacts", "create", [{ properties: { hs_object_id: "1" } }]), "inputs[0].properties.hs_object_id");
    expectInvalid(await batch(account, "contacts", "create", Array(101).fill({ properties: {} })), "inputs");
    expect((await account.snapshot()).records).toEqual(before.records);
  },
  "records-batch-create-traced": async (platform) => {
    const account = await seeded(platform);
    const inputs = [
      { objectWriteTraceId: "a", properties: { email: "jonas@larkspur.example" } },
      { objectWriteTraceId: "b", properties: { email: "ines@larkspur.example" } },
      { objectWriteTraceId: "c", properties: { email: "ines@larkspur.example" } },
      { objectWriteTraceId: "d", properties: { hs_object_id: "1" }, id: 1 },
    ];
    const { status, body } = await batch(account, "contacts", "create", inputs);
    expect([status, body.numErrors, body.results]).toMatchObject([207, 3, [{ objectWriteTraceId: "b" }]]);
    const errors = body.errors.map(({ category, context }: { category: string; context: Record<string, string[]> }) => [
      category,
      context["objectWriteTraceId"]?.[0],
    ]);
    expect(errors.sort()).toEqual([
      ["CONFLICT", "a"],
      ["CONFLICT", "c"],
      ["VALIDATION_ERROR", "d"],
    ]);
  },
  "records-batch-update": async (platform) => {
    const account = await seeded(platform);
    const inputs = ["3999", "3101"].map((id) => ({ id, properties: { firstname: "Jon" } }));
    const { status, body } = await batch(account, "contacts", "update", inputs);
    expect([status, body.results.map(firstname)]).toEqual([207, ["Jon"]]);
    expect(body.errors).toMatchObject([{ category: "OBJECT_NOT_FOUND", context: { ids: ["3999"] } }]);
    const byEmail = [{ id: "JONAS@larkspur.example", idProperty: "email", properties: { firstname: "Jonas" } }];
    expect((await batch(account, "contacts", "update", byEmail)).status).toBe(200);
  },
  "records-batch-update-rejected": async (platform) => {
    const account = await seeded(platform);
    const { body } = await create(account, "contacts", { email: "ines@larkspur.example" });
    const inputs = [
      { id: "3101", properties: { firstname: "Jon" } },
      { id: body.id, properties: { email: "jonas@larkspur.example" } },
    ];
    const before = await account.snapshot();
    const rejected = await batch(account, "contacts", "update", inputs);
    expectConflict(rejected, "Contact already exists. Existing ID: 3101");
    expect(rejected.body.errors).toMatchObject([{ in: "inputs[1].properties.email" }]);
    expect((await account.snapshot()).records).toEqual(before.records);
    const traced = inputs.map((input) => ({ ...input, objectWriteTraceId: input.id }));
    const response = await batch(account, "contacts", "update", traced);
    expect([response.status, idsOf(response), response.body.errors[0].context.ids]).toEqual([207, ["3101"], [body.id]]);
    const ofOneRecord = [{ firstname: "Ines" }, { email: "jonas@larkspur.example" }].map((properties, index) => ({
      id: body.id,
      properties,
      objectWriteTraceId: String(index),
    }));
    const partial = await batch(account, "contacts", "update", ofOneRecord);
    expect([partial.status, partial.body.errors.length, partial.body.results.map(firstname)]).toEqual([207, 1, ["Ines"]]);
  },
  "records-batch-property-without-unique-values": async (platform) => {
    const account = await seeded(platform);
    const inputs = [
      { id: "Jonas", idProperty: "firstname", properties: { lastname: "B" }, objectWriteTraceId: "a" },
      { id: "3101", properties: { lastname: "Brandt" }, objectWriteTraceId: "b" },
    ];
    for (const action of ["update", "upsert"]) {
      const response = await batch(account, "contacts", action, inputs);
      expect([response.status, idsOf(response)]).toEqual([207, ["3101"]]);
      expect(response.body.errors).toMatchObject([{ category: "VALIDATION_ERROR", context: { objectWriteTraceId: ["a"] } }]);
    }
  },
  "records-batch-upsert": async (platform) => {
    const account = await seeded(platform);
    const inputs = ["jonas@larkspur.example", "ines@larkspur.example"].map((id) => byEmail(id, "Name"));
    const { status, body } = await batch(account, "contacts", "upsert", inputs);
    const results = body.results.map((one: { new: boolean; properties: Values }) => [one.new, one.properties["email"]]);
    expect([status, results]).toEqual([
      200,
      [
        [false, "jonas@larkspur.example"],
        [true, "ines@larkspur.example"],
      ],
    ]);
    expectInvalid(await batch(account, "contacts", "upsert", [{ id: "x", idProperty: "firstname", properties: {} }]), "idProperty");
  },
  "records-batch-upsert-other-value": async (platform) => {
    const account = await seeded(platform);
    const renamed = (id: string, email: string) => [{ id, idProperty: "email", properties: { email } }];
    const known = await batch(account, "contacts", "upsert", renamed("jonas@larkspur.example", "jon@larkspur.example"));
    expect(known.body.results).toMatchObject([{ id: "3101", properties: { email: "jon@larkspur.example" } }]);
    const unknown = await batch(account, "contacts", "upsert", renamed("ines@larkspur.example", "i@larkspur.example"));
    expectInvalid(unknown, "inputs[0].properties.email");
    expect((await batch(account, "contacts", "upsert", renamed("ines@larkspur.example", "INES@larkspur.example"))).status).toBe(200);
    expectInvalid(await batch(account, "contacts", "upsert", [{ id: "", idProperty: "email", properties: {} }]), "inputs[0].id");
  },
  "records-batch-upsert-twice": async (platform) => {
    const account = await seeded(platform);
    const response = await batch(account, "contacts", "upsert", [byEmail("Ines@a.example", "A"), byEmail("ines@a.example", "B")]);
    const [first, second] = response.body.results;
    expect([first.id, first.new, second.new]).toEqual([second.id, true, false]);
    expect((await get(account, "contacts", first.id)).body.properties["firstname"]).toBe("B");
  },
  "records-batch-upsert-by-id": async (platform) => {
    const account = await seeded(platform);
    const inputs = ["3101", "3999"].map((id) => ({ id, properties: { firstname: "Jon" } }));
    const { status, body } = await batch(account, "contacts", "upsert", inputs);
    expect([status, body.results]).toMatchObject([207, [{ id: "3101", new: false }]]);
    expect(body.errors[0].context.ids).toEqual(["3999"]);
  },
  "records-batch-upsert-by-email": async (platform) => {
    const account = await seeded(platform);
    await account.seed({ properties: { contacts: [{ name: "number", unique: true }] } });
    await update(account, "contacts", "3101", { number: "7" });
    const inputs = ["a@a.example", "b@a.example"].map((id, index) => ({
      ...byEmail(id, "Name"),
      properties: { number: String(index + 6) },
      objectWriteTraceId: id,
    }));
    expectConflict(await batch(account, "contacts", "upsert", inputs), "Contact already exists. Existing ID: 3101");
    expect(idsOf(await list(account, "contacts"))).toEqual(["3101"]);
  },
  "records-concurrent-upserts": async (platform) => {
    const account = await seeded(platform);
    const writes = Array.from({ length: 8 }, (_, index) => batch(account, "contacts", "upsert", [byEmail("ines@a.example", `N${index}`)]));
    const results = (await Promise.all(writes)).map(({ body }) => body.results[0]);
    expect(results.filter((one) => one.new)).toHaveLength(1);
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
  },
  "records-batch-archive": async (platform) => {
    const account = await seeded(platform);
    const inputs = ["3101", "3999", "x"].map((id) => ({ id }));
    expect((await batch(account, "contacts", "archive", inputs)).status).toBe(204);
    const before = await account.snapshot();
    expect(before.records.contacts[0].archivedAt).toBe(demoTime);
    await account.advance(60_000);
    expect((await batch(account, "contacts", "archive", inputs)).status).toBe(204);
    expect((await account.snapshot()).records).toEqual(before.records);
  },

  "records-merge": async (platform) => {
    const account = await twoContacts(platform);
    const { status, body } = await merge(account, "contacts", "3101", "3102");
    expect([status, body.id, body.properties["hs_merged_object_ids"]]).toEqual([200, "3101", "3102"]);
    const { properties } = (await get(account, "contacts", "3101", { properties: "firstname,lastname,email" })).body;
    expect(properties).toMatchObject({ firstname: "Jonas", lastname: "Ferreira", email: "jonas@larkspur.example" });
    expect(idsOf(await list(account, "contacts"))).toEqual(["3101"]);
    expect(idsOf(await list(account, "contacts", { archived: true }))).toEqual([]);
  },
  "records-merge-needs-a-scope": async (platform) => {
    for (const [type, scope] of Object.entries({ contacts: "contacts", companies: "companies", "0-3": "deals", tickets: "tickets" })) {
      const wanted = scope === "tickets" ? scope : `crm.objects.${scope}.write`;
      const scopes = ["tickets", ...["companies", "contacts", "deals"].flatMap(scopesOf)].filter((one) => one !== wanted);
      const rejected = await merge(await platform.account({ scopes }), type, "1", "2");
      expect([rejected.status, rejected.body.errors[0].context.requiredGranularScopes]).toEqual([403, [wanted]]);
      expectNotFound(await merge(await platform.account({ scopes: [wanted] }), type, "1", "2"));
    }
  },
  "records-merge-associations": async (platform) => {
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
  },
  "records-merged-id": async (platform) => {
    const account = await twoContacts(platform);
    await merge(account, "contacts", "3101", "3102");
    expect((await get(account, "contacts", "3102")).body.id).toBe("3101");
    expect((await update(account, "contacts", "3102", { firstname: "Ines" })).body.id).toBe("3101");
    const missing = await batch(account, "contacts", "update", [{ id: "3102", properties: {} }]);
    expect(missing.body.errors[0].context.ids).toEqual(["3102"]);
  },
  "records-merged-into-nothing": async (platform) => {
    const account = await platform.account();
    const mergedInto = (id: string, other: string) => ({ id, properties: { hs_merged_into_object_id: other } });
    await account.seed({ records: { deals: [mergedInto("7", "7"), mergedInto("8", "9"), mergedInto("9", "8"), mergedInto("10", "11")] } });
    for (const id of ["7", "8", "10"]) expectNotFound(await get(account, "deals", id));
  },
  "records-merge-rejected": async (platform) => {
    const account = await twoContacts(platform);
    expectInvalid(await merge(account, "contacts", "3101", "3101"), "objectIdToMerge");
    expectNotFound(await merge(account, "contacts", "3101", "3999"));
    await merge(account, "contacts", "3101", "3102");
    expectNotFound(await merge(account, "contacts", "3101", "3102"));
    const { body } = await create(account, "contacts", {});
    await archive(account, "contacts", body.id);
    expectNotFound(await merge(account, "contacts", body.id, "3101"));
  },
  "records-merge-unique-values": async (platform) => {
    const account = await twoContacts(platform);
    await update(account, "contacts", "3101", { email: "" });
    await merge(account, "contacts", "3101", "3102");
    expect((await get(account, "contacts", "ines@larkspur.example", { idProperty: "email" })).body.id).toBe("3101");
    const { body } = await create(account, "contacts", { email: "jonas@larkspur.example" });
    await merge(account, "contacts", "3101", body.id);
    expect((await create(account, "contacts", { email: "jonas@larkspur.example" })).status).toBe(201);
  },
  "records-merge-limit": async (platform) => {
    const account = await seeded(platform);
    const merged = Array.from({ length: 249 }, (_, index) => String(index + 1)).join(";");
    await account.seed({ records: { contacts: [{ id: "3102" }, { id: "3103", properties: { hs_merged_object_ids: merged } }] } });
    expect((await merge(account, "contacts", "3101", "3103")).status).toBe(200);
    expect((await merge(account, "contacts", "3101", "3102")).status).toBe(414);
  },
};

async function twoContacts(platform: Platform): Promise<TestAccount> {
  const account = await seeded(platform);
  const properties = { email: "ines@larkspur.example", firstname: "Ines", lastname: "Ferreira" };
  await account.seed({ records: { contacts: [{ id: "3102", properties }] } });
  return account;
}

async function seeded(platform: Platform): Promise<TestAccount> {
  const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
  await account.seed({ records: { contacts: [jonas] } });
  return account;
}

/** Returns an account whose contacts have a property of each type, named after the type. */
async function withProperties(platform: Platform, types: readonly string[]): Promise<TestAccount> {
  const account = await seeded(platform);
  const options = [{ label: "A", value: "a" }];
  const contacts = types.map((type) => ({ name: type, type, ...(type === "enumeration" ? { options } : {}) }));
  await account.seed({ properties: { contacts } });
  return account;
}

async function expectValues(account: TestAccount, name: string, right: readonly string[], wrong: readonly string[], code: string) {
  for (const value of right) expect((await create(account, "contacts", { [name]: value })).body.properties[name]).toBe(value);
  for (const value of wrong) {
    const rejected = await create(account, "contacts", { [name]: value });
    expectInvalid(rejected, `properties.${name}`);
    expect(rejected.body.errors[0].code, value).toBe(code);
  }
}

type Query = Readonly<Record<string, string | number | boolean>>;
type Values = Readonly<Record<string, string>>;

function list(account: TestAccount, type: string, query: Query = {}): Promise<TestResponse> {
  return account.call({ path: `${base}/${type}`, query });
}

function get(account: TestAccount, type: string, id: string, query: Query = {}): Promise<TestResponse> {
  return account.call({ path: `${base}/${type}/${encodeURIComponent(id)}`, query });
}

function create(account: TestAccount, type: string, properties: Values, associations?: readonly object[]): Promise<TestResponse> {
  return account.call({ path: `${base}/${type}`, body: { properties, associations } });
}

function update(account: TestAccount, type: string, id: string, properties: Values): Promise<TestResponse> {
  return account.call({ method: "PATCH", path: `${base}/${type}/${id}`, body: { properties } });
}

function archive(account: TestAccount, type: string, id: string): Promise<TestResponse> {
  return account.call({ method: "DELETE", path: `${base}/${type}/${id}` });
}

function batch(account: TestAccount, type: string, verb: string, inputs: readonly object[]): Promise<TestResponse> {
  return account.call({ path: `${base}/${type}/batch/${verb}`, body: { inputs } });
}

function merge(account: TestAccount, type: string, primaryObjectId: string, objectIdToMerge: string): Promise<TestResponse> {
  return account.call({ path: `${base}/${type}/merge`, body: { primaryObjectId, objectIdToMerge } });
}

function byEmail(id: string, name: string) {
  return { id, idProperty: "email", properties: { firstname: name } };
}

function firstname({ properties }: { properties: Values }): string | undefined {
  return properties["firstname"];
}

function idsOf({ body }: TestResponse): string[] {
  return body.results.map(({ id }: { id: string }) => id);
}

function expectConflict({ status, body }: TestResponse, message: string): void {
  expect([status, body.category, body.message]).toEqual([409, "CONFLICT", message]);
}

function scopesOf(name: string): string[] {
  return [`crm.objects.${name}.read`, `crm.objects.${name}.write`];
}

/** Returns one call to each operation that takes an object type. Reads come first. */
function everyCall(type: string, id: string) {
  const properties = { firstname: "Jon" };
  const path = `${base}/${type}`;
  return [
    { path, action: "read" },
    { path: `${path}/${id}`, action: "read" },
    { path: `${path}/batch/read`, body: { inputs: [{ id }], properties: [], propertiesWithHistory: [] }, action: "read" },
    { path, body: { properties }, action: "write" },
    { path: `${path}/batch/create`, body: { inputs: [{ properties }] }, action: "write" },
    { path: `${path}/batch/update`, body: { inputs: [{ id, properties }] }, action: "write" },
    { path: `${path}/batch/upsert`, body: { inputs: [{ id, properties }] }, action: "write" },
    { path: `${path}/batch/archive`, body: { inputs: [{ id }] }, action: "write" },
    { method: "PATCH", path: `${path}/${id}`, body: { properties }, action: "write" },
    { method: "DELETE", path: `${path}/${id}`, action: "write" },
  ] as const;
}

/** Expects that each operation requires its scope, and that no other record scope is sufficient. */
async function expectScopes(platform: Platform, type: string, read: string, write: string): Promise<void> {
  const others = ["tickets", ...["appointments", "companies", "contacts", "custom", "deals"].flatMap(scopesOf)];
  for (const { action, ...call } of everyCall(type, "1")) {
    const scope = action === "read" ? read : write;
    const without = await platform.account({ scopes: others.filter((one) => one !== scope) });
    const rejected = await without.call(call);
    expect([rejected.status, rejected.body.category], call.path).toEqual([403, "MISSING_SCOPES"]);
    expect(rejected.body.errors[0].context.requiredGranularScopes).toEqual([scope]);
    const allowed = await platform.account({ scopes: [scope] });
    expect((await allowed.call(call)).status, call.path).not.toBe(403);
  }
}
