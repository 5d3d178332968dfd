import { expect } from "vitest";
import type { TestAccount } from "../platform.ts";
import { expectInvalid, expectReceived, expectScope } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { createDefinition, define, definer, definitionResponse, path, scope } from "./calls.ts";

rules("eventDefinitions", {
  "events-need-their-scope": rule("Creating an event definition requires the scope `behavioral_events.event_definitions.read_write`.", {
    grade: "described",
    source: "platform description, Authentication",
  })((platform) => expectScope(platform, scope, { path, body: { label: "Sensor calibrated" } })),
  "events-create": rule(
    "A request that creates an event definition returns 201 with the definition.",
    "documented",
  )(async (platform) => {
    const { status, body } = await define(await definer(platform), { name: "sensor_calibrated" });
    expect([status, body.name]).toEqual([201, "sensor_calibrated"]);
  }),
  "events-location": rule(
    "If a definition is created, the response has a `Location` header with the definition's path.",
    "documented",
  )(async (platform) => {
    const { headers } = await define(await definer(platform), { name: "sensor_calibrated" });
    expect(headers.get("location")).toMatch(/^\/events\/2026-03\/event-definitions\/./);
  }),
  "events-location-ends-in-the-name": rule(
    "The path in the `Location` header ends in the internal name.",
    "assumed",
  )(async (platform) => {
    const { headers } = await define(await definer(platform), { name: "sensor_calibrated" });
    expect(headers.get("location")).toMatch(/\/sensor_calibrated$/);
  }),
  "events-all-problems-at-once": rule(
    "If a request has several problems, the response lists each of them separately, and nothing is created.",
    "assumed",
  )(async (platform) => {
    const account = await definer(platform);
    const propertyDefinitions = [
      { label: "Result", type: "enumeration" },
      { name: "hs_city", label: "City", type: "color" },
    ];
    const response = await define(account, { propertyDefinitions, primaryObject: "CONTACTS" });
    const places = ["propertyDefinitions[0].options", "propertyDefinitions[1].name", "propertyDefinitions[1].type", "primaryObject"];
    expectInvalid(response, ...places);
    expect(await kept(account)).toEqual([]);
  }),

  // Label and name
  "events-label-required": rule("A definition without a label is rejected with status 400 and an error for `label`.", {
    grade: "described",
    source: "platform description, Custom event definition",
  })(async (platform) => {
    const account = await definer(platform);
    expectInvalid(await account.call({ path, body: { name: "sensor_calibrated" } }), "label");
  }),
  "events-label-length": rule("A label has at most 100 characters. A longer label is rejected with status 400 and an error for `label`.", {
    grade: "described",
    source: "platform description, Limits",
  })(async (platform) => {
    expect((await createDefinition(platform, { label: "a".repeat(100) })).labels.singular).toHaveLength(100);
    expectInvalid(await definitionResponse(platform, { label: "a".repeat(101) }), "label");
  }),
  "events-label-not-empty": rule(
    "An empty label is rejected with status 400 and an error for `label`.",
    "assumed",
  )(async (platform) => expectInvalid(await definitionResponse(platform, { label: "" }), "label")),
  "events-name-pattern": rule(
    "A name starts with a letter and contains only lowercase letters, digits and underscores. Any other name is rejected with status " +
      "400 and an error for `name`.",
    { grade: "described", source: "platform description, Custom event definition" },
  )(async (platform) => {
    expect((await createDefinition(platform, { name: "a1_b2__c" })).name).toBe("a1_b2__c");
    for (const name of ["Sensor", "1sensor", "_sensor", "sensor-calibrated", "sensor calibrated", "sénsor", ""]) {
      expectInvalid(await definitionResponse(platform, { name }), "name");
    }
  }),
  "events-name-length": rule("A name has at most 50 characters. A longer name is rejected with status 400 and an error for `name`.", {
    grade: "described",
    source: "platform description, Limits",
  })(async (platform) => {
    expect((await createDefinition(platform, { name: "a".repeat(50) })).name).toHaveLength(50);
    expectInvalid(await definitionResponse(platform, { name: "a".repeat(51) }), "name");
  }),
  "events-name-from-label": rule(
    "If the name is omitted, a name is generated from the label. The generated name follows the rules for names.",
    { grade: "described", source: "platform description, Custom event definition" },
  )(async (platform) => {
    const { name, labels } = await createDefinition(platform, { label: "Sensor calibrated" });
    expect(name).toMatch(/^[a-z][a-z0-9_]{0,49}$/);
    expect([name, labels.singular]).toEqual(["sensor_calibrated", "Sensor calibrated"]);
  }),
  "events-name-from-label-how": rule(
    "To generate a name, the label is converted to lowercase without accents, everything before its first letter is removed, and each " +
      "run of other characters is replaced by one underscore.",
    "assumed",
  )(async (platform) => {
    expect((await createDefinition(platform, { label: "  Größe – Éclair (v2)!" })).name).toBe("gro_e_eclair_v2");
    expect((await createDefinition(platform, { label: "3D print started" })).name).toBe("d_print_started");
  }),
  "events-name-from-label-cut": rule(
    "A generated name is truncated to 50 characters and does not end in an underscore.",
    "assumed",
  )(async (platform) => {
    expect((await createDefinition(platform, { label: `${"a".repeat(49)} and more` })).name).toBe("a".repeat(49));
    expect((await createDefinition(platform, { label: "b".repeat(60) })).name).toBe("b".repeat(50));
  }),
  "events-name-from-label-without-letters": rule(
    "If a label contains no letter from a to z, the generated name is `event`.",
    "assumed",
  )(async (platform) => {
    for (const label of ["校正", "2026!"]) expect((await createDefinition(platform, { label })).name).toBe("event");
  }),
  "events-name-unique": rule(
    "A name that is already in use in the account is rejected with status 409 and an error for `name`.",
    "assumed",
  )(async (platform) => {
    const account = await definer(platform);
    await define(account, { name: "sensor_calibrated" });
    const { status, body } = await define(account, { name: "sensor_calibrated", label: "Another" });
    expect([status, body.category, body.errors[0].in]).toEqual([409, "CONFLICT", "name"]);
    expectReceived(body.errors);
  }),
  "events-generated-name-unique": rule(
    "If a generated name is already in use, the request is rejected with status 409 and an error for `label`.",
    "assumed",
  )(async (platform) => {
    const account = await definer(platform);
    await define(account, { name: "sensor_calibrated" });
    const { status, body } = await define(account, { label: "Sensor calibrated" });
    expect([status, body.category, body.errors[0].in]).toEqual([409, "CONFLICT", "label"]);
    expectReceived(body.errors);
  }),
  "events-name-of-a-deleted-one": rule(
    "After a definition is deleted, its name remains reserved.",
    "documented",
  )(async (platform) => {
    const account = await definer(platform);
    await define(account, { name: "sensor_calibrated" });
    await account.call({ path: `${path}/sensor_calibrated`, method: "DELETE" });
    expect((await define(account, { name: "sensor_calibrated" })).status).toBe(409);
  }),
  "events-name-in-two-accounts": rule(
    "Two accounts can have definitions with the same name.",
    "documented",
  )(async (platform) => {
    const [one, other] = [await definer(platform), await definer(platform)];
    for (const account of [one, other]) expect((await define(account, { name: "sensor_calibrated" })).status).toBe(201);
  }),
  "events-immutable": rule("A request that uses the name of an existing definition does not change that definition.", {
    grade: "described",
    source: "platform description, Custom event definition",
  })(async (platform) => {
    const account = await definer(platform);
    const { body } = await define(account, { name: "sensor_calibrated" });
    await define(account, { name: "sensor_calibrated", label: "Changed", primaryObject: "COMPANY" });
    expect(await kept(account)).toEqual([body]);
  }),
  "events-description": rule(
    "The response contains the description from the request. If the request contains no description, neither does the response.",
    { grade: "described", source: "platform description, Custom event definition" },
  )(async (platform) => {
    expect((await createDefinition(platform, { description: "On the bench." })).description).toBe("On the bench.");
    expect(await createDefinition(platform, {})).not.toHaveProperty("description");
  }),

  // Response
  "events-response-required": rule(
    "A definition always has an id, name, full name, type id, labels, properties, associations and `archived`.",
    "documented",
  )(async (platform) => {
    const definition = await createDefinition(platform, {});
    const required = ["id", "name", "fullyQualifiedName", "objectTypeId", "labels", "properties", "associations", "archived"];
    expect(Object.keys(definition)).toEqual(expect.arrayContaining(required));
  }),
  "events-full-name": rule(
    "The full name is `pe<account id>_<name>`.",
    "documented",
  )(async (platform) => {
    const account = await definer(platform);
    const { body } = await define(account, { name: "sensor_calibrated" });
    expect(body.fullyQualifiedName).toBe(`pe${account.accountId}_sensor_calibrated`);
  }),
  "events-type-id": rule(
    "The type id is `6-<number>`.",
    "documented",
  )(async (platform) => expect((await createDefinition(platform, {})).objectTypeId).toMatch(/^6-[1-9]\d*$/)),
  "events-id-is-the-number": rule(
    "The id of a definition is the number in its type id, and is unique.",
    "assumed",
  )(async (platform) => {
    const account = await definer(platform);
    const [one, other] = [(await define(account, { name: "one" })).body, (await define(account, { name: "other" })).body];
    expect([one.objectTypeId, other.objectTypeId]).toEqual([`6-${one.id}`, `6-${other.id}`]);
    expect(one.id).not.toBe(other.id);
  }),
  "events-labels": rule(
    "`labels.singular` is the label from the request.",
    "documented",
  )(async (platform) => expect((await createDefinition(platform, { label: "Bench" })).labels).toEqual({ singular: "Bench" })),
  "events-tracking-type": rule(
    "The tracking type of a definition is always MANUAL.",
    "documented",
  )(async (platform) => expect((await createDefinition(platform, {})).trackingType).toBe("MANUAL")),
  "events-new-is-bare": rule(
    "A new definition has no associations and is not archived.",
    "assumed",
  )(async (platform) => {
    const { associations, archived } = await createDefinition(platform, {});
    expect([associations, archived]).toEqual([[], false]);
  }),
  "events-times": rule(
    "`createdAt` and `updatedAt` of a new definition are its creation time, in ISO 8601 format.",
    "documented",
  )(async (platform) => {
    const account = await definer(platform);
    await account.advance(90_000);
    const { body } = await define(account, {});
    expect([body.createdAt, body.updatedAt]).toEqual(["2026-04-20T08:01:30Z", "2026-04-20T08:01:30Z"]);
  }),
  "events-kept": rule(
    "A new definition is stored in its account exactly as the response shows it, and does not exist in other accounts.",
    "assumed",
  )(async (platform) => {
    const [account, other] = [await definer(platform), await definer(platform)];
    const { body } = await define(account, {});
    expect([await kept(account), await kept(other)]).toEqual([[body], []]);
  }),

  // Limits
  "events-at-most": rule(
    "An account can have up to 500 definitions.",
    "documented",
  )(async (platform) => {
    const account = await definer(platform);
    await account.seed({ eventDefinitions: many(499) });
    expect((await define(account, {})).status).toBe(201);
    expect((await define(account, { name: "one_too_many" })).status).toBeGreaterThanOrEqual(400);
    expect(await kept(account)).toHaveLength(500);
  }),
  "events-one-too-many": rule(
    "If an account already has 500 definitions, a new definition is rejected with status 400 and the category VALIDATION_ERROR.",
    "assumed",
  )(async (platform) => {
    const account = await definer(platform);
    await account.seed({ eventDefinitions: many(500) });
    const { status, body } = await define(account, {});
    expect([status, body.category]).toEqual([400, "VALIDATION_ERROR"]);
  }),
  "events-archived-do-not-count": rule(
    "Archived definitions do not count toward the limit of 500 definitions.",
    "assumed",
  )(async (platform) => {
    const account = await definer(platform);
    await account.seed({ eventDefinitions: [...many(499), stored("gone", { archived: true })] });
    expect((await define(account, {})).status).toBe(201);
  }),
});

async function kept(account: TestAccount): Promise<unknown[]> {
  return (await account.snapshot()).eventDefinitions ?? [];
}

function many(count: number): object[] {
  return Array.from({ length: count }, (_, index) => stored(`event_${index + 1}`, { id: String(index + 1) }));
}

function stored(name: string, { id = "1203", archived = false }: { readonly id?: string; readonly archived?: boolean }): object {
  return {
    id,
    name,
    fullyQualifiedName: `pe1_${name}`,
    objectTypeId: `6-${id}`,
    labels: { singular: name },
    properties: [],
    associations: [],
    archived,
  };
}
