import { expect } from "vitest";
import type { Call, Platform } from "../platform.ts";
import { expectInvalid } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { base, create, get, scopesOf, seededAccount, type Values } from "./calls.ts";

rules("records", {
  "records-object-types": rule(
    "The object type can be given as its plural name, singular name or type id, in any letter case; any other name is rejected with a " +
      "400.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    for (const name of ["contacts", "contact", "0-1", "CONTACTS"]) {
      expect((await get(account, name, "3101")).body.id).toBe("3101");
    }
    for (const name of ["people", "0-999", "2-0"]) expectInvalid(await get(account, name, "3101"), "objectType");
  }),
  "records-custom-types": rule(
    "Records of a custom object type are read and written like those of other types, by its type id of the form `2-<n>`. An id that no " +
      "object type of the account has is rejected with a 400.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    await account.seed({ properties: { "2-1203": [{ name: "size" }] } });
    const { body } = await create(account, "2-1203", { size: "42" });
    expect((await get(account, "2-1203", body.id, { properties: "size" })).body.properties["size"]).toBe("42");
    expectInvalid(await get(account, "2-1204", body.id), "objectType");
  }),
  "records-scopes": rule(
    "Reading and writing records requires the scope of the object type; a request without it gets a 403 that names the scope.",
    "documented",
  )(async (platform) => {
    const types = {
      tickets: ["tickets", "tickets"],
      "0-2": scopesOf("companies"),
      deals: scopesOf("deals"),
      leads: scopesOf("leads"),
      "2-7": scopesOf("custom"),
    };
    for (const [type, [read = "", write = ""]] of Object.entries(types)) await expectScopes(platform, type, read, write);
  }),
  "records-scopes-of-associations": rule(
    "Creating or reading associations together with a record, and searching by associations, also requires the scopes of the associated " +
      "object types.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account({ scopes: ["crm.objects.contacts.read", "crm.objects.contacts.write"] });
    const types = [{ associationCategory: "SERVICE_DEFINED", associationTypeId: 279 }];
    const filter = { propertyName: "associations.companies", operator: "HAS_PROPERTY" };
    const associations = [{ to: { id: "5201" }, types }];
    const calls: [Call, string][] = [
      [{ path: `${base}/contacts`, body: { properties: {}, associations } }, "write"],
      [{ path: `${base}/contacts/batch/create`, body: { inputs: [{ properties: {}, associations, objectWriteTraceId: "a" }] } }, "write"],
      [{ path: `${base}/contacts`, query: { associations: "companies" } }, "read"],
      [{ path: `${base}/contacts/search`, body: { filterGroups: [{ filters: [filter] }] } }, "read"],
    ];
    for (const [call, action] of calls) {
      const { status, body } = await account.call(call);
      expect([status, body.errors[0].context]).toEqual([403, { requiredGranularScopes: [`crm.objects.companies.${action}`] }]);
    }
  }),
  "records-scopes-after-validation": rule(
    "The scope of the object type is checked after the request has been validated, so an invalid request without that scope gets a 400.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account({ scopes: ["crm.objects.deals.write"] });
    expectInvalid(await create(account, "contacts", { firstname: [] } as unknown as Values), "properties.firstname");
    expect((await create(account, "contacts", {})).status).toBe(403);
  }),
  "records-scopes-of-activities": rule(
    "Activities, such as meetings and calls, use the scopes of contacts.",
    "documented",
  )(async (platform) => {
    const [read = "", write = ""] = scopesOf("contacts");
    for (const type of ["contacts", "meetings", "0-48"]) await expectScopes(platform, type, read, write);
  }),
  "records-within-the-account": rule(
    "No operation reads or changes the records of another account.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const before = await account.snapshot();
    const other = await platform.account();
    for (const call of everyCall("contacts", "3101")) {
      const { status, body } = await other.call(call);
      expect([status, JSON.stringify(body ?? "").includes("Jonas")]).toEqual([expect.any(Number), false]);
    }
    expect((await account.snapshot()).records).toEqual(before.records);
  }),
});

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

const withCustomType = { objectSchemas: [{ objectTypeId: "2-7", name: "bicycle" }] };

/** Expects that no other record scope is sufficient. */
async function expectScopes(platform: Platform, type: string, read: string, write: string): Promise<void> {
  const others = ["tickets", ...["appointments", "companies", "contacts", "custom", "deals"].flatMap(scopesOf)];
  for (const [kind, scope] of Object.entries({ read, write })) {
    const without = await platform.account({ scopes: others.filter((one) => one !== scope), state: withCustomType });
    const allowed = await platform.account({ scopes: [scope], state: withCustomType });
    for (const { action, ...call } of everyCall(type, "1").filter(({ action }) => action === kind)) {
      const rejected = await without.call(call);
      expect([rejected.status, rejected.body.category], call.path).toEqual([403, "MISSING_SCOPES"]);
      expect(rejected.body.errors[0].context.requiredGranularScopes).toEqual([scope]);
      expect((await allowed.call(call)).status, call.path).not.toBe(403);
    }
  }
}
