import { expect } from "vitest";
import { demoTime, type TestResponse } from "../platform.ts";
import { expectInvalid, expectNotFound } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import {
  archive,
  base,
  batch,
  create,
  displayTicket,
  earlier,
  expectConflict,
  get,
  idsOf,
  list,
  seededAccount,
  three,
  update,
  type Values,
} from "./calls.ts";

rules("records", {
  "records-create": rule(
    "A created record has a new id, the given properties and the default values of others; its creation and change times are the time of " +
      "the request. The response also contains the calculated values, such as `num_notes`.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const { status, body } = await create(account, "contacts", { firstname: "Ines", city: "Ulm", phone: "" });
    const { id } = body;
    const defaults = { hs_pipeline: "contacts-lifecycle-pipeline", lifecyclestage: "lead" };
    const calculated = { hs_full_name_or_email: "Ines", hs_is_unworked: "true", num_notes: "0" };
    const { properties, ...others } = body;
    expect([status, others]).toEqual([201, { id, archived: false, createdAt: demoTime, updatedAt: demoTime }]);
    expect(properties).toMatchObject({ ...three(id), ...defaults, ...calculated, city: "Ulm", firstname: "Ines", phone: null });
    expect((await get(account, "contacts", id)).body.properties["firstname"]).toBe("Ines");
    expect((await create(account, "contacts", {})).body.id).not.toBe(id);
  }),
  "records-create-associated": rule(
    "A record can be created with associations; a custom label also creates the association without a label.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await account.seed({ associationLabels: [{ id: 1201, name: "owner", label: "Owner", from: "tickets", to: "contacts" }] });
    const associations = [{ to: { id: "3101" }, types: [{ associationCategory: "USER_DEFINED", associationTypeId: 1201 }] }];
    const { body } = await create(account, "tickets", displayTicket, associations);
    const { contacts } = (await get(account, "tickets", body.id, { associations: "contacts" })).body.associations;
    expect(contacts.results).toEqual([
      { id: "3101", type: "ticket_to_contact" },
      { id: "3101", type: "owner" },
    ]);
  }),
  "records-create-wrong-associations": rule(
    "A request to create a record with an association is rejected with a 400 if the association type is for other object types, the " +
      "category is wrong, or the associated record does not exist. In that case, nothing is created.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const type = "associations[0].types[0]";
    const tried = async (id: string, associationTypeId: number, associationCategory = "SERVICE_DEFINED") =>
      create(account, "tickets", displayTicket, [{ to: { id }, types: [{ associationCategory, associationTypeId }] }]);
    expectInvalid(await tried("3101", 15), `${type}.associationTypeId`);
    expectInvalid(await tried("3101", 16, "USER_DEFINED"), `${type}.associationCategory`);
    const missing = await tried("3999", 16);
    expect([missing.status, missing.body.context]).toEqual([400, { INVALID_OBJECT_IDS: ["3999"] }]);
    expect((await account.snapshot()).records.tickets).toBeUndefined();
  }),
  "records-unique-values": rule(
    "Writing a unique value that already belongs to another record is rejected with a 409. The message contains that record's id or, if " +
      "the same batch creates the record, names the input that creates it.",
    "observed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const created = await create(account, "contacts", { email: "jonas@larkspur.example" });
    expectConflict(created, "Contact already exists. Existing ID: 3101");
    const { body } = await create(account, "contacts", { email: "ines@larkspur.example" });
    expectConflict(
      await update(account, "contacts", body.id, { email: "jonas@larkspur.example" }),
      "Contact already exists. Existing ID: 3101",
    );
    expect((await update(account, "contacts", "3101", { email: "jonas@larkspur.example" })).status).toBe(200);
  }),
  "records-additional-emails": rule(
    "A contact's additional addresses identify it like its `email`: no other contact can have them, and they find the contact as an " +
      "`idProperty` value. A filter on `hs_additional_emails` finds it by any one of them, in any letter case. They are stored once each, " +
      "in lower case.",
    { grade: "observed", source: "client code, for finding contacts; that other contacts cannot have the addresses is inferred" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    const addresses = "jb@larkspur.example;Jonas.B@larkspur.example;JB@larkspur.example";
    const { status, body } = await update(account, "contacts", "3101", { hs_additional_emails: addresses });
    expect([status, body.properties.hs_additional_emails]).toEqual([200, "jb@larkspur.example;jonas.b@larkspur.example"]);
    const exists = "Contact already exists. Existing ID: 3101";
    expectConflict(await create(account, "contacts", { email: "jonas.b@larkspur.example" }), exists);
    expectConflict(await create(account, "contacts", { hs_additional_emails: "a@larkspur.example;jonas@larkspur.example" }), exists);
    expect((await get(account, "contacts", "JB@larkspur.example", { idProperty: "email" })).body.id).toBe("3101");
    const upserted = await batch(account, "contacts", "upsert", [
      { id: "jb@larkspur.example", idProperty: "email", properties: { city: "Ulm" } },
    ]);
    expect(upserted.body.results).toMatchObject([{ id: "3101", new: false }]);
    for (const condition of [
      { operator: "EQ", value: "jonas.B@larkspur.example" },
      { operator: "IN", values: ["jonas.B@larkspur.example"] },
    ]) {
      const filter = { propertyName: "hs_additional_emails", ...condition };
      const found = await account.call({ path: `${base}/contacts/search`, body: { filterGroups: [{ filters: [filter] }] } });
      expect([condition.operator, ...idsOf(found)]).toEqual([condition.operator, "3101"]);
    }
    await archive(account, "contacts", "3101");
    expect((await create(account, "contacts", { email: "jb@larkspur.example" })).status).toBe(201);
    const archived = (await get(account, "contacts", "3101", { archived: "true", properties: "email,hs_additional_emails" })).body
      .properties;
    expect(archived).toMatchObject({ email: "jonas@larkspur.example", hs_additional_emails: "jonas.b@larkspur.example" });
  }),
  "records-conflicting-field": rule(
    "The error of a 409 names the property that the request set, which is `hs_additional_emails` if it contains the conflicting address. " +
      "In a batch, it also names the input, even if the input gives its record a value of another record in the batch.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const ines = (await create(account, "contacts", { email: "ines@larkspur.example" })).body.id;
    const kai = (await create(account, "contacts", { email: "kai@larkspur.example" })).body.id;
    const fieldOf = async (response: Promise<TestResponse>) => {
      const { status, body } = await response;
      expect(body.errors?.[0].message).toContain(body.errors?.[0].in);
      return [status, body.errors?.[0].in];
    };
    const taken = { hs_additional_emails: "new@larkspur.example;Jonas@larkspur.example" };
    expect(await fieldOf(update(account, "contacts", ines, taken))).toEqual([409, "properties.hs_additional_emails"]);
    expect(await fieldOf(update(account, "contacts", ines, { ...taken, email: "other@larkspur.example" }))).toEqual([
      409,
      "properties.hs_additional_emails",
    ]);
    expect(await fieldOf(create(account, "contacts", { email: "jonas@larkspur.example", hs_additional_emails: "a@b.example" }))).toEqual([
      409,
      "properties.email",
    ]);
    const named = (id: string) => ({ id, properties: { city: "Ulm" } });
    const additional = (id: string, address: string) => ({ id, properties: { hs_additional_emails: address } });
    for (const [inputs, field] of [
      [[named(kai), additional(ines, "jonas@larkspur.example")], "inputs[1].properties.hs_additional_emails"],
      [[additional(ines, "kai@larkspur.example"), named(kai)], "inputs[0].properties.hs_additional_emails"],
      [[named(ines), additional(kai, "ines@larkspur.example")], "inputs[1].properties.hs_additional_emails"],
      [[{ id: ines, properties: { email: "kai@larkspur.example" } }, named(kai)], "inputs[0].properties.email"],
    ] as const) {
      expect(await fieldOf(batch(account, "contacts", "update", inputs))).toEqual([409, field]);
    }
    const upsert = (id: string, properties: Values) => ({ id, idProperty: "email", properties });
    const inputs = [
      upsert("ines@larkspur.example", { hs_additional_emails: "i@larkspur.example" }),
      upsert("i@larkspur.example", { city: "Ulm" }),
    ];
    const upserted = await batch(account, "contacts", "upsert", inputs);
    expect([upserted.status, idsOf(upserted)]).toEqual([200, [ines, ines]]);
  }),
  "records-unique-numbers-and-times": rule(
    "Equal numbers, dates or times count as the same unique value, even if they are written differently, such as `5` and `5.0`. A " +
      "record keeps a number as it was first written.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    const types = { number: "number", date: "date", datetime: "date" };
    const properties = Object.entries(types).map(([type, fieldType]) => ({ name: type, type, fieldType, unique: true }));
    await account.seed({ properties: { contacts: properties } });
    const forms = {
      number: ["5", "5.0", "+05.", ".5"],
      date: ["2024-01-01", "2024-01-01T00:00:00Z", "1704067200000", "2024-01-02"],
      datetime: ["2024-01-01T09:00:00+01:00", "2024-01-01T08:00Z", "1704096000000", "2024-01-01T09:00Z"],
    };
    for (const [idProperty, [first = "", second = "", third = "", other = ""]] of Object.entries(forms)) {
      const upsert = (id: string) => ({ id, idProperty, properties: { lastname: id } });
      const { id } = (await create(account, "contacts", { [idProperty]: first })).body;
      const { results } = (await batch(account, "contacts", "upsert", [second, third, other].map(upsert))).body;
      expect(results.map((one: { id: string; new: boolean }) => [one.id === id, one.new])).toEqual([
        [true, false],
        [true, false],
        [false, true],
      ]);
      const { properties } = (await get(account, "contacts", third, { idProperty, properties: `lastname,${idProperty}` })).body;
      const form = { number: "5", date: "2024-01-01", datetime: "2024-01-01T08:00:00Z" }[idProperty];
      expect([properties[idProperty], properties.lastname]).toEqual([form, third]);
      expectConflict(await create(account, "contacts", { [idProperty]: third }), `Contact already exists. Existing ID: ${id}`);
      const twice = await batch(account, "contacts", "upsert", [{ ...upsert(second), properties: { [idProperty]: third } }]);
      expect(twice.status).toBe(200);
    }
    // Two numbers are different values even if JavaScript rounds both to the same number.
    for (const number of ["9007199254740993", "9007199254740992"]) {
      expect((await create(account, "contacts", { number })).status).toBe(201);
    }
  }),
  "records-unique-values-of-archived-records": rule(
    "A new record can take over a unique value from an archived record. If the write fails, the archived record keeps the value.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
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
  }),
  "records-update": rule(
    "An update changes the given properties, adds each new value to the history, and keeps the other properties. The response contains the " +
      "given properties and the values that are calculated from them.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const { status, body } = await update(account, "contacts", "3101", { firstname: "Jon" });
    expect([status, body.properties]).toEqual([
      200,
      { ...three("3101", earlier, demoTime), firstname: "Jon", hs_full_name_or_email: "Jon" },
    ]);
    const [record] = (await account.snapshot()).records.contacts;
    expect(record.properties.email).toBe("jonas@larkspur.example");
    expect(record.properties.firstname.map(({ value }: { value: string }) => value)).toEqual(["Jon", "Jonas"]);
  }),
  "records-history-limits": rule(
    "When a value is written, the oldest values are removed from the property's history until it contains at most 200 values with " +
      "131,072 characters in total. The current value always remains.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const written = async (values: readonly string[]) => {
      const inputs = values.map((firstname) => ({ id: "jonas@larkspur.example", idProperty: "email", properties: { firstname } }));
      expect((await batch(account, "contacts", "upsert", inputs)).status).toBe(200);
      const { propertiesWithHistory } = (await get(account, "contacts", "3101", { propertiesWithHistory: "firstname" })).body;
      return propertiesWithHistory.firstname.map(({ value }: { value: string }) => value);
    };
    const numbers = Array.from({ length: 100 }, (_, index) => String(index));
    await written(numbers);
    await written(numbers);
    expect(await written(["a"])).toEqual(["a", ...numbers.toReversed(), ...numbers.slice(1).toReversed()]);
    const [first, second, third] = ["b", "c", "d"].map((letter) => letter.repeat(65_536)) as [string, string, string];
    expect(await written([first, second, third])).toEqual([third, second]);
    expect(await written(["e"])).toEqual(["e", third]);
    const seededValue = "f".repeat(150_000);
    const properties = { email: "jonas@larkspur.example", firstname: seededValue };
    await account.seed({ profile: { uncheckedValues: true }, records: { contacts: [{ id: "3101", properties }] } });
    expect(await written(["g"])).toEqual(["g"]);
  }),
  "records-update-without-change": rule(
    "An update that repeats the current values changes neither the history nor the change time.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const before = await account.snapshot();
    const { body } = await update(account, "contacts", "3101", { firstname: "Jonas", phone: "" });
    expect(body.updatedAt).toBe(earlier);
    expect((await account.snapshot()).records).toEqual(before.records);
  }),
  "records-clear-a-value": rule(
    "An empty string clears a property, which is then `null`.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const { body } = await update(account, "contacts", "3101", { firstname: "", email: "" });
    expect(body.properties).toMatchObject({ firstname: null, email: null });
    expect((await create(account, "contacts", { email: "jonas@larkspur.example" })).status).toBe(201);
  }),
  "records-update-archived": rule(
    "An archived record cannot be updated; the request is rejected with a 404.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await archive(account, "contacts", "3101");
    expectNotFound(await update(account, "contacts", "3101", { firstname: "Jon" }));
  }),
  "records-archive": rule(
    "Archiving moves a record of any type to the recycling bin. Archiving it again, or archiving an unknown record, returns 204 and " +
      "changes nothing, in every version.",
    { grade: "observed", source: "recordings of a similar API" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    expect((await archive(account, "contacts", "3101")).status).toBe(204);
    const before = await account.snapshot();
    await account.advance(60_000);
    expect((await archive(account, "contacts", "3101")).status).toBe(204);
    expect((await account.snapshot()).records).toEqual(before.records);
    for (const prefix of ["/crm/v3/objects", "/crm/objects/2025-09", base, "/crm/objects/2026-09"]) {
      for (const type of ["contacts", "0-2", "deals", "notes", "tickets"]) {
        const { status, body } = await account.call({ method: "DELETE", path: `${prefix}/${type}/3999` });
        expect([prefix, type, status, body]).toEqual([prefix, type, 204, undefined]);
      }
    }
    expect((await account.snapshot()).records).toEqual(before.records);
  }),
  "records-archive-tickets": rule(
    "Archiving a ticket has the same effect whether the path contains the plural name, the singular name or the type id of tickets.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    const names = ["tickets", "ticket", "0-5"];
    await account.seed({ records: { tickets: names.map((_, index) => ({ id: String(index + 1) })) } });
    for (const [index, name] of names.entries()) expect((await archive(account, name, String(index + 1))).status).toBe(204);
    expect(idsOf(await list(account, "tickets", { archived: true }))).toEqual(["1", "2", "3"]);
  }),
});
