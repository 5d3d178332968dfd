import { expect } from "vitest";
import { demoTime, type Platform, type TestAccount } from "../platform.ts";
import { expectInvalid } from "../rejections.ts";
import { rule, rules } from "../rules.ts";

const option = { label: "Small", value: "small", hidden: false };
const size = { name: "size", label: "Size", type: "enumeration", fieldType: "select", groupName: "contactinformation", options: [option] };
const appId = 27314;

rules("shared", {
  "v3-options-without-position": rule(
    "In properties v3 and object schemas v3, `displayOrder` of an option is optional; the default is -1. Later versions require it.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform);
    const { status, body } = await account.call({ path: "/crm/v3/properties/contacts", body: size });
    expect([status, body.options]).toEqual([201, [{ ...option, displayOrder: -1 }]]);
    const batch = { inputs: [{ ...size, name: "frame_size" }] };
    const inBatch = await account.call({ path: "/crm/v3/properties/contacts/batch/create", body: batch });
    expect([inBatch.status, inBatch.body.results[0].options]).toEqual([201, body.options]);
    const options = [option, { label: "Large", value: "large", hidden: false, displayOrder: 3 }];
    const updated = await account.call({ method: "PATCH", path: "/crm/v3/properties/contacts/size", body: { options } });
    expect(updated.body.options.map(({ displayOrder }: { displayOrder: number }) => displayOrder)).toEqual([-1, 3]);
    const labels = { singular: "Frame", plural: "Frames" };
    const schema = { name: "frame", labels, requiredProperties: [], properties: [size], associatedObjects: [] };
    const created = await account.call({ path: "/crm-object-schemas/v3/schemas", body: schema });
    const { options: inSchema } = created.body.properties.find(({ name }: { name: string }) => name === size.name);
    expect([created.status, inSchema]).toEqual([201, body.options]);
    for (const version of ["2025-09", "2026-03", "2026-09"]) {
      const rejected = await account.call({ path: `/crm/properties/${version}/contacts`, body: { ...size, name: "other" } });
      expectInvalid(rejected, "options[0].displayOrder");
    }
  }),
  "v3-subscriptions-without-active": rule(
    "In webhooks v3, `active` is optional in a new subscription; the default is false. Later versions require it.",
    { grade: "assumed", source: "an optional field is documented, but not its default" },
  )(async (platform) => {
    const account = await seeded(platform);
    const settings = { targetUrl: "https://app.example/hooks", throttling: { maxConcurrentRequests: 10 } };
    await account.call({ method: "PUT", path: `/webhooks/v3/${appId}/settings`, body: settings });
    const body = { eventType: "contact.creation" };
    const created = await account.call({ path: `/webhooks/v3/${appId}/subscriptions`, body });
    expect([created.status, created.body.active]).toEqual([201, false]);
    for (const prefix of ["/app-webhooks/2025-09", "/webhooks/2026-03", "/app-webhooks/2026-09"]) {
      expectInvalid(await account.call({ path: `${prefix}/${appId}/subscriptions`, body }), "active");
    }
  }),
  "v4-archives-without-body": rule(
    "In associations v4, archiving associations or labels, and deleting limits, returns 204 without a body; later versions return 200.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform);
    const pair = { from: { id: "3101" }, to: { id: "5201" } };
    const types = [{ associationCategory: "SERVICE_DEFINED", associationTypeId: 1 }];
    const calls = [
      ["/crm/*/associations", "/contacts/companies/batch/labels/archive", { inputs: [{ ...pair, types }] }],
      ["/crm/*/associations", "/contacts/companies/batch/archive", { inputs: [{ from: pair.from, to: [pair.to] }] }],
      [
        "/crm/associations/*/definitions",
        "/configurations/contacts/companies/batch/purge",
        { inputs: [{ category: "SERVICE_DEFINED", typeId: 1 }] },
      ],
    ] as const;
    for (const [prefix, rest, body] of calls) {
      const older = await account.call({ path: prefix.replace("*", "v4") + rest, body });
      expect([rest, older.status, older.body]).toEqual([rest, 204, undefined]);
      for (const version of ["2025-09", "2026-03", "2026-09"]) {
        const path = prefix.replace("*/associations", "associations/*").replace("*", version) + rest;
        const later = await account.call({ path, body });
        expect([path, later.status, later.body.status]).toEqual([path, 200, "COMPLETE"]);
      }
    }
  }),
  "associations-without-type-ids": rule(
    "In 2025-09 and 2026-09, created associations lack `fromObjectTypeId` and `toObjectTypeId`, which v4 and 2026-03 return.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform);
    const types = [{ associationCategory: "SERVICE_DEFINED", associationTypeId: 1 }];
    const inputs = [{ from: { id: "3101" }, to: { id: "5201" }, types }];
    const prefixes = [
      ["/crm/v4/objects", "/crm/v4/associations", true],
      ["/crm/objects/2025-09", "/crm/associations/2025-09", false],
      ["/crm/objects/2026-03", "/crm/associations/2026-03", true],
      ["/crm/objects/2026-09", "/crm/associations/2026-09", false],
    ] as const;
    for (const [objects, associations, hasTypes] of prefixes) {
      const one = await account.call({ method: "PUT", path: `${objects}/contacts/3101/associations/companies/5201`, body: types });
      const several = await account.call({ path: `${associations}/contacts/companies/batch/create`, body: { inputs } });
      const typeIds = hasTypes ? { fromObjectTypeId: "0-1", toObjectTypeId: "0-2" } : {};
      const association = { fromObjectId: "3101", toObjectId: "5201", labels: ["Primary"], ...typeIds };
      expect([objects, one.status, one.body]).toEqual([objects, 201, association]);
      expect([associations, several.status, several.body.results[0]]).toEqual([associations, 201, association]);
    }
  }),
  "2026-09-without-association-list": rule(
    "Version 2026-09 cannot list the associations of one record; `batch/read` remains.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const association = "/crm/objects/2026-09/contacts/3101/associations/default/companies/5201";
    expect((await account.call({ method: "PUT", path: association })).status).toBe(200);
    expect((await account.call({ path: "/crm/objects/2026-09/contacts/3101/associations/companies" })).status).toBe(404);
    const body = { inputs: [{ id: "3101" }] };
    expect((await account.call({ path: "/crm/associations/2026-09/contacts/companies/batch/read", body })).status).toBe(200);
  }),
  "2026-09-batches-with-errors": rule(
    "In 2026-09, a batch of records of which some inputs fail returns the same status as one that succeeds, with `errors` and `numErrors`; " +
      "earlier versions return 207.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const values = { properties: { firstname: "Ada" } };
    const batches = [
      ["read", 200, { properties: [], inputs: [{ id: "3101" }, { id: "999" }] }],
      [
        "update",
        200,
        {
          inputs: [
            { id: "3101", ...values },
            { id: "999", ...values },
          ],
        },
      ],
      [
        "create",
        201,
        {
          inputs: [
            { ...values, objectWriteTraceId: "a" },
            { properties: { none: "1" }, objectWriteTraceId: "b" },
          ],
        },
      ],
    ] as const;
    for (const [action, status, body] of batches) {
      for (const version of ["/crm/v3/objects", "/crm/objects/2025-09", "/crm/objects/2026-03"]) {
        const earlier = await account.call({ path: `${version}/contacts/batch/${action}`, body });
        expect([action, earlier.status, earlier.body.numErrors]).toEqual([action, 207, 1]);
      }
      const later = await account.call({ path: `/crm/objects/2026-09/contacts/batch/${action}`, body });
      expect([action, later.status, later.body.numErrors, later.body.results.length]).toEqual([action, status, 1, 1]);
    }
  }),
  "2026-09-properties": rule(
    "Properties in 2026-09 lack `currencyPropertyName`, `numberDisplayHint` and `showCurrencySymbol`: they are ignored in requests, and " +
      "omitted from responses.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const hints = { currencyPropertyName: "deal_currency_code", numberDisplayHint: "currency", showCurrencySymbol: true };
    const price = { label: "Price", type: "number", fieldType: "number", groupName: "contactinformation", ...hints };
    await account.call({ path: "/crm/v3/properties/contacts", body: { name: "price", ...price } });
    const later = await account.call({ path: "/crm/properties/2026-09/contacts", body: { name: "later_price", ...price } });
    expect(later.status).toBe(201);
    const names = Object.keys(hints);
    const fieldsOf = async (path: string) => Object.keys((await account.call({ path })).body).filter((name) => names.includes(name));
    expect((await fieldsOf("/crm/properties/2026-03/contacts/price")).sort()).toEqual(names);
    expect(await fieldsOf("/crm/properties/2026-09/contacts/price")).toEqual([]);
    expect(await fieldsOf("/crm/properties/2026-03/contacts/later_price")).toEqual([]);
    const { results } = (await account.call({ path: "/crm/properties/2026-09/contacts" })).body;
    expect(results.flatMap(Object.keys).filter((name: string) => names.includes(name))).toEqual([]);
  }),
  "2026-09-stages": rule(
    "In 2026-09, the deletion of a stage lacks `validateReferencesBeforeDelete`. The parameter is ignored, so a stage that records use is deleted.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    await account.seed({ records: { deals: [{ id: "7401", properties: { dealstage: "contractsent" } }] } });
    const stage = "deals/default/stages/contractsent?validateReferencesBeforeDelete=true";
    const statusOf = async (version: string) =>
      (await account.call({ method: "DELETE", path: `/crm/pipelines/${version}/${stage}` })).status;
    expect([await statusOf("2025-09"), await statusOf("2026-09")]).toEqual([400, 204]);
  }),
  "2026-09-tokens": rule(
    "OAuth 2026-09 rejects the grant `client_credentials` with `unsupported_grant_type`; v3 and 2026-03 accept it.",
    "assumed",
  )(async (platform) => {
    const { app } = await seeded(platform);
    const form = { grant_type: "client_credentials", client_id: app.clientId, client_secret: app.clientSecret };
    for (const version of ["v3", "2026-03"]) expect((await platform.call({ path: `/oauth/${version}/token`, form })).status).toBe(200);
    const { status, body } = await platform.call({ path: "/oauth/2026-09/token", form });
    expect([status, body.error]).toEqual([400, "unsupported_grant_type"]);
  }),
});

async function seeded(platform: Platform): Promise<TestAccount> {
  const account = await platform.account({ clock: { mode: "frozen", at: demoTime }, app: { appId } });
  await account.seed({ records: { contacts: [{ id: "3101" }], companies: [{ id: "5201" }] } });
  return account;
}
