import { expect } from "vitest";
import { expectInvalid, expectReceived, expectScope } from "../rejections.ts";
import type { Rows, TestAccount } from "../rows.ts";
import { define, defined, definer, path, rejected, scope } from "./calls.ts";

export const definitionRows: Rows = {
  "events-need-their-scope": (platform) => expectScope(platform, scope, { path, body: { label: "Sensor calibrated" } }),
  "events-create": async (platform) => {
    const { status, body } = await define(await definer(platform), { name: "sensor_calibrated" });
    expect([status, body.name]).toEqual([201, "sensor_calibrated"]);
  },
  "events-location": async (platform) => {
    const { headers } = await define(await definer(platform), { name: "sensor_calibrated" });
    expect(headers.get("location")).toMatch(/^\/events\/2026-03\/event-definitions\/./);
  },
  "events-location-ends-in-the-name": async (platform) => {
    const { headers } = await define(await definer(platform), { name: "sensor_calibrated" });
    expect(headers.get("location")).toMatch(/\/sensor_calibrated$/);
  },
  "events-all-problems-at-once": async (platform) => {
    const account = await definer(platform);
    const propertyDefinitions = [
      { label: "Result", type: "enumeration" },
      { name: "hs_city", label: "City", type: "color" },
    ];
    const response = await define(account, { propertyDefinitions, primaryObject: "CONTACTS" });
    const places = ["propertyDefinitions[0].options", "propertyDefinitions[1].name", "propertyDefinitions[1].type", "primaryObject"];
    expectInvalid(response, ...places);
    expect(await kept(account)).toEqual([]);
  },

  "events-label-required": async (platform) => {
    const account = await definer(platform);
    expectInvalid(await account.call({ path, body: { name: "sensor_calibrated" } }), "label");
  },
  "events-label-length": async (platform) => {
    expect((await defined(platform, { label: "a".repeat(100) })).labels.singular).toHaveLength(100);
    expectInvalid(await rejected(platform, { label: "a".repeat(101) }), "label");
  },
  "events-label-not-empty": async (platform) => expectInvalid(await rejected(platform, { label: "" }), "label"),
  "events-name-pattern": async (platform) => {
    expect((await defined(platform, { name: "a1_b2__c" })).name).toBe("a1_b2__c");
    for (const name of ["Sensor", "1sensor", "_sensor", "sensor-calibrated", "sensor calibrated", "sénsor", ""]) {
      expectInvalid(await rejected(platform, { name }), "name");
    }
  },
  "events-name-length": async (platform) => {
    expect((await defined(platform, { name: "a".repeat(50) })).name).toHaveLength(50);
    expectInvalid(await rejected(platform, { name: "a".repeat(51) }), "name");
  },
  "events-name-from-label": async (platform) => {
    const { name, labels } = await defined(platform, { label: "Sensor calibrated" });
    expect(name).toMatch(/^[a-z][a-z0-9_]{0,49}$/);
    expect([name, labels.singular]).toEqual(["sensor_calibrated", "Sensor calibrated"]);
  },
  "events-name-from-label-how": async (platform) => {
    expect((await defined(platform, { label: "  Größe – Éclair (v2)!" })).name).toBe("gro_e_eclair_v2");
    expect((await defined(platform, { label: "3D print started" })).name).toBe("d_print_started");
  },
  "events-name-from-label-cut": async (platform) => {
    expect((await defined(platform, { label: `${"a".repeat(49)} and more` })).name).toBe("a".repeat(49));
    expect((await defined(platform, { label: "b".repeat(60) })).name).toBe("b".repeat(50));
  },
  "events-name-from-label-without-letters": async (platform) => {
    for (const label of ["校正", "2026!"]) expect((await defined(platform, { label })).name).toBe("event");
  },
  "events-name-unique": async (platform) => {
    const account = await definer(platform);
    await define(account, { name: "sensor_calibrated" });
    const { status, body } = await define(account, { name: "sensor_calibrated", label: "Another" });
    expect([status, body.category, body.errors[0].in]).toEqual([409, "CONFLICT", "name"]);
    expectReceived(body.errors);
  },
  "events-generated-name-unique": async (platform) => {
    const account = await definer(platform);
    await define(account, { name: "sensor_calibrated" });
    const { status, body } = await define(account, { label: "Sensor calibrated" });
    expect([status, body.category, body.errors[0].in]).toEqual([409, "CONFLICT", "label"]);
    expectReceived(body.errors);
  },
  "events-name-of-a-deleted-one": async (platform) => {
    const account = await definer(platform);
    await define(account, { name: "sensor_calibrated" });
    await account.call({ path: `${path}/sensor_calibrated`, method: "DELETE" });
    expect((await define(account, { name: "sensor_calibrated" })).status).toBe(409);
  },
  "events-name-in-two-accounts": async (platform) => {
    const [one, other] = [await definer(platform), await definer(platform)];
    for (const account of [one, other]) expect((await define(account, { name: "sensor_calibrated" })).status).toBe(201);
  },
  "events-immutable": async (platform) => {
    const account = await definer(platform);
    const { body } = await define(account, { name: "sensor_calibrated" });
    await define(account, { name: "sensor_calibrated", label: "Changed", primaryObject: "COMPANY" });
    expect(await kept(account)).toEqual([body]);
  },
  "events-description": async (platform) => {
    expect((await defined(platform, { description: "On the bench." })).description).toBe("On the bench.");
    expect(await defined(platform, {})).not.toHaveProperty("description");
  },

  "events-response-required": async (platform) => {
    const definition = await defined(platform, {});
    const required = ["id", "name", "fullyQualifiedName", "objectTypeId", "labels", "properties", "associations", "archived"];
    expect(Object.keys(definition)).toEqual(expect.arrayContaining(required));
  },
  "events-full-name": async (platform) => {
    const account = await definer(platform);
    const { body } = await define(account, { name: "sensor_calibrated" });
    expect(body.fullyQualifiedName).toBe(`pe${account.accountId}_sensor_calibrated`);
  },
  "events-type-id": async (platform) => expect((await defined(platform, {})).objectTypeId).toMatch(/^6-[1-9]\d*$/),
  "events-id-is-the-number": async (platform) => {
    const account = await definer(platform);
    const [one, other] = [(await define(account, { name: "one" })).body, (await define(account, { name: "other" })).body];
    expect([one.objectTypeId, other.objectTypeId]).toEqual([`6-${one.id}`, `6-${other.id}`]);
    expect(one.id).not.toBe(other.id);
  },
  "events-labels": async (platform) => expect((await defined(platform, { label: "Bench" })).labels).toEqual({ singular: "Bench" }),
  "events-tracking-type": async (platform) => expect((await defined(platform, {})).trackingType).toBe("MANUAL"),
  "events-new-is-bare": async (platform) => {
    const { associations, archived } = await defined(platform, {});
    expect([associations, archived]).toEqual([[], false]);
  },
  "events-times": async (platform) => {
    const account = await definer(platform);
    await account.advance(90_000);
    const { body } = await define(account, {});
    expect([body.createdAt, body.updatedAt]).toEqual(["2026-04-20T08:01:30Z", "2026-04-20T08:01:30Z"]);
  },
  "events-kept": async (platform) => {
    const [account, other] = [await definer(platform), await definer(platform)];
    const { body } = await define(account, {});
    expect([await kept(account), await kept(other)]).toEqual([[body], []]);
  },

  "events-at-most": async (platform) => {
    const account = await definer(platform);
    await account.seed({ eventDefinitions: many(499) });
    expect((await define(account, {})).status).toBe(201);
    expect((await define(account, { name: "one_too_many" })).status).toBeGreaterThanOrEqual(400);
    expect(await kept(account)).toHaveLength(500);
  },
  "events-one-too-many": async (platform) => {
    const account = await definer(platform);
    await account.seed({ eventDefinitions: many(500) });
    const { status, body } = await define(account, {});
    expect([status, body.category]).toEqual([400, "VALIDATION_ERROR"]);
  },
  "events-archived-do-not-count": async (platform) => {
    const account = await definer(platform);
    await account.seed({ eventDefinitions: [...many(499), stored("gone", { archived: true })] });
    expect((await define(account, {})).status).toBe(201);
  },
};

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
