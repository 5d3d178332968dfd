import { expect } from "vitest";
import { create, seededAccount, sentences } from "../associated.ts";
import type { TestResponse } from "../platform.ts";
import { expectInvalid } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { batch, input, labelId, limit, limits, listItems, put, putDefault, spec, withLabel } from "./calls.ts";

const pair = "contacts/companies";
const shownLabel = { category: "USER_DEFINED", typeId: labelId, label: "Billing contact" };

rules("associations", {
  "associations-list-limits": rule(
    "Limits can be listed for the whole account or for two object types. Each limit contains the category, id and label of its " +
      "association type.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    expect((await limits(account, "all")).body).toEqual({ results: [] });
    await limits(account, `${pair}/batch/create`, [limit(labelId, 5), limit(279, 7)]);
    await limits(account, "tickets/contacts/batch/create", [limit(16, 3)]);
    const ofPair = [
      { category: "SERVICE_DEFINED", typeId: 279, userEnforcedMaxToObjectIds: 7 },
      { ...shownLabel, userEnforcedMaxToObjectIds: 5 },
    ];
    const { status, body } = await limits(account, pair);
    expect([status, body]).toEqual([200, { results: ofPair }]);
    const ofTickets = { category: "SERVICE_DEFINED", typeId: 16, userEnforcedMaxToObjectIds: 3 };
    expect((await limits(account, "all")).body).toEqual({ results: [ofTickets, ...ofPair] });
    expect((await limits(account, "companies/contacts")).body).toEqual({ results: [] });
  }),
  "associations-create-limits": rule(
    "Creating limits returns 201. A type that already has a limit causes a 207 with an error that names the type.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    const created = await limits(account, `${pair}/batch/create`, [limit(labelId, 5)]);
    expect([created.status, created.body.results]).toEqual([201, [{ ...shownLabel, userEnforcedMaxToObjectIds: 5 }]]);
    const again = await limits(account, `${pair}/batch/create`, [limit(labelId, 6), limit(1, 1)]);
    expect([again.status, again.body.results, again.body.errors]).toMatchObject([
      207,
      [{ typeId: 1, label: "Primary", userEnforcedMaxToObjectIds: 1 }],
      [{ category: "CONFLICT", context: { typeId: [String(labelId)] } }],
    ]);
    expect((await limits(account, pair)).body.results).toMatchObject([{ typeId: 1 }, { userEnforcedMaxToObjectIds: 5 }]);
    for (const wrong of [limit(2, 1), limit(9999, 1), { ...limit(1, 1), category: "WORK" }])
      expectInvalid(await limits(account, `${pair}/batch/create`, [wrong]), "inputs[0].typeId");
    expectInvalid(await limits(account, `${pair}/batch/create`, [limit(33, 0)]), "inputs[0].maxToObjectIds");
  }),
  "associations-update-limits": rule(
    "Changing limits returns 200. A type without a limit causes a 207 with an error that names the type.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    await limits(account, `${pair}/batch/create`, [limit(labelId, 5)]);
    const updated = await limits(account, `${pair}/batch/update`, [limit(labelId, 2)]);
    expect([updated.status, updated.body.results]).toEqual([200, [{ ...shownLabel, userEnforcedMaxToObjectIds: 2 }]]);
    const missing = await limits(account, `${pair}/batch/update`, [limit(1, 1), limit(labelId, 3)]);
    expect([missing.status, missing.body.numErrors, missing.body.errors]).toMatchObject([
      207,
      1,
      [{ category: "OBJECT_NOT_FOUND", context: { typeId: ["1"] } }],
    ]);
    expect((await limits(account, "all")).body.results).toMatchObject([{ typeId: labelId, userEnforcedMaxToObjectIds: 3 }]);
  }),
  "associations-delete-limits": rule(
    "Deleting limits returns 200 with a batch response. Types without a limit are ignored.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    await limits(account, `${pair}/batch/create`, [limit(labelId, 5), limit(1, 1)]);
    const types = [1, 33].map((typeId) => ({ category: "SERVICE_DEFINED", typeId }));
    const { status, body } = await limits(account, `${pair}/batch/purge`, types);
    expect([status, body.status]).toEqual([200, "COMPLETE"]);
    expect((await limits(account, "all")).body.results).toMatchObject([{ typeId: labelId }]);
    expectInvalid(await limits(account, `${pair}/batch/purge`, [{ category: "SERVICE_DEFINED", typeId: 2 }]), "inputs[0].typeId");
  }),
  "associations-limits-enforced": rule(
    "A write that would exceed a limit is rejected with a 400, regardless of the version it uses, and nothing is changed.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    await limits(account, `${pair}/batch/create`, [limit(279, 1)]);
    await limits(account, "companies/contacts/batch/create", [limit(1202, 1)]);
    await put(account, "contacts/3101/companies/5201", labelId);
    const item = { fromObjectId: 3101, toObjectId: 5202, category: "SERVICE_DEFINED", definitionId: 1 };
    const writes = [
      await putDefault(account, "contacts/3101/companies/5202"),
      await put(account, "contacts/3101/companies/5202", 1),
      await put(account, "companies/5201/contacts/3102", 1202),
      await batch(account, `${pair}/batch/create`, [input("3102", "5202", 1), input("3101", "5203", 1)]),
      await batch(account, `${pair}/batch/associate/default`, [input("3101", "5203")]),
      await create(account, pair, "3101 contact_to_company 5202"),
      await create(account, "companies/contacts", "5201 billing_contact_of 3102"),
      await account.call({ method: "PUT", path: "/crm-associations/v1/associations", body: item }),
    ];
    for (const write of writes) expectExceeded(write);
    expect(writes[0]?.body.context).toEqual({ fromObjectId: ["3101"], associationTypeId: ["279"], maxToObjectIds: ["1"] });
    expect(await sentences(account)).toHaveLength(2);
    expect((await put(account, "contacts/3102/companies/5202", labelId)).status).toBe(201);
  }),
  "associations-limits-traced": rule(
    "In a batch of new records in which every input has an `objectWriteTraceId`, only the inputs that would exceed a limit fail.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await limits(account, `${pair}/batch/create`, [limit(279, 1)]);
    const contact = (objectWriteTraceId: string, ...companies: string[]) => ({
      objectWriteTraceId,
      properties: { email: "ines@larkspur.example" },
      associations: companies.map((id) => ({ to: { id }, types: [spec(279)] })),
    });
    const inputs = [contact("a", "5201", "5202"), contact("b", "5201")];
    const { status, body } = await account.call({ path: "/crm/objects/2026-03/contacts/batch/create", body: { inputs } });
    expect([status, body.results, body.errors]).toMatchObject([
      207,
      [{ objectWriteTraceId: "b" }],
      [{ category: "VALIDATION_ERROR", context: { associationTypeId: ["279"], objectWriteTraceId: ["a"] } }],
    ]);
    expect((await account.snapshot()).records.contacts).toHaveLength(3);
    expect(await sentences(account)).toHaveLength(1);
  }),
  "associations-limits-new-records": rule(
    "If the associations of a new record would exceed a limit, the error names the input's field `associations` instead of a record id.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await limits(account, `${pair}/batch/create`, [limit(279, 1)]);
    const contact = { properties: {}, associations: ["5201", "5202"].map((id) => ({ to: { id }, types: [spec(279)] })) };
    const single = await account.call({ path: "/crm/objects/2026-03/contacts", body: contact });
    const inputs = [{ properties: {} }, contact];
    const whole = await account.call({ path: "/crm/objects/2026-03/contacts/batch/create", body: { inputs } });
    for (const [{ status, body }, place] of [
      [single, "associations"],
      [whole, "inputs[1].associations"],
    ] as const) {
      expect([status, body.context]).toEqual([400, { associationTypeId: ["279"], maxToObjectIds: ["1"] }]);
      expect(body.errors).toMatchObject([{ in: place, message: `${place} must not exceed the limit of 1 for association type 279` }]);
    }
  }),
  "associations-limits-count": rule(
    "A limit on the unlabeled type counts all associated records, and a limit on another type counts the records associated by that " +
      "type. Archived records are not counted.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    await limits(account, `${pair}/batch/create`, [limit(279, 2), limit(labelId, 1)]);
    await create(account, pair, "3101 contact_to_company 5201");
    expect((await put(account, "contacts/3101/companies/5202", labelId)).status).toBe(201);
    expectExceeded(await put(account, "contacts/3101/companies/5201", labelId));
    expectExceeded(await putDefault(account, "contacts/3101/companies/5203"));
    expect((await put(account, "contacts/3101/companies/5202", 1)).status).toBe(201);
    expect((await put(account, "contacts/3101/companies/5201", labelId)).status).toBe(201);
    await account.call({ method: "DELETE", path: "/crm/objects/2026-03/companies/5201" });
    expect((await putDefault(account, "contacts/3101/companies/5203")).status).toBe(200);
  }),
  "associations-limits-existing": rule(
    "Existing associations that exceed a new limit remain, and creating them again succeeds.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    for (const company of ["5201", "5202"]) await putDefault(account, `contacts/3101/companies/${company}`);
    await limits(account, `${pair}/batch/create`, [limit(279, 1)]);
    expect((await put(account, "contacts/3101/companies/5202", labelId)).status).toBe(201);
    expectExceeded(await putDefault(account, "contacts/3101/companies/5203"));
    expect(await listItems(account, "contacts/3101/companies")).toEqual(["5201: 279", `5202: 279 ${labelId}`]);
  }),
  "associations-limits-merges": rule(
    "A merge is not subject to limits. Afterward, the remaining record has the associations of both records.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await limits(account, `${pair}/batch/create`, [limit(279, 1)]);
    await putDefault(account, "contacts/3101/companies/5201");
    await putDefault(account, "contacts/3102/companies/5202");
    const body = { primaryObjectId: "3101", objectIdToMerge: "3102" };
    expect((await account.call({ path: "/crm/objects/2026-03/contacts/merge", body })).status).toBe(200);
    expect(await listItems(account, "contacts/3101/companies")).toEqual(["5201: 279", "5202: 279"]);
    expectExceeded(await putDefault(account, "contacts/3101/companies/5203"));
  }),
});

function expectExceeded({ status, body }: TestResponse): void {
  expect([status, body.category, Object.keys(body.context ?? {})]).toEqual([
    400,
    "VALIDATION_ERROR",
    ["fromObjectId", "associationTypeId", "maxToObjectIds"],
  ]);
}
