import { expect } from "vitest";
import { type Call, demoTime, type TestAccount, type TestResponse } from "../platform.ts";
import { expectInvalid, expectNotFound, expectScope } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { define, definer, path, scope } from "./calls.ts";

const grade = { name: "grade", label: "Grade", type: "enumeration", options: [{ label: "A", value: "a" }] };
const offset = { name: "torque_offset", label: "Torque offset", type: "number" };

rules("eventDefinitions", {
  "events-other-operations-need-their-scope": rule(
    "All other operations on event definitions also require the scope `behavioral_events.event_definitions.read_write`.",
    "documented",
  )(async (platform) => {
    for (const call of everyCall("sensor_calibrated")) await expectScope(platform, scope, call);
  }),
  "events-within-the-account": rule(
    "No operation reads or changes the event definitions of another account.",
    "assumed",
  )(async (platform) => {
    const account = await definer(platform);
    const { name, fullyQualifiedName } = (await define(account, {})).body;
    const before = await account.snapshot();
    const other = await definer(platform);
    for (const call of [...everyCall(name), ...everyCall(fullyQualifiedName)].filter((one) => one.path !== path)) {
      expectNotFound(await other.call(call));
    }
    expect((await other.call({ path })).body).toEqual({ total: 0, results: [] });
    expect((await account.snapshot()).eventDefinitions).toEqual(before.eventDefinitions);
  }),

  // Reads
  "events-list": rule(
    "A list contains the definitions of the account that have not been deleted, ordered by name. `total` is the number of definitions " +
      "across all pages.",
    { grade: "assumed", source: "public documentation of a similar API, for the fields" },
  )(async (platform) => {
    const account = await withDefinitions(platform, "b", "c_2", "a_1", "c");
    await account.call({ path: `${path}/c`, method: "DELETE" });
    expect(await list(account)).toEqual({ names: ["a_1", "b", "c_2"], total: 3, next: undefined });
  }),
  "events-list-search": rule(
    "With `searchString`, the list contains only definitions whose name contains the given text.",
    "documented",
  )(async (platform) => {
    const account = await withDefinitions(platform, "sensor_calibrated", "calibration_failed", "sensor_sold");
    expect((await list(account, { searchString: "calibrat" })).names).toEqual(["calibration_failed", "sensor_calibrated"]);
    expect(await list(account, { searchString: "sensor", limit: 1 })).toMatchObject({ names: ["sensor_calibrated"], total: 2 });
  }),
  "events-list-search-case": rule(
    "The search ignores letter case, and does not cover labels or descriptions.",
    "assumed",
  )(async (platform) => {
    const account = await definer(platform);
    await define(account, { name: "sensor_sold", label: "Bench", description: "Bench" });
    expect((await list(account, { searchString: "SOLD" })).names).toEqual(["sensor_sold"]);
    expect((await list(account, { searchString: "bench" })).names).toEqual([]);
  }),
  "events-list-pages": rule(
    "A page contains up to 100 definitions. The cursor of the next page is the name of the last definition on the current page, so " +
      "creating or deleting a definition between two requests does not shift the next page.",
    "assumed",
  )(async (platform) => {
    const account = await withDefinitions(platform, "a", "b", "c", "d");
    const first = await list(account, { limit: 2 });
    expect(first).toEqual({ names: ["a", "b"], total: 4, next: "b" });
    await account.call({ path: `${path}/b`, method: "DELETE" });
    await define(account, { name: "a_2" });
    expect(await list(account, { limit: 2, after: first.next ?? "" })).toEqual({ names: ["c", "d"], total: 4, next: undefined });
    for (const limit of [0, 101]) expectInvalid(await account.call({ path, query: { limit } }), "limit");
  }),
  "events-list-order": rule(
    "If `sortOrder` is DESC, the list is in descending order. A value other than ASC or DESC is rejected with status 400 and an error " +
      "for `sortOrder`.",
    "assumed",
  )(async (platform) => {
    const account = await withDefinitions(platform, "a", "b", "c");
    expect(await list(account, { sortOrder: "DESC", limit: 2 })).toMatchObject({ names: ["c", "b"], next: "b" });
    expect((await list(account, { sortOrder: "DESC", after: "b" })).names).toEqual(["a"]);
    expectInvalid(await account.call({ path, query: { sortOrder: "newest" } }), "sortOrder");
  }),
  "events-list-properties": rule(
    "The list contains the properties of each definition if `includeProperties` is true. Otherwise, the properties are an empty list.",
    { grade: "assumed", source: "public documentation of a similar API, for the parameter" },
  )(async (platform) => {
    const account = await definer(platform);
    const { body } = await define(account, { propertyDefinitions: [offset] });
    for (const query of [{}, { includeProperties: false }]) {
      expect((await account.call({ path, query })).body.results).toEqual([{ ...body, properties: [] }]);
    }
    expect((await account.call({ path, query: { includeProperties: true } })).body.results).toEqual([body]);
  }),
  "events-get": rule(
    "A definition is found by its name or its full name. For any other name, including the name of a deleted definition, the response " +
      "is a 404.",
    { grade: "assumed", source: "public documentation of a similar API, for the operation" },
  )(async (platform) => {
    const account = await withDefinitions(platform, "sensor_sold");
    const { body } = await define(account, { name: "sensor_calibrated" });
    for (const name of ["sensor_calibrated", `pe${account.accountId}_sensor_calibrated`]) {
      const found = await account.call({ path: `${path}/${name}` });
      expect([found.status, found.body]).toEqual([200, body]);
    }
    await account.call({ path: `${path}/sensor_sold`, method: "DELETE" });
    for (const name of ["sensor_sold", `pe${account.accountId}_sensor_sold`, "Sensor_calibrated", "pe1_sensor_calibrated", "__proto__"]) {
      for (const call of everyCall(name).filter((one) => one.path !== path)) expectNotFound(await account.call(call));
    }
  }),

  // Changes
  "events-update": rule(
    "An update changes the label, the description and the time of the last change, keeps all other fields, and returns 201 with the " +
      "definition.",
    "documented",
  )(async (platform) => {
    const account = await definer(platform);
    const { body } = await define(account, { description: "On the bench.", propertyDefinitions: [offset] });
    await account.advance(60_000);
    const change = { label: "Calibrated", name: "another", primaryObject: "COMPANY", archived: true, properties: [] };
    const changed = await account.call({ path: `${path}/${body.name}`, method: "PATCH", body: change });
    const updatedAt = demoTime.replace("00:00Z", "01:00Z");
    expect([changed.status, changed.body]).toEqual([201, { ...body, labels: { singular: "Calibrated" }, updatedAt }]);
    const described = await account.call({ path: `${path}/${body.name}`, method: "PATCH", body: { description: "" } });
    expect([described.body.labels.singular, described.body.description]).toEqual(["Calibrated", ""]);
    expect((await account.call({ path: `${path}/${body.name}` })).body).toEqual(described.body);
    for (const label of ["", "a".repeat(101)]) {
      expectInvalid(await account.call({ path: `${path}/${body.name}`, method: "PATCH", body: { label } }), "label");
    }
  }),
  "events-delete": rule(
    "Deleting a definition returns 204. After that, no operation finds the definition.",
    "documented",
  )(async (platform) => {
    const account = await definer(platform);
    const { name } = (await define(account, {})).body;
    const { status, body } = await account.call({ path: `${path}/${name}`, method: "DELETE" });
    expect([status, body]).toEqual([204, undefined]);
    for (const call of everyCall(name).filter((one) => one.path !== path)) expectNotFound(await account.call(call));
    expect((await list(account)).names).toEqual([]);
  }),

  // Changes to properties
  "events-add-property": rule(
    "A property that is added to a definition becomes its last property. The response has status 201 and contains the property.",
    "documented",
  )(async (platform) => {
    const account = await definer(platform);
    const { name, properties } = (await define(account, { propertyDefinitions: [offset] })).body;
    const { status, body } = await addProperty(account, name, { ...grade, description: "By eye.", color: "blue" });
    const property = { ...grade, description: "By eye.", fieldType: "select", groupName: "event" };
    expect([status, body]).toEqual([201, property]);
    expect((await account.call({ path: `${path}/${name}` })).body.properties).toEqual([...properties, property]);
  }),
  "events-add-property-like-a-first-one": rule(
    "An added property follows the rules for the properties of a new definition, with the same defaults and errors.",
    "assumed",
  )(async (platform) => {
    const account = await definer(platform);
    const { name } = (await define(account, { includeDefaultProperties: false })).body;
    const { body } = await addProperty(account, name, { label: "Größe (cm)", type: "number" });
    expect(body).toMatchObject({ name: "gro_e_cm", fieldType: "number", description: "", options: [] });
    expectInvalid(await addProperty(account, name, { name: "hs_city", label: "City", type: "color" }), "name", "type");
    expectInvalid(await addProperty(account, name, { name: "", label: "Grade", type: "enumeration" }), "name", "options");
    expectInvalid(await addProperty(account, name, { name: "city" }), "label", "type");
    expectInvalid(await addProperty(account, name, { ...grade, type: "string" }), "options");
  }),
  "events-add-property-name-taken": rule(
    "If the event already has a property with the same name, the request is rejected with a 409.",
    "assumed",
  )(async (platform) => {
    const account = await definer(platform);
    const { name } = (await define(account, { propertyDefinitions: [offset] })).body;
    for (const [field, input] of [
      ["name", offset],
      ["label", { label: "Torque offset", type: "string" }],
    ] as const) {
      const { status, body } = await addProperty(account, name, input);
      expect([status, body.category, body.errors[0].in]).toEqual([409, "CONFLICT", field]);
    }
  }),
  "events-add-property-at-most": rule(
    "If a definition already has 50 custom properties, a request to add another one is rejected with status 400 and the category " +
      "VALIDATION_ERROR.",
    { grade: "assumed", source: "platform description, Limits, for new definitions" },
  )(async (platform) => {
    const account = await definer(platform);
    const propertyDefinitions = Array.from({ length: 49 }, (_, index) => ({ ...offset, name: `offset_${index}` }));
    const { name } = (await define(account, { propertyDefinitions })).body;
    expect((await addProperty(account, name, offset)).status).toBe(201);
    const { status, body } = await addProperty(account, name, grade);
    expect([status, body.message]).toEqual([400, "An event definition can have at most 50 custom properties."]);
  }),
  "events-option-fields": rule("If a request contains `displayOrder` or `hidden` for an option, the values are stored.", {
    grade: "assumed",
    source: "public documentation of a similar API, which requires both",
  })(async (platform) => {
    const account = await definer(platform);
    const options = [
      { label: "A", value: "a", displayOrder: 1, hidden: true },
      { label: "B", value: "b" },
    ];
    const { name, properties } = (await define(account, { propertyDefinitions: [{ ...grade, options }], includeDefaultProperties: false }))
      .body;
    expect(properties[0].options).toEqual(options);
    expect((await addProperty(account, name, { ...grade, name: "other", options })).body.options).toEqual(options);
  }),
  "events-update-property": rule(
    "An update changes the label, the description and the options of a property, keeps all other fields, and returns 201 with the " +
      "property.",
    "documented",
  )(async (platform) => {
    const account = await definer(platform);
    const { name, properties } = (await define(account, { propertyDefinitions: [grade, offset], includeDefaultProperties: false })).body;
    await account.advance(60_000);
    const options = [{ label: "Best", value: "s" }];
    const change = { label: "Class", description: "By eye.", options, type: "string", name: "class" };
    const { status, body } = await updateProperty(account, name, "grade", change);
    expect([status, body]).toEqual([201, { ...properties[0], label: "Class", description: "By eye.", options }]);
    const definition = (await account.call({ path: `${path}/${name}` })).body;
    expect(definition.properties).toEqual([body, properties[1]]);
    expect(definition.updatedAt).not.toBe(definition.createdAt);
  }),
  "events-update-property-options": rule(
    "An update that removes all options of an enumeration, or adds options to a property of another type, is rejected with status 400 " +
      "and an error for `options`.",
    "assumed",
  )(async (platform) => {
    const account = await definer(platform);
    const { name } = (await define(account, { propertyDefinitions: [grade, offset] })).body;
    expectInvalid(await updateProperty(account, name, "grade", { options: [] }), "options");
    expectInvalid(await updateProperty(account, name, "torque_offset", { options: grade.options }), "options");
  }),
  "events-delete-property": rule(
    "Deleting a property returns 204. After that, its name can be used for a property of another type.",
    "documented",
  )(async (platform) => {
    const account = await definer(platform);
    const { name } = (await define(account, { propertyDefinitions: [grade, offset], includeDefaultProperties: false })).body;
    expect((await deleteProperty(account, name, "torque_offset")).status).toBe(204);
    const { body } = await addProperty(account, name, { ...offset, type: "string" });
    expect(body).toMatchObject({ name: "torque_offset", type: "string" });
  }),
  "events-delete-property-of-the-matching-rule": rule(
    "A property that the event's matching rule uses cannot be deleted; the request is rejected with status 400 and an error for " +
      "`propertyName`.",
    "assumed",
  )(async (platform) => {
    const account = await definer(platform);
    const { name } = (
      await define(account, {
        propertyDefinitions: [{ name: "owner_email", label: "Owner email", type: "string" }],
        customMatchingId: { primaryObjectRule: { targetObjectPropertyName: "email", eventPropertyName: "owner_email" } },
      })
    ).body;
    expectInvalid(await deleteProperty(account, name, "owner_email"), "propertyName");
    expect((await updateProperty(account, name, "owner_email", { label: "Owner" })).status).toBe(201);
  }),
  "events-default-property-fixed": rule(
    "Changing or deleting a default property is rejected with status 400 and an error for `propertyName`.",
    "assumed",
  )(async (platform) => {
    const account = await definer(platform);
    const { name } = (await define(account, {})).body;
    expectInvalid(await updateProperty(account, name, "hs_city", { label: "Town" }), "propertyName");
    expectInvalid(await deleteProperty(account, name, "hs_city"), "propertyName");
  }),
  "events-property-not-found": rule(
    "If the event has no property with the given name, the response is a 404.",
    "assumed",
  )(async (platform) => {
    const account = await definer(platform);
    const { name } = (await define(account, { includeDefaultProperties: false })).body;
    for (const missing of ["grade", "hs_city", "__proto__"]) {
      expectNotFound(await updateProperty(account, name, missing, { label: "Town" }));
      expectNotFound(await deleteProperty(account, name, missing));
    }
  }),
});

async function withDefinitions(platform: Parameters<typeof definer>[0], ...names: readonly string[]): Promise<TestAccount> {
  const account = await definer(platform);
  for (const name of names) await define(account, { name, includeDefaultProperties: false });
  return account;
}

interface Listed {
  readonly names: readonly string[];
  readonly total: number;
  readonly next: string | undefined;
}

async function list(account: TestAccount, query: Readonly<Record<string, string | number>> = {}): Promise<Listed> {
  const { body } = await account.call({ path, query });
  return { names: body.results.map(({ name }: { name: string }) => name), total: body.total, next: body.paging?.next.after };
}

function addProperty(account: TestAccount, event: string, body: object): Promise<TestResponse> {
  return account.call({ path: `${path}/${event}/property`, body });
}

function updateProperty(account: TestAccount, event: string, property: string, body: object): Promise<TestResponse> {
  return account.call({ path: `${path}/${event}/property/${property}`, method: "PATCH", body });
}

function deleteProperty(account: TestAccount, event: string, property: string): Promise<TestResponse> {
  return account.call({ path: `${path}/${event}/property/${property}`, method: "DELETE" });
}

function everyCall(name: string): Call[] {
  const item = `${path}/${name}`;
  return [
    { path },
    { path: item },
    { path: item, method: "PATCH", body: { label: "Changed" } },
    { path: `${item}/property`, body: grade },
    { path: `${item}/property/grade`, method: "PATCH", body: { label: "Changed" } },
    { path: `${item}/property/grade`, method: "DELETE" },
    { path: item, method: "DELETE" },
  ];
}
