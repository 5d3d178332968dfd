import { expect } from "vitest";
import { type Call, demoTime, type Platform, type TestAccount, type TestResponse } from "./platform.ts";
import { expectInvalid, expectNotFound } from "./rejections.ts";
import { rule, rules } from "./rules.ts";

const base = "/crm/properties/2026-03";
const level = { name: "rider_level", label: "Rider level", type: "string", fieldType: "text", groupName: "contactinformation" };
const option = (value: string) => ({ label: value.toUpperCase(), value, displayOrder: 0, hidden: false });

rules("properties", {
  // Access
  "properties-scopes": rule(
    "Reading properties requires a scope for the object type's schema or records, and writing properties requires the scope for writing " +
      "the schema. A request without such a scope gets a 403 that names the accepted scopes.",
    { grade: "documented", source: "public reference of a similar API" },
  )(async (platform) => {
    for (const type of ["contacts", "companies", "deals", "quotes", "leads", "custom"]) {
      const reads = [`crm.schemas.${type}.read`, `crm.objects.${type}.read`, `crm.objects.${type}.write`];
      await expectScopes(platform, type === "custom" ? "2-7" : type, reads, [`crm.schemas.${type}.write`]);
    }
  }),
  "properties-scopes-of-other-types": rule(
    "Tickets have a single scope for all operations, activities use the scopes of contacts, and writing the properties of products and " +
      "line items requires the scope `e-commerce`.",
    { grade: "assumed", source: "public reference of a similar API, which lists the scopes without object types" },
  )(async (platform) => {
    await expectScopes(platform, "tickets", ["tickets"], ["tickets"]);
    const contacts = ["crm.schemas.contacts.read", "crm.objects.contacts.read", "crm.objects.contacts.write"];
    await expectScopes(platform, "meetings", contacts, ["crm.schemas.contacts.write"]);
    for (const type of ["products", "line_items"]) {
      const reads = ["e-commerce", `crm.objects.${type}.read`, `crm.objects.${type}.write`];
      await expectScopes(platform, type, reads, ["e-commerce"]);
    }
  }),
  "properties-object-types": rule(
    "The object type can be given as its plural name, singular name or type id, in any letter case; any other name is rejected with a " +
      "400.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    for (const type of ["contacts", "contact", "0-1", "Contacts"]) expect((await get(account, type, "email")).status).toBe(200);
    for (const { path, ...call } of everyCall("people")) expectInvalid(await account.call({ ...call, path }), "objectType");
  }),
  "properties-within-the-account": rule(
    "No operation reads or changes the properties of another account.",
    "assumed",
  )(async (platform) => {
    const account = await withLevel(platform);
    const before = await account.snapshot();
    const other = await platform.account();
    for (const call of everyCall("contacts").filter(({ body }) => body?.["name"] === undefined)) {
      const { body } = await other.call(call);
      expect(JSON.stringify(body ?? "")).not.toContain("Rider level");
    }
    expect((await account.snapshot()).properties).toEqual(before.properties);
  }),

  // Reads
  "properties-list": rule(
    "A list contains all of the object type's properties that are not archived, starting with the built-in ones.",
    "assumed",
  )(async (platform) => {
    const account = await withLevel(platform);
    await create(account, "contacts", { ...level, name: "age_group" });
    const names = namesOf(await list(account, "contacts"));
    expect(names.slice(-2)).toEqual(["age_group", "rider_level"]);
    expect(names).toEqual(expect.arrayContaining(["email", "hs_lead_status", "hs_object_id", "lifecyclestage"]));
    await account.seed(withCustomType);
    expect(namesOf(await list(account, "2-7"))).not.toContain("email");
  }),
  "properties-built-in": rule(
    "A built-in property is returned with all fields of a property, including those that state that it cannot be changed or archived.",
    "documented",
  )(async (platform) => {
    const account = await platform.account();
    expect((await get(account, "tickets", "hs_ticket_id")).body).toEqual({
      ...{ name: "hs_ticket_id", label: "Ticket ID", type: "number", fieldType: "calculation_equation", groupName: "ticketinformation" },
      ...{ description: "", options: [], hasUniqueValue: false, hidden: false, displayOrder: -1, formField: false },
      ...{ calculated: true, externalOptions: false, dataSensitivity: "non_sensitive", serviceDefined: true, archived: false },
      modificationMetadata: { archivable: false, readOnlyDefinition: true, readOnlyOptions: true, readOnlyValue: true },
    });
    const { options } = (await get(account, "tickets", "hs_ticket_priority")).body;
    expect(options).toMatchObject([{ value: "LOW" }, { value: "MEDIUM" }, { value: "HIGH" }, { value: "URGENT" }]);
    expect((await get(account, "contacts", "email")).body.hasUniqueValue).toBe(true);
  }),
  "properties-built-in-options": rule(
    "A built-in enumeration accepts only its options. If its options are not known, as for `hs_timezone`, it accepts any value.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    const write = (properties: object) => account.call({ path: "/crm/objects/2026-03/contacts", body: { properties } });
    expect((await write({ hs_lead_status: "CONNECTED", hs_timezone: "anywhere" })).status).toBe(201);
    expectInvalid(await write({ hs_lead_status: "Connected" }), "properties.hs_lead_status");
  }),
  "properties-own-instead-of-built-in": rule(
    "An account that defined a property before the property became built in keeps its own definition until it archives the property. A " +
      "property that was defined only by its name becomes the built-in one.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    await account.seed({
      properties: { contacts: [{ name: "hs_lead_status", type: "number" }, { name: "hs_persona" }] },
      records: { contacts: [{ id: "1", properties: { hs_lead_status: "7", hs_persona: "rider" } }] },
    });
    const restored = await platform.account();
    await platform.control("PUT", `/accounts/${restored.accountId}/snapshot`, await account.snapshot());
    for (const one of [account, restored]) {
      expect((await get(one, "contacts", "hs_lead_status")).body).toMatchObject({ type: "number", serviceDefined: false });
      expect((await get(one, "contacts", "hs_persona")).body).toMatchObject({ type: "enumeration", serviceDefined: true });
      const { status } = await one.call({
        method: "PATCH",
        path: "/crm/objects/2026-03/contacts/1",
        body: { properties: { hs_lead_status: "8" } },
      });
      expect(status).toBe(200);
      expect((await one.call({ method: "DELETE", path: "/crm/properties/2026-03/contacts/hs_lead_status" })).status).toBe(204);
      expect((await get(one, "contacts", "hs_lead_status")).body).toMatchObject({ type: "enumeration", serviceDefined: true });
    }
  }),
  "properties-of-a-state": rule(
    "If a seed or a snapshot contains only a property's name, the property is a single-line text property. So is a property of which a " +
      "snapshot, or a seed with `uncheckedValues`, contains only a value in a record.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    await account.seed({
      profile: { uncheckedValues: true },
      properties: { deals: [{ name: "Ref No." }] },
      records: { deals: [{ id: "1", properties: { color: "blue" } }] },
    });
    const restored = await platform.account();
    await platform.control("PUT", `/accounts/${restored.accountId}/snapshot`, await account.snapshot());
    for (const one of [account, restored]) {
      for (const name of ["Ref No.", "color"]) {
        const text = { name, label: name, type: "string", fieldType: "text", hasUniqueValue: false, serviceDefined: false };
        expect((await get(one, "deals", name)).body).toMatchObject(text);
      }
      expect((await update(one, "deals", "color", { label: "Color" })).body.label).toBe("Color");
    }
  }),
  "properties-get": rule(
    "A property is found by its exact name; an unknown name is rejected with a 404.",
    "assumed",
  )(async (platform) => {
    const account = await withLevel(platform);
    expect((await get(account, "contacts", "rider_level")).body.label).toBe("Rider level");
    for (const name of ["RIDER_LEVEL", "rider", "__proto__"]) expectNotFound(await get(account, "contacts", name));
    expectNotFound(await get(account, "companies", "rider_level"));
  }),
  "properties-batch-read": rule(
    "A batch read returns the properties that exist, and one error that lists all missing names.",
    "assumed",
  )(async (platform) => {
    const account = await withLevel(platform);
    const read = (names: string[], archived = false) =>
      account.call({ path: `${base}/contacts/batch/read`, body: { archived, inputs: names.map((name) => ({ name })) } });
    const found = await read(["rider_level", "email", "email"]);
    expect([found.status, found.body.status, namesOf(found)]).toEqual([200, "COMPLETE", ["rider_level", "email"]]);
    const partial = await read(["age", "email", "size"]);
    expect([partial.status, namesOf(partial), partial.body.numErrors]).toEqual([207, ["email"], 1]);
    expect(partial.body.errors).toMatchObject([{ category: "OBJECT_NOT_FOUND", context: { propertyName: ["age", "size"] } }]);
    await archive(account, "contacts", "rider_level");
    expect((await read(["rider_level"])).status).toBe(207);
    expect(namesOf(await read(["rider_level", "email"], true))).toEqual(["rider_level"]);
  }),

  // Creating
  "properties-create": rule(
    "A new property has the fields from the request, and contains the time of the request and the id of the user who sent it.",
    "documented",
  )(async (platform) => {
    const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
    const details = { description: "From 1 to 5", displayOrder: 2, hidden: true, formField: true, numberDisplayHint: "formatted" };
    const more = { showCurrencySymbol: false, currencyPropertyName: "currency", calculationFormula: "a + b" };
    const given = { ...level, ...details, ...more, type: "number", fieldType: "number" };
    const { status, body } = await create(account, "contacts", { ...given, hasUniqueValue: true, color: "blue" });
    const { userId } = (await account.snapshot()).profile;
    expect([status, body]).toEqual([
      201,
      {
        ...{ ...given, options: [], hasUniqueValue: true, calculated: false, externalOptions: false, archived: false },
        ...{ dataSensitivity: "non_sensitive", serviceDefined: false, createdAt: demoTime, updatedAt: demoTime },
        ...{ createdUserId: String(userId), updatedUserId: String(userId) },
        modificationMetadata: { archivable: true, readOnlyDefinition: false, readOnlyOptions: false, readOnlyValue: false },
      },
    ]);
    expect((await get(account, "contacts", "rider_level")).body).toEqual(body);
  }),
  "properties-name": rule(
    "A name starts with a lowercase letter, and contains at most 100 lowercase letters, digits and underscores. Any other name is " +
      "rejected with a 400.",
    { grade: "assumed", source: "recordings of a similar API, for lowercase letters" },
  )(async (platform) => {
    const account = await platform.account();
    for (const name of ["Rider", "1st", "_level", "rider-level", "größe", "", "n".repeat(101)]) {
      expectInvalid(await create(account, "contacts", { ...level, name }), "name");
    }
    expect((await create(account, "contacts", { ...level, name: "n".repeat(100) })).status).toBe(201);
  }),
  "properties-name-taken": rule(
    "A name that another property of the object type already has is rejected with a 409, even if that property is built in or archived. " +
      "The names `createdate`, `lastmodifieddate` and `hs_merged_into_object_id` are also rejected, for every object type.",
    "assumed",
  )(async (platform) => {
    const account = await withLevel(platform);
    for (const name of ["email", "hs_object_id", "hs_merged_into_object_id", "lastmodifieddate", "rider_level"])
      expectTaken(await create(account, "contacts", { ...level, name }));
    await archive(account, "contacts", "rider_level");
    expectTaken(await create(account, "contacts", level));
    expect((await create(account, "companies", { ...level, groupName: "companyinformation" })).status).toBe(201);
  }),
  "properties-field-types": rule(
    "Each type allows certain field types. Any other field type is rejected with a 400 that lists the allowed ones.",
    { grade: "documented", source: "public guide of a similar API" },
  )(async (platform) => {
    const account = await platform.account();
    const options = [option("a")];
    const right = [
      ...["file", "html", "phonenumber", "text", "textarea", "calculation_equation"].map((fieldType) => ({ type: "string", fieldType })),
      ...["booleancheckbox", "checkbox", "radio", "select"].map((fieldType) => ({ type: "enumeration", fieldType, options })),
      { type: "number", fieldType: "number" },
      { type: "number", fieldType: "calculation_equation" },
      { type: "date", fieldType: "date" },
      { type: "datetime", fieldType: "date" },
      { type: "bool", fieldType: "booleancheckbox" },
      { type: "phone_number", fieldType: "phonenumber" },
    ];
    for (const [index, fields] of right.entries()) {
      expect((await create(account, "contacts", { ...level, ...fields, name: `p${index}` })).status, fields.fieldType).toBe(201);
    }
    for (const [type, fieldType] of Object.entries({
      string: "number",
      number: "text",
      date: "text",
      bool: "select",
      datetime: "datetime",
    })) {
      expectInvalid(await create(account, "contacts", { ...level, type, fieldType }), "fieldType");
    }
    expectInvalid(await create(account, "contacts", { ...level, type: "object" }), "type");
  }),
  "properties-options": rule(
    "An enumeration needs options with unique values, which contain no semicolons and do not begin or end with white space.",
    { grade: "assumed", source: "the rule on white space is documented" },
  )(async (platform) => {
    const account = await platform.account();
    const choice = { ...level, type: "enumeration", fieldType: "select" };
    for (const options of [undefined, []]) expectInvalid(await create(account, "contacts", { ...choice, options }), "options");
    const wrong = ["a", "a", " b", "c;d"].map(option);
    const fields = [1, 2, 3].map((index) => `options[${index}].value`);
    expectInvalid(await create(account, "contacts", { ...choice, options: wrong }), ...fields);
    const options = [{ ...option("a"), description: "First" }, option("A"), option("b c")];
    expect((await create(account, "contacts", { ...choice, options })).body.options).toEqual(options);
  }),
  "properties-options-of-other-types": rule(
    "A bool has the options `true` and `false`; types other than bool and enumeration have no options.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    const yes = { ...level, type: "bool", fieldType: "booleancheckbox" };
    for (const options of [[option("true")], [option("yes"), option("no")]]) {
      expectInvalid(await create(account, "contacts", { ...yes, options }), "options");
    }
    expect(valuesOf(await create(account, "contacts", yes))).toEqual(["true", "false"]);
    const given = [option("false"), option("true")];
    expect(valuesOf(await create(account, "contacts", { ...yes, name: "other", options: given }))).toEqual(["false", "true"]);
    expectInvalid(await create(account, "contacts", { ...level, name: "text", options: [option("a")] }), "options");
  }),
  "properties-external-options": rule(
    "An enumeration with external options needs no options. If it refers to owners, its values are ids of owners.",
    {
      grade: "assumed",
      source: "public reference of a similar API",
    },
  )(async (platform) => {
    const account = await platform.account();
    const external = { type: "enumeration", fieldType: "select", externalOptions: true, referencedObjectType: "OWNER" };
    expect((await create(account, "contacts", { ...level, ...external })).body).toMatchObject({ ...external, options: [] });
    expectInvalid(await create(account, "contacts", { ...level, name: "other", externalOptions: true }), "externalOptions");
    await account.seed({ owners: [{ id: "41" }] });
    for (const name of ["rider_level", "hs_owner_id"]) {
      expect((await createContact(account, { [name]: "41" })).status).toBe(201);
      expect((await createContact(account, { [name]: "42" })).status).toBe(400);
    }
  }),
  "properties-unique-limit": rule("At most 10 properties of an object type can have unique values.", {
    grade: "documented",
    source: "public guide of a similar API",
  })(async (platform) => {
    const account = await platform.account();
    // The email address is the first unique property.
    for (let count = 1; count < 10; count += 1) {
      expect((await create(account, "contacts", { ...level, name: `key${count}`, hasUniqueValue: true })).status).toBe(201);
    }
    expectInvalid(await create(account, "contacts", { ...level, hasUniqueValue: true }), "hasUniqueValue");
    await archive(account, "contacts", "key1");
    expect((await create(account, "contacts", { ...level, hasUniqueValue: true })).status).toBe(201);
  }),
  "properties-all-problems": rule(
    "If several fields of a property are invalid, the response lists all problems, and nothing is written.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    const before = await account.snapshot();
    const wrong = { ...level, fieldType: "number", externalOptions: true, options: [option("a")] };
    expectInvalid(await create(account, "contacts", wrong), "fieldType", "externalOptions", "options");
    expect(await account.snapshot()).toEqual(before);
  }),

  // Changing
  "properties-update": rule(
    "An update changes the given fields, and keeps the other fields.",
    "documented",
  )(async (platform) => {
    const account = await withLevel(platform);
    const before = (await get(account, "contacts", "rider_level")).body;
    await account.advance(60_000);
    const options = [option("beginner")];
    const { status, body } = await update(account, "contacts", "rider_level", { type: "enumeration", fieldType: "radio", options });
    const updatedAt = new Date(Date.parse(demoTime) + 60_000).toISOString().replace(".000", "");
    expect([status, body]).toEqual([200, { ...before, type: "enumeration", fieldType: "radio", options, updatedAt }]);
    expect((await get(account, "contacts", "rider_level")).body).toEqual(body);
    expectInvalid(await update(account, "contacts", "rider_level", { type: "number" }), "fieldType");
    expectNotFound(await update(account, "contacts", "age", { label: "Age" }));
  }),
  "properties-update-removes-options": rule(
    "If an update changes the type to a type other than enumeration, the former options are removed.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    await create(account, "contacts", { ...level, type: "enumeration", fieldType: "radio", options: [option("beginner")] });
    const text = await update(account, "contacts", "rider_level", { type: "string", fieldType: "text" });
    expect([text.status, text.body.options]).toEqual([200, []]);
    const source = { type: "enumeration", fieldType: "select", externalOptions: true, referencedObjectType: "OWNER" };
    await create(account, "contacts", { ...level, name: "rider_owner", ...source });
    const owner = await update(account, "contacts", "rider_owner", { type: "bool", fieldType: "booleancheckbox" });
    expect(owner.body).toMatchObject({ externalOptions: false, options: [{ value: "true" }, { value: "false" }] });
  }),
  "properties-update-keeps-the-name": rule(
    "An update cannot change a property's name or whether its values are unique, and ignores these fields.",
    "documented",
  )(async (platform) => {
    const account = await withLevel(platform);
    const { body } = await update(account, "contacts", "rider_level", { name: "level", hasUniqueValue: true, label: "Level" });
    expect(body).toMatchObject({ name: "rider_level", hasUniqueValue: false, label: "Level" });
  }),
  "properties-update-keeps-values": rule(
    "Records keep their values if the type or the options change; only new values are validated.",
    "assumed",
  )(async (platform) => {
    const account = await withLevel(platform);
    const { id } = (await createContact(account, { rider_level: "expert" })).body;
    await update(account, "contacts", "rider_level", { type: "number", fieldType: "number" });
    expect((await readContact(account, id, "rider_level")).body.properties["rider_level"]).toBe("expert");
    expectInvalid(await createContact(account, { rider_level: "expert" }), "properties.rider_level");
  }),
  "properties-update-unique-type": rule(
    "A change of type is rejected with a 400 if it would make two unique values equal, such as `5` and `5.0` after a change to number.",
    "assumed",
  )(async (platform) => {
    const account = await withLevel(platform, { hasUniqueValue: true });
    const [id] = await Promise.all(["5", "5.0"].map(async (level) => (await createContact(account, { rider_level: level })).body.id));
    const number = { type: "number", fieldType: "number" };
    expectInvalid(await update(account, "contacts", "rider_level", number), "type");
    expect((await get(account, "contacts", "rider_level")).body.type).toBe("string");
    const path = `/crm/objects/2026-03/contacts/${id}`;
    await account.call({ method: "PATCH", path, body: { properties: { rider_level: "7.0" } } });
    expect((await update(account, "contacts", "rider_level", number)).status).toBe(200);
    expect((await readContact(account, "7", "rider_level", { idProperty: "rider_level" })).body.id).toBe(id);
  }),
  "properties-built-in-are-fixed": rule(
    "A request to change or archive a built-in property is rejected with a 400.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    for (const name of ["email", "hs_object_id"]) {
      expectInvalid(await update(account, "contacts", name, { label: "Key" }), "propertyName");
      expectInvalid(await archive(account, "contacts", name), "propertyName");
    }
  }),
  "properties-archive": rule(
    "An archived property is found only with `archived=true`, and cannot be changed; archiving it again changes nothing.",
    "assumed",
  )(async (platform) => {
    const account = await withLevel(platform);
    expect((await archive(account, "contacts", "rider_level")).status).toBe(204);
    expectNotFound(await get(account, "contacts", "rider_level"));
    expect(namesOf(await list(account, "contacts"))).not.toContain("rider_level");
    const { body } = await list(account, "contacts", { archived: true });
    expect(body.results).toMatchObject([{ name: "rider_level", archived: true, archivedAt: demoTime }]);
    expect((await get(account, "contacts", "rider_level", { archived: true })).body).toEqual(body.results[0]);
    expectNotFound(await get(account, "contacts", "email", { archived: true }));
    expectNotFound(await update(account, "contacts", "rider_level", { label: "Level" }));
    const before = await account.snapshot();
    await account.advance(60_000);
    expect((await archive(account, "contacts", "rider_level")).status).toBe(204);
    expect((await account.snapshot()).properties).toEqual(before.properties);
    expectNotFound(await archive(account, "contacts", "age"));
  }),
  "properties-archived-values": rule(
    "Writes, searches and upserts treat an archived property as unknown, and reads omit it.",
    "assumed",
  )(async (platform) => {
    const account = await withLevel(platform, { hasUniqueValue: true });
    const { id } = (await createContact(account, { rider_level: "expert" })).body;
    await archive(account, "contacts", "rider_level");
    const { body } = await readContact(account, id, "rider_level,email");
    expect(Object.keys(body.properties)).not.toContain("rider_level");
    expectInvalid(await createContact(account, { rider_level: "novice" }), "properties.rider_level");
    const filters = [{ propertyName: "rider_level", operator: "EQ", value: "expert" }];
    const found = await account.call({ path: "/crm/objects/2026-03/contacts/search", body: { filterGroups: [{ filters }] } });
    expectInvalid(found, "filterGroups[0].filters[0].propertyName");
    expectInvalid(await upsertContact(account, "expert", {}), "inputs[0].idProperty");
  }),

  // With records
  "properties-unique-upsert": rule(
    "A property that was created with unique values identifies records in reads, updates and upserts, and a value that another record " +
      "already has is rejected with a 409.",
    "documented",
  )(async (platform) => {
    const account = await withLevel(platform, { hasUniqueValue: true });
    const first = await upsertContact(account, "L-1", { firstname: "Jonas" });
    const second = await upsertContact(account, "L-1", { firstname: "Ines" });
    const [created, changed] = [first, second].map(({ body }) => body.results[0]);
    expect([created.new, changed.new, changed.id]).toEqual([true, false, created.id]);
    const { body } = await readContact(account, "L-1", "firstname,rider_level", { idProperty: "rider_level" });
    expect(body.properties).toMatchObject({ firstname: "Ines", rider_level: "L-1" });
    expect((await createContact(account, { rider_level: "L-1" })).status).toBe(409);
  }),
  "properties-calculated": rule("A property with the field type `calculation_equation` is read-only.", {
    grade: "documented",
    source: "public guide of a similar API",
  })(async (platform) => {
    const account = await withLevel(platform, { fieldType: "calculation_equation", calculationFormula: "1 + 1" });
    const { calculated, modificationMetadata } = (await get(account, "contacts", "rider_level")).body;
    expect([calculated, modificationMetadata.readOnlyValue]).toEqual([true, true]);
    expectInvalid(await createContact(account, { rider_level: "2" }), "properties.rider_level");
  }),
});

async function withLevel(platform: Platform, fields: Readonly<Record<string, unknown>> = {}): Promise<TestAccount> {
  const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
  expect((await create(account, "contacts", { ...level, ...fields })).status).toBe(201);
  return account;
}

type Query = Readonly<Record<string, string | boolean>>;
type Fields = Readonly<Record<string, unknown>>;

function list(account: TestAccount, type: string, query: Query = {}): Promise<TestResponse> {
  return account.call({ path: `${base}/${type}`, query });
}

function get(account: TestAccount, type: string, name: string, query: Query = {}): Promise<TestResponse> {
  return account.call({ path: `${base}/${type}/${encodeURIComponent(name)}`, query });
}

function create(account: TestAccount, type: string, fields: Fields): Promise<TestResponse> {
  return account.call({ path: `${base}/${type}`, body: fields });
}

function update(account: TestAccount, type: string, name: string, fields: Fields): Promise<TestResponse> {
  return account.call({ method: "PATCH", path: `${base}/${type}/${name}`, body: fields });
}

function archive(account: TestAccount, type: string, name: string): Promise<TestResponse> {
  return account.call({ method: "DELETE", path: `${base}/${type}/${name}` });
}

function createContact(account: TestAccount, properties: Fields): Promise<TestResponse> {
  return account.call({ path: "/crm/objects/2026-03/contacts", body: { properties } });
}

function readContact(account: TestAccount, id: string, properties: string, query: Query = {}): Promise<TestResponse> {
  return account.call({ path: `/crm/objects/2026-03/contacts/${id}`, query: { ...query, properties } });
}

function upsertContact(account: TestAccount, id: string, properties: Fields): Promise<TestResponse> {
  const inputs = [{ id, idProperty: "rider_level", properties }];
  return account.call({ path: "/crm/objects/2026-03/contacts/batch/upsert", body: { inputs } });
}

function namesOf({ body }: TestResponse): string[] {
  return body.results.map(({ name }: { name: string }) => name);
}

function valuesOf({ body }: TestResponse): string[] {
  return body.options.map(({ value }: { value: string }) => value);
}

function expectTaken({ status, body }: TestResponse): void {
  expect([status, body.category, body.errors[0].in]).toEqual([409, "CONFLICT", "name"]);
}

type PropertyCall = Call & { readonly action: "read" | "write"; readonly body?: Fields };

function everyCall(type: string): PropertyCall[] {
  const path = `${base}/${type}`;
  return [
    { path, action: "read" },
    { path: `${path}/rider_level`, action: "read" },
    { path: `${path}/batch/read`, body: { archived: false, inputs: [{ name: "rider_level" }] }, action: "read" },
    { path: `${path}/groups`, action: "read" },
    { path: `${path}/groups/rides`, action: "read" },
    { path, body: { ...level }, action: "write" },
    { path: `${path}/batch/create`, body: { inputs: [{ ...level, label: "Level" }] }, action: "write" },
    { path: `${path}/batch/archive`, body: { inputs: [{ name: "rider_level" }] }, action: "write" },
    { path: `${path}/groups`, body: { name: "rides", label: "Rides" }, action: "write" },
    { method: "PATCH", path: `${path}/groups/rides`, body: { label: "Rides" }, action: "write" },
    { method: "DELETE", path: `${path}/groups/rides`, action: "write" },
    { method: "PATCH", path: `${path}/rider_level`, body: { label: "Level" }, action: "write" },
    { method: "DELETE", path: `${path}/rider_level`, action: "write" },
  ];
}

const withCustomType = { objectSchemas: [{ objectTypeId: "2-7", name: "bicycle" }] };

/** Expects that no other scope is sufficient. */
async function expectScopes(platform: Platform, type: string, reads: readonly string[], writes: readonly string[]): Promise<void> {
  const types = ["contacts", "companies", "custom", "deals", "quotes"];
  const all = ["tickets", "e-commerce", ...types.flatMap((name) => ["objects", "schemas"].flatMap((kind) => scopesOf(kind, name)))];
  for (const [kind, scopes] of Object.entries({ read: reads, write: writes })) {
    const calls = everyCall(type).filter(({ action }) => action === kind);
    const without = await platform.account({ scopes: all.filter((scope) => !scopes.includes(scope)), state: withCustomType });
    for (const { action, ...call } of calls) {
      const rejected = await without.call(call);
      expect([rejected.status, rejected.body.category], call.path).toEqual([403, "MISSING_SCOPES"]);
      expect(rejected.body.errors[0].context.requiredGranularScopes.sort()).toEqual([...scopes].sort());
    }
    for (const scope of scopes) {
      const allowed = await platform.account({ scopes: [scope], state: withCustomType });
      for (const { action, ...call } of calls) expect((await allowed.call(call)).status, `${call.path} with ${scope}`).not.toBe(403);
    }
  }
}

function scopesOf(kind: string, name: string): string[] {
  return [`crm.${kind}.${name}.read`, `crm.${kind}.${name}.write`];
}
