import { expect } from "vitest";
import { demoTime, type Platform, type TestAccount, type TestResponse } from "./platform.ts";
import { base, batch as batchOfRecords, create as createRecord, get as getRecord, idsOf } from "./records/calls.ts";
import { expectInvalid, expectNotFound, expectScope } from "./rejections.ts";
import { rule, rules } from "./rules.ts";

const path = "/crm-object-schemas/2026-03/schemas";

const text = (name: string, more: object = {}) => ({ name, label: name, type: "string", fieldType: "text", ...more });

const bicycle = {
  name: "bicycle",
  labels: { singular: "Bicycle", plural: "Bicycles" },
  primaryDisplayProperty: "model",
  requiredProperties: ["frame_number"],
  searchableProperties: ["model"],
  secondaryDisplayProperties: ["frame_number"],
  properties: [text("frame_number", { hasUniqueValue: true }), text("model"), text("color")],
  associatedObjects: ["CONTACT"],
  allowsSensitiveProperties: false,
  shouldCreateSameObjectAssociation: false,
};

rules("objectSchemas", {
  "schemas-scopes": rule(
    "Reading custom object types requires the scope `crm.schemas.custom.read`, and writing them `crm.schemas.custom.write`.",
    { grade: "documented", source: "public reference of a similar API" },
  )(async (platform) => {
    for (const call of [{ path }, { path: `${path}/bicycle` }, { path: `${path}/batch/read`, body: { inputs: [] } }]) {
      await expectScope(platform, "crm.schemas.custom.read", call);
    }
    const association = { fromObjectTypeId: "bicycle", toObjectTypeId: "deals" };
    const writes = [
      { path, body: bicycle },
      { method: "PATCH", path: `${path}/bicycle`, body: { clearDescription: false } },
      { method: "DELETE", path: `${path}/bicycle` },
      { path: `${path}/bicycle/associations`, body: association },
      { method: "DELETE", path: `${path}/bicycle/associations/1` },
    ];
    for (const call of writes) await expectScope(platform, "crm.schemas.custom.write", call);
  }),
  "schemas-create": rule(
    "A created object type has a type id of the form `2-<n>`, and its account's id and its own name as its fully qualified name. Its " +
      "properties include the built-in ones.",
    { grade: "documented", source: "public reference of a similar API; listing built-in properties is our choice" },
  )(async (platform) => {
    const account = await frozen(platform);
    const { status, body } = await create(account);
    const { properties: _properties, associatedObjects: _objects, shouldCreateSameObjectAssociation: _own, ...fields } = bicycle;
    expect([status, body]).toEqual([
      201,
      {
        ...fields,
        id: expect.stringMatching(/^\d+$/),
        objectTypeId: `2-${body.id}`,
        fullyQualifiedName: `p${account.accountId}_bicycle`,
        properties: expect.any(Array),
        associations: expect.any(Array),
        createdAt: demoTime,
        updatedAt: demoTime,
        createdByUserId: 1,
        updatedByUserId: 1,
        archived: false,
      },
    ]);
    const names = body.properties.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(["hs_object_id", "color", "frame_number", "model"]));
    expect(body.properties.find(({ name }: { name: string }) => name === "frame_number")).toMatchObject({
      hasUniqueValue: true,
      createdAt: demoTime,
      serviceDefined: false,
    });
    const primary = await create(account, { name: "ride", primaryDisplayProperty: undefined });
    expect(primary.body.primaryDisplayProperty).toBe("frame_number");
  }),
  "schemas-names": rule("An object type is found by its name, its fully qualified name and its type id, in any letter case.", {
    grade: "assumed",
    source: "public reference of a similar API for the names; ignoring the case is our choice",
  })(async (platform) => {
    const account = await frozen(platform);
    const { body: schema } = await create(account);
    for (const name of ["bicycle", "BICYCLE", schema.objectTypeId, schema.fullyQualifiedName]) {
      expect((await account.call({ path: `${path}/${name}` })).body).toEqual(schema);
      expect((await createRecord(account, name, { frame_number: name })).status).toBe(201);
    }
    for (const name of ["Bicycles", "contacts", "2-1", "p1_bicycle"]) expectNotFound(await account.call({ path: `${path}/${name}` }));
    const other = await platform.account();
    expectNotFound(await other.call({ path: `${path}/${schema.objectTypeId}` }));
    expectInvalid(await getRecord(other, "bicycle", "1"), "objectType");
  }),
  "schemas-name-taken": rule(
    "If another custom object type has the name, even a deleted one, or has it as its fully qualified name, the response is a 409. The " +
      "names of built-in object types are rejected with a 400.",
    "assumed",
  )(async (platform) => {
    const account = await frozen(platform);
    await create(account);
    for (const name of ["bicycle", "Bicycle", `P${account.accountId}_bicycle`]) {
      const { status, body } = await create(account, { name });
      expect([status, body.category, body.errors[0].in]).toEqual([409, "CONFLICT", "name"]);
    }
    await remove(account, "bicycle");
    expect((await create(account)).status).toBe(409);
    for (const name of ["contact", "Meeting_Event", "deals"]) expectInvalid(await create(account, { name }), "name");
  }),
  "schemas-checks": rule(
    "The lists of properties can name properties of the request and, except for the required ones, built-in properties, each once. " +
      "Associated objects must be object types, and properties are checked like those that are created one by one.",
    "assumed",
  )(async (platform) => {
    const account = await frozen(platform);
    const roles = { primaryDisplayProperty: "weight", searchableProperties: ["model", "size"], requiredProperties: ["hs_object_id"] };
    expectInvalid(await create(account, roles), "primaryDisplayProperty", "requiredProperties[0]", "searchableProperties[1]");
    const repeated = ["model", "color", "model"];
    expectInvalid(await create(account, { searchableProperties: repeated }), "searchableProperties[2]");
    expectInvalid(await create(account, { associatedObjects: ["contacts", "people"] }), "associatedObjects[1]");
    const properties = [
      text("frame_number"),
      text("model", { type: "wheel" }),
      text("hs_object_id"),
      { ...text("kind"), type: "enumeration", fieldType: "select" },
      text("frame_number"),
    ];
    expectInvalid(
      await create(account, { properties, primaryDisplayProperty: "frame_number", searchableProperties: [] }),
      ...["properties[1].type", "properties[2].name", "properties[3].options", "properties[4].name"],
    );
    expect((await create(account, { searchableProperties: ["hs_object_id"] })).status).toBe(201);
  }),
  "schemas-limit": rule(
    "An account can have up to 100 custom object types, including deleted ones.",
    "assumed",
  )(async (platform) => {
    const account = await frozen(platform);
    const objectSchemas = Array.from({ length: 99 }, (_, index) => ({ objectTypeId: `2-${index + 1}`, name: `type_${index}` }));
    await account.seed({ objectSchemas });
    expect((await create(account)).status).toBe(201);
    expect((await create(account, { name: "ride" })).status).toBe(400);
  }),
  "schemas-list": rule("The list of custom object types is ordered by type id. It contains either current or deleted object types.", {
    grade: "assumed",
    source: "public reference of a similar API for the parameter",
  })(async (platform) => {
    const account = await frozen(platform);
    await account.seed({
      objectSchemas: [
        { objectTypeId: "2-10", name: "ride" },
        { objectTypeId: "2-9", name: "bicycle" },
        { objectTypeId: "2-8", name: "wheel", archived: true },
      ],
    });
    expect(namesOf(await account.call({ path }))).toEqual(["bicycle", "ride"]);
    expect(namesOf(await account.call({ path, query: { archived: true } }))).toEqual(["wheel"]);
    const { body } = await account.call({ path: `${path}/ride` });
    expect(body).toMatchObject({
      labels: { singular: "ride", plural: "ride" },
      primaryDisplayProperty: "hs_object_id",
      createdAt: demoTime,
    });
  }),
  "schemas-update": rule(
    "A change replaces the given fields, and `clearDescription` removes the description. The name and the properties stay as they are.",
    { grade: "assumed", source: "public reference of a similar API for the fields" },
  )(async (platform) => {
    const account = await frozen(platform);
    const { body: before } = await create(account, { description: "For hire." });
    await account.advance(1000);
    const labels = { singular: "Bike", plural: "Bikes" };
    const changed = await update(account, "bicycle", { labels, requiredProperties: [], name: "bike", clearDescription: false });
    expect([changed.status, changed.body]).toEqual([200, { ...before, labels, requiredProperties: [], updatedAt: "2026-04-20T08:00:01Z" }]);
    expect((await account.call({ path: `${path}/bicycle` })).body).toEqual(changed.body);
    expect((await update(account, "bicycle", { clearDescription: true })).body.description).toBeUndefined();
    expectInvalid(await update(account, "bicycle", { searchableProperties: ["size"], clearDescription: false }), "searchableProperties[0]");
    expectNotFound(await update(account, "wheel", { clearDescription: false }));
  }),
  "schemas-delete": rule(
    "An object type with records cannot be deleted. Archived records do not count. A deleted object type is no longer found, and neither " +
      "are its records.",
    { grade: "assumed", source: "public guide of a similar API for the rule; the status and archived records are our choices" },
  )(async (platform) => {
    const account = await frozen(platform);
    await create(account);
    const { body } = await createRecord(account, "bicycle", { frame_number: "a" });
    expectInvalid(await remove(account, "bicycle"), "objectType");
    expectInvalid(await remove(account, "bicycle", true), "objectType");
    await account.call({ method: "DELETE", path: `${base}/bicycle/${body.id}` });
    expect((await remove(account, "bicycle")).status).toBe(204);
    expectNotFound(await remove(account, "bicycle"));
    expectNotFound(await account.call({ path: `${path}/bicycle` }));
    expectInvalid(await createRecord(account, "bicycle", { frame_number: "b" }), "objectType");
    expect(namesOf(await account.call({ path, query: { archived: true } }))).toEqual(["bicycle"]);
  }),
  "schemas-delete-for-good": rule(
    "With `archived=true`, an object type is deleted for good with its properties and their groups, association types, archived records, " +
      "lists and webhook subscriptions, and its name can be used again. A type id is not used again.",
    { grade: "assumed", source: "public guide of a similar API for the parameter" },
  )(async (platform) => {
    const account = await frozen(platform);
    const vips = { listId: "1", name: "VIPs", objectTypeId: "0-1" };
    const subscription = {
      appId: account.app.appId,
      eventType: "object.creation",
      active: true,
      createdAt: demoTime,
      updatedAt: demoTime,
    } as const;
    await account.seed({
      records: { contacts: [{ id: "7" }] },
      lists: [vips],
      webhookSubscriptions: [{ ...subscription, id: "1", objectTypeId: "0-1" }],
    });
    const empty = await account.snapshot();
    for (const isDeletedFirst of [false, true]) {
      const { body: schema } = await create(account);
      const { associations, objectTypeId } = schema;
      await account.seed({
        lists: [{ ...vips, listId: "2", objectTypeId }],
        propertyGroups: [{ objectType: objectTypeId, name: "rides" }],
        webhookSubscriptions: [{ ...subscription, id: "2", objectTypeId }],
      });
      const to = { to: { id: "7" }, types: [{ associationCategory: "USER_DEFINED", associationTypeId: Number(associations[0].id) }] };
      const { body } = await createRecord(account, "bicycle", { frame_number: "a" }, [to]);
      await account.call({ method: "DELETE", path: `${base}/bicycle/${body.id}` });
      if (isDeletedFirst) await remove(account, "bicycle");
      expect((await remove(account, "bicycle", true)).status).toBe(204);
      expectNotFound(await remove(account, "bicycle", true));
      const { numbers: _numbers, ...state } = await account.snapshot();
      const { numbers: _before, ...before } = empty;
      expect(state).toEqual(before);
    }
    await account.seed({ objectSchemas: [{ objectTypeId: "2-31", name: "tandem", archived: true }], records: { "2-31": [{ id: "1" }] } });
    expect((await remove(account, "tandem", true)).status).toBe(204);
    const [first, second] = [(await create(account)).body, (await create(account, { name: "ride" })).body];
    expect(first.objectTypeId).not.toBe(second.objectTypeId);
  }),
  "schemas-associations": rule(
    "For each associated object type, there are two unlabeled association types, one for each direction. A new type creates associations " +
      "that both records return.",
    { grade: "assumed", source: "public reference of a similar API for the fields" },
  )(async (platform) => {
    const account = await frozen(platform);
    const { body: schema } = await create(account, { shouldCreateSameObjectAssociation: true });
    const { objectTypeId } = schema;
    const [there, back, own] = schema.associations;
    const dates = { createdAt: demoTime, updatedAt: demoTime };
    expect(schema.associations).toEqual([
      { id: expect.any(String), fromObjectTypeId: objectTypeId, toObjectTypeId: "0-1", name: "bicycle_to_contact", ...dates },
      { id: expect.any(String), fromObjectTypeId: "0-1", toObjectTypeId: objectTypeId, name: "contact_to_bicycle", ...dates },
      { id: expect.any(String), fromObjectTypeId: objectTypeId, toObjectTypeId: objectTypeId, name: "bicycle_to_bicycle", ...dates },
    ]);
    expect(new Set([there.id, back.id, own.id]).size).toBe(3);
    await account.seed({ records: { contacts: [{ id: "7" }], bicycle: [{ id: "8" }, { id: "9" }] } });
    await account.call({ method: "PUT", path: `${base}/bicycle/8/associations/default/contacts/7` });
    await account.call({ method: "PUT", path: `${base}/bicycle/8/associations/default/bicycle/9` });
    const full = `p${account.accountId}_bicycle`;
    const read = await getRecord(account, "contacts", "7", { associations: "bicycle" });
    expect(read.body.associations).toEqual({ [full]: { results: [{ id: "8", type: "contact_to_bicycle" }] } });
    const listed = await account.call({ path: `${base}/bicycle/9/associations/bicycle` });
    expect(listed.body.results).toEqual([
      { toObjectId: "8", associationTypes: [{ category: "USER_DEFINED", typeId: Number(own.id), label: null }] },
    ]);
    const types = await account.call({ path: `/crm/associations/2026-03/contacts/${full}/labels` });
    expect(types.body.results).toEqual([{ category: "USER_DEFINED", typeId: Number(back.id), label: null }]);
    const v3 = await account.call({ path: "/crm/v3/associations/bicycle/contacts/types" });
    expect(v3.body.results).toEqual([{ id: there.id, name: "bicycle_to_contact" }]);
  }),
  "schemas-create-association": rule(
    "An association type can be created later, with a name for both directions. One of the object types must be that in the path, and " +
      "the two must not have an unlabeled type yet.",
    { grade: "assumed", source: "public reference of a similar API for the fields" },
  )(async (platform) => {
    const account = await frozen(platform);
    const { objectTypeId } = (await create(account)).body;
    const created = await associate(account, "deals", "bicycle", "sold_bicycle");
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: expect.any(String),
        fromObjectTypeId: "0-3",
        toObjectTypeId: objectTypeId,
        name: "sold_bicycle",
        createdAt: demoTime,
        updatedAt: demoTime,
      },
    ]);
    expect((await account.call({ path: `${path}/bicycle` })).body.associations).toHaveLength(4);
    expectInvalid(await associate(account, "bicycle", "0-3"), "toObjectTypeId");
    expectInvalid(await associate(account, "deals", "contacts"), "fromObjectTypeId");
    expectInvalid(await associate(account, "bicycle", "people"), "toObjectTypeId");
  }),
  "schemas-delete-association": rule(
    "Deleting an association type, by the id of either direction, deletes both directions and the associations. Labels stay.",
    "assumed",
  )(async (platform) => {
    const account = await frozen(platform);
    const [there, back] = (await create(account)).body.associations;
    await account.seed({ records: { contacts: [{ id: "7" }], bicycle: [{ id: "8" }] } });
    await account.call({ method: "PUT", path: `${base}/bicycle/8/associations/default/contacts/7` });
    const drop = (id: string) => account.call({ method: "DELETE", path: `${path}/bicycle/associations/${id}` });
    const label = await account.call({
      path: "/crm/associations/2026-03/contacts/bicycle/labels",
      body: { name: "rider", label: "Rider" },
    });
    const [{ typeId }] = label.body.results;
    for (const id of ["1", String(typeId)]) expectNotFound(await drop(id));
    expect((await drop(back.id)).status).toBe(204);
    expectNotFound(await drop(there.id));
    expect((await getRecord(account, "contacts", "7", { associations: "bicycle" })).body.associations).toBeUndefined();
    expect((await account.call({ path: "/crm/associations/2026-03/contacts/bicycle/labels" })).body.results).toHaveLength(1);
    const labels = "/crm/associations/2026-03/bicycle/contacts/labels";
    await associate(account, "bicycle", "contacts");
    const [unlabeled] = (await account.call({ path: labels })).body.results.filter((one: { label: unknown }) => one.label === null);
    expectNotFound(await account.call({ method: "DELETE", path: `${labels}/${unlabeled.typeId}` }));
  }),
  "schemas-batch-read": rule(
    "A batch returns each object type once. If some do not exist, the response is a 207 with one error that lists their ids.",
    "assumed",
  )(async (platform) => {
    const account = await frozen(platform);
    const { body: schema } = await create(account);
    const batch = (...ids: string[]) => account.call({ path: `${path}/batch/read`, body: { inputs: ids.map((id) => ({ id })) } });
    const whole = await batch(schema.objectTypeId, "bicycle");
    expect([whole.status, whole.body.results]).toEqual([200, [schema]]);
    const partial = await batch("2-1", schema.objectTypeId, "contacts");
    expect([partial.status, partial.body.results, partial.body.numErrors]).toEqual([207, [schema], 1]);
    expect(partial.body.errors[0]).toMatchObject({ category: "OBJECT_NOT_FOUND", context: { ids: ["2-1", "contacts"] } });
  }),
  "schemas-required-properties": rule(
    "A new record must have values for the required properties of its custom object type. A change can omit them.",
    { grade: "assumed", source: "public reference of a similar API for the field; the error is our choice" },
  )(async (platform) => {
    const account = await frozen(platform);
    await create(account);
    const inherited = { name: "tandem", properties: [text("constructor")], requiredProperties: ["constructor"] };
    await create(account, {
      ...inherited,
      primaryDisplayProperty: "constructor",
      searchableProperties: [],
      secondaryDisplayProperties: [],
    });
    expectInvalid(await createRecord(account, "tandem", {}), "properties.constructor");
    for (const properties of [{ model: "City" }, { frame_number: "" }]) {
      expectInvalid(await createRecord(account, "bicycle", properties as Record<string, string>), "properties.frame_number");
    }
    const { body } = await createRecord(account, "bicycle", { frame_number: "a" });
    const changed = await account.call({ method: "PATCH", path: `${base}/bicycle/${body.id}`, body: { properties: { model: "City" } } });
    expect(changed.status).toBe(200);
    const inputs = [
      { objectWriteTraceId: "a", properties: { model: "City" } },
      { objectWriteTraceId: "b", properties: { frame_number: "b" } },
    ];
    const partial = await batchOfRecords(account, "bicycle", "create", inputs);
    expect([partial.status, partial.body.results.length, partial.body.numErrors]).toEqual([207, 1, 1]);
    const upserts = [{ id: "c", idProperty: "frame_number", properties: { model: "City" } }];
    const upserted = await batchOfRecords(account, "bicycle", "upsert", upserts);
    expect([upserted.status, upserted.body.results[0].new]).toEqual([200, true]);
  }),
  "schemas-search": rule("The `query` of a search looks for words in the searchable properties of the custom object type.", {
    grade: "documented",
    source: "public reference of a similar API",
  })(async (platform) => {
    const account = await frozen(platform);
    await create(account);
    const { body } = await createRecord(account, "bicycle", { frame_number: "x1", model: "City", color: "Red" });
    const search = async (input: object) => idsOf(await account.call({ path: `${base}/bicycle/search`, body: input }));
    expect(await search({ query: "city" })).toEqual([body.id]);
    expect(await search({ query: "red" })).toEqual([]);
    const filters = [{ propertyName: "color", operator: "EQ", value: "red" }];
    expect(await search({ filterGroups: [{ filters }] })).toEqual([body.id]);
    await update(account, "bicycle", { searchableProperties: ["color"], clearDescription: false });
    expect(await search({ query: "red" })).toEqual([body.id]);
  }),
  "schemas-properties": rule(
    "The properties of a custom object type are read, created and changed like those of other types. A property that the object type " +
      "names, for example as a required one, cannot be archived.",
    "assumed",
  )(async (platform) => {
    const account = await frozen(platform);
    await create(account);
    const properties = "/crm/properties/2026-03/bicycle";
    const { body } = await account.call({ path: properties, body: { ...text("gears"), groupName: "information" } });
    expect(body.name).toBe("gears");
    const archive = (name: string) => account.call({ method: "DELETE", path: `${properties}/${name}` });
    for (const name of ["model", "frame_number"]) expectInvalid(await archive(name), "propertyName");
    for (const name of ["gears", "color"]) expect((await archive(name)).status).toBe(204);
    const shown = (await account.call({ path: `${path}/bicycle` })).body.properties.map(({ name }: { name: string }) => name);
    expect(shown.slice(-2)).toEqual(["frame_number", "model"]);
  }),
  "schemas-state": rule(
    "A seed defines custom object types, and its other parts can use their names. It adds an object type for each other type id that it " +
      "uses. A snapshot contains them all.",
    "assumed",
  )(async (platform) => {
    const account = await frozen(platform);
    await account.seed({
      objectSchemas: [
        { objectTypeId: "2-31", name: "bicycle" },
        { objectTypeId: "2-34", name: "custom_32" },
      ],
      propertyGroups: [{ objectType: "bicycle", name: "specs" }],
      lists: [{ listId: "5", name: "Rides", objectTypeId: "2-35", members: [] }],
      properties: { bicycle: [{ name: "model" }] },
      records: { bicycle: [{ id: "8", properties: { model: "City" } }], contacts: [{ id: "7" }], "2-32": [{ id: "9" }] },
      associationLabels: [{ id: 1301, name: "bicycle_to_contact", label: null, from: "bicycle", to: "contacts" }],
      associations: [{ from: "bicycle/8", to: "contacts/7", type: "bicycle_to_contact" }],
    });
    expect((await getRecord(account, "custom_32_", "9")).status).toBe(200);
    expect((await account.call({ path: `${path}/custom_35` })).body.objectTypeId).toBe("2-35");
    expect((await account.call({ path: "/crm/properties/2026-03/bicycle/groups/specs" })).status).toBe(200);
    const snapshot = await account.snapshot();
    const copy = await platform.account();
    await platform.control("PUT", `/accounts/${copy.accountId}/snapshot`, snapshot);
    expect(await copy.snapshot()).toEqual({ ...snapshot, profile: expect.anything() });
    const { body } = await getRecord(copy, `p${copy.accountId}_bicycle`, "8", { properties: "model", associations: "contacts" });
    expect([body.properties["model"], body.associations.contacts.results[0].id]).toEqual(["City", "7"]);
    await expect(account.seed({ objectSchemas: [{ objectTypeId: "2-33", name: "bicycle" }] })).rejects.toThrow("objectSchemas[0].name");
    const full = `p${account.accountId}_bicycle`;
    await expect(account.seed({ objectSchemas: [{ objectTypeId: "2-33", name: full }] })).rejects.toThrow("objectSchemas[0].name");
    await expect(account.seed({ objectSchemas: [{ objectTypeId: "2-33", name: "deal" }] })).rejects.toThrow("objectSchemas[0].name");
  }),
});

async function frozen(platform: Platform): Promise<TestAccount> {
  return platform.account({ clock: { mode: "frozen", at: demoTime } });
}

function create(account: TestAccount, fields: object = {}): Promise<TestResponse> {
  return account.call({ path, body: { ...bicycle, ...fields } });
}

function update(account: TestAccount, name: string, body: object): Promise<TestResponse> {
  return account.call({ method: "PATCH", path: `${path}/${name}`, body });
}

function remove(account: TestAccount, name: string, archived = false): Promise<TestResponse> {
  return account.call({ method: "DELETE", path: `${path}/${name}`, query: { archived } });
}

function associate(account: TestAccount, fromObjectTypeId: string, toObjectTypeId: string, name?: string): Promise<TestResponse> {
  return account.call({ path: `${path}/bicycle/associations`, body: { fromObjectTypeId, toObjectTypeId, name } });
}

function namesOf({ body }: TestResponse): string[] {
  return body.results.map(({ name }: { name: string }) => name);
}
