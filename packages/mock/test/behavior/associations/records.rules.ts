import { expect } from "vitest";
import { create, ids, read, seededAccount, sentences, withTickets } from "../associated.ts";
import type { TestAccount, TestResponse } from "../platform.ts";
import { expectInvalid, expectNotFound } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import {
  batch,
  input,
  itemsOf,
  labelId,
  labels,
  limit,
  limits,
  list,
  listItems,
  put,
  putDefault,
  remove,
  spec,
  withLabel,
} from "./calls.ts";

const jonas = "contacts/3101/companies";

rules("associations", {
  "associations-scopes": rule(
    "Reading associations, labels or limits requires the scopes for reading both object types, and changing associations, labels or " +
      "limits requires the scopes for writing both. If an access token lacks any of these scopes, the response is a 403 that names the " +
      "missing scopes.",
    "assumed",
  )(async (platform) => {
    const reading = ["crm.objects.contacts.read", "crm.objects.companies.read"];
    const writing = ["crm.objects.contacts.write", "crm.objects.companies.write"];
    const expectMissing = async (scopes: readonly string[], call: (account: TestAccount) => Promise<TestResponse>, missing: string[]) => {
      const { status, body } = await call(await platform.account({ scopes }));
      expect([status, body.category, body.errors[0].context.requiredGranularScopes]).toEqual([403, "MISSING_SCOPES", missing]);
    };
    await expectMissing([reading[1] ?? "", ...writing], (account) => list(account, jonas), reading.slice(0, 1));
    await expectMissing([writing[0] ?? "", ...reading], (account) => put(account, `${jonas}/5201`, 1), writing.slice(1));
    await expectMissing(["tickets"], (account) => labels(account, "contacts/companies", "GET"), reading);
  }),
  "associations-scopes-of-all-limits": rule(
    "Listing the limits of the whole account requires a scope for reading at least one object type; limits between types that the " +
      "caller cannot read are omitted.",
    "assumed",
  )(async (platform) => {
    const allowed = await platform.account({ scopes: ["crm.objects.deals.read"] });
    // Association type 5 connects deals with companies, so its limit is listed only with scopes for both.
    await allowed.seed({ associationLimits: [{ typeId: 5, maxToObjectIds: 2 }] });
    expect(await limits(allowed, "all")).toMatchObject({ status: 200, body: { results: [] } });
    const both = await allowed.installApp({ scopes: ["crm.objects.deals.read", "crm.objects.companies.read"] });
    expect((await limits(both, "all")).body.results).toMatchObject([{ typeId: 5 }]);
    const rejected = await platform.account({ scopes: ["crm.objects.deals.write"] });
    expect((await limits(rejected, "all")).status).toBe(403);
  }),
  "associations-one-store": rule(
    "Associations created through one version are visible through the others, but v3 reads of companies return only the primary " +
      "company.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    await create(account, "contacts/companies", "3101 contact_to_company 5201");
    await put(account, `${jonas}/5202`, labelId);
    expect(await listItems(account, jonas)).toEqual(["5201: 1 279", `5202: 279 ${labelId}`]);
    expect(await read(account, "contacts/companies", "3101")).toEqual(["5201 contact_to_company"]);
    expect(await read(account, "companies/contacts", "5202")).toEqual(["3101 company_to_contact_unlabeled", "3101 billing_contact_of"]);
    const v1 = async (id: number) =>
      (await account.call({ path: `/crm-associations/v1/associations/3101/SERVICE_DEFINED/${id}` })).body[0].results;
    expect([await v1(1), await v1(labelId)]).toEqual([[5201], [5202]]);
  }),
  "associations-of-one-account": rule(
    "An account cannot read or change the associations, labels or limits of another account.",
    "assumed",
  )(async (platform) => {
    const [one, other] = [await seededAccount(platform, withLabel), await seededAccount(platform)];
    await put(one, `${jonas}/5201`, labelId);
    await limits(one, "contacts/companies/batch/create", [limit(labelId, 5)]);
    expect(await listItems(other, jonas)).toEqual([]);
    expectInvalid(await put(other, `${jonas}/5201`, labelId), "[0].associationTypeId");
    expect((await limits(other, "all")).body).toEqual({ results: [] });
    expectNotFound(await labels(other, "contacts/companies", "DELETE", undefined, `/${labelId}`));
    await remove(other, `${jonas}/5201`);
    expect(await listItems(one, jonas)).toEqual([`5201: 279 ${labelId}`]);
  }),

  // Two records
  "associations-create": rule(
    "Creating an association returns 201 with both records' object type ids and record ids, and the association's labels.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    const { status, body } = await put(account, "Contact/3101/0-2/5201", 1, labelId);
    expect([status, body]).toEqual([
      201,
      { fromObjectTypeId: "0-1", fromObjectId: "3101", toObjectTypeId: "0-2", toObjectId: "5201", labels: ["Primary", "Billing contact"] },
    ]);
    expect(await listItems(account, "companies/5201/contacts")).toEqual(["3101: 2 280 1202"]);
  }),
  "associations-create-replaces-labels": rule(
    "Creating an association that already exists replaces its labels.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    await put(account, `${jonas}/5201`, 1, labelId);
    expect((await put(account, `${jonas}/5201`, 35)).body.labels).toEqual(["board member"]);
    expect(await listItems(account, jonas)).toEqual(["5201: 35 279"]);
    expect(await listItems(account, "companies/5201/contacts")).toEqual(["3101: 36 280"]);
    await put(account, "companies/5201/contacts/3101", 1202);
    expect(await listItems(account, jonas)).toEqual([`5201: 279 ${labelId}`]);
    expect((await put(account, `${jonas}/5201`, 279)).body.labels).toEqual([]);
  }),
  "associations-create-includes-unlabeled": rule("Every new association includes the unlabeled type, which v1 and v3 list as well.", {
    grade: "observed",
    source: "recordings of a similar API",
  })(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    await put(account, `${jonas}/5201`, labelId);
    expect(await sentences(account)).toEqual([
      "contacts/3101 contact_to_company_unlabeled companies/5201",
      "contacts/3101 billing_contact companies/5201",
    ]);
  }),
  "associations-create-primary": rule(
    "A new primary company replaces the previous one, which stays associated without the label `Primary`.",
    { grade: "documented", source: "public documentation of a similar API, for one primary company" },
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    await put(account, `${jonas}/5201`, 1, labelId);
    await put(account, `${jonas}/5202`, 1);
    expect(await listItems(account, jonas)).toEqual([`5201: 279 ${labelId}`, "5202: 1 279"]);
  }),
  "associations-create-primary-of-lead": rule(
    "A lead has at most one primary contact, one primary company and one primary deal. The previous one stays associated without the label " +
      "`Primary`, also if the association is created in the opposite direction.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await account.seed({ records: { leads: [{ id: "1" }, { id: "2" }] } });
    await put(account, "leads/1/contacts/3101", 578);
    await put(account, "leads/1/companies/5201", 580);
    await put(account, "contacts/3102/leads/1", 579);
    await put(account, "leads/2/contacts/3102", 578);
    expect(await listItems(account, "leads/1/contacts")).toEqual(["3101: 608", "3102: 578 608"]);
    expect(await listItems(account, "leads/1/companies")).toEqual(["5201: 580 610"]);
    expect(await listItems(account, "contacts/3102/leads")).toEqual(["1: 579 609", "2: 579 609"]);
  }),
  "associations-create-unknown-record": rule(
    "Associating two records by their ids in the path returns 404 if one of them does not exist or is archived.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await account.call({ method: "DELETE", path: "/crm/objects/2026-03/tickets/9602" });
    for (const records of ["contacts/3999/companies/5201", `${jonas}/5999`, "contacts/3101/tickets/9602", "contacts/x/companies/5201"]) {
      expectNotFound(await putDefault(account, records));
      expectNotFound(await put(account, records, records.includes("tickets") ? 15 : 1));
    }
    expect(await sentences(account)).toEqual([]);
  }),
  "associations-unknown-type": rule(
    "A request with an unknown type id, a wrong category, or a type for other object types is rejected with a 400 that names the type, " +
      "and nothing is changed.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    for (const wrong of [spec(2), spec(15), spec(9999), spec(1202), { ...spec(1), associationCategory: "USER_DEFINED" }]) {
      const path = "/crm/objects/2026-03/contacts/3101/associations/companies/5201";
      expectInvalid(await account.call({ method: "PUT", path, body: [spec(1), wrong] }), "[1].associationTypeId");
      const inputs = [input("3101", "5201", 1), { from: { id: "3102" }, to: { id: "5201" }, types: [wrong] }];
      for (const action of ["batch/create", "batch/labels/archive"])
        expectInvalid(await batch(account, `contacts/companies/${action}`, inputs), "inputs[1].types[0].associationTypeId");
    }
    expect(await sentences(account)).toEqual([]);
  }),
  "associations-unknown-object-type": rule(
    "An unknown object type is rejected with a 400 that names the parameter.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    for (const response of await everyOperation(account, "people", "companies")) expectInvalid(response, "fromObjectType");
    for (const response of await everyOperation(account, "contacts", "engagements")) expectInvalid(response, "toObjectType");
  }),
  "associations-create-default": rule(
    "Creating a default association returns 200 with the unlabeled type in both directions.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const { status, body } = await putDefault(account, `${jonas}/5201`);
    const time = "2026-04-20T08:00:00Z";
    const [there, back] = [
      { from: { id: "3101" }, to: { id: "5201" }, associationSpec: spec(279) },
      { from: { id: "5201" }, to: { id: "3101" }, associationSpec: spec(280) },
    ];
    expect([status, body]).toEqual([200, { status: "COMPLETE", startedAt: time, completedAt: time, results: [there, back] }]);
    expect(await listItems(account, jonas)).toEqual(["5201: 279"]);
    await putDefault(account, "deals/7401/tickets/9601");
    expect(await listItems(account, "tickets/9601/deals")).toEqual(["7401: 28"]);
  }),
  "associations-create-default-keeps-labels": rule(
    "Creating a default association between records that are already associated keeps their labels and the primary company.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    await put(account, `${jonas}/5201`, 1, labelId);
    await putDefault(account, `${jonas}/5201`);
    await putDefault(account, `${jonas}/5202`);
    expect(await listItems(account, jonas)).toEqual([`5201: 1 279 ${labelId}`, "5202: 279"]);
  }),
  "associations-create-default-custom-types": rule(
    "Custom object types have no unlabeled type, so a default association between them is rejected with a 400.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform, {
      records: { "2-31": [{ id: "800001" }], contacts: [{ id: "3101" }] },
      associationLabels: [{ id: 1301, name: "bicycle_rider", label: "Rider", from: "2-31", to: "contacts" }],
    });
    expectInvalid(await putDefault(account, "2-31/800001/contacts/3101"), "toObjectType");
    await put(account, "2-31/800001/contacts/3101", 1301);
    expect(await listItems(account, "2-31/800001/contacts")).toEqual(["3101: 1301"]);
    await batch(account, "2-31/contacts/batch/labels/archive", [input("800001", "3101", 1301)]);
    expect(await sentences(account)).toEqual([]);
  }),
  "associations-delete": rule(
    "Deleting an association returns 204 and removes all of its types in both directions.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    await put(account, `${jonas}/5201`, 1, labelId);
    await put(account, `${jonas}/5202`, labelId);
    const { status, body } = await remove(account, "companies/5201/contacts/3101");
    expect([status, body]).toEqual([204, undefined]);
    expect(await listItems(account, jonas)).toEqual([`5202: 279 ${labelId}`]);
  }),
  "associations-delete-missing": rule(
    "Deleting an association that does not exist returns 204.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    for (const records of [`${jonas}/5201`, "contacts/3999/companies/5201", "contacts/x/companies/y"])
      expect((await remove(account, records)).status).toBe(204);
  }),

  "associations-with-itself": rule("Associating a record with itself through any version is rejected with a 400, and nothing is changed.", {
    grade: "observed",
    source: "recordings of a similar API",
  })(async (platform) => {
    const account = await seededAccount(platform);
    const v1 = { fromObjectId: 3101, toObjectId: 3101, category: "SERVICE_DEFINED", definitionId: 449 };
    const calls = [
      putDefault(account, "contacts/3101/contacts/3101"),
      put(account, "contacts/3101/contacts/3101", 449),
      batch(account, "contacts/contacts/batch/create", [input("3101", "3101", 449)]),
      batch(account, "contacts/contacts/batch/associate/default", [input("3101", "3101")]),
      create(account, "contacts/contacts", "3101 contact_to_contact 3101"),
      account.call({ method: "PUT", path: "/crm-associations/v1/associations", body: v1 }),
    ];
    for (const { status, body } of await Promise.all(calls)) {
      expect([status, body.category, body.context]).toEqual([400, "VALIDATION_ERROR", { INVALID_OBJECT_IDS: ["3101"] }]);
    }
    expect(await sentences(account)).toEqual([]);
  }),

  // Read
  "associations-list-all-types": rule(
    "A list contains every type of each association, including the unlabeled type, even if the association was created through another " +
      "version.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    await create(account, "contacts/companies", "3101 contact_to_company 5201", "3101 billing_contact 5201");
    const { status, body } = await list(account, jonas);
    const associationTypes = [
      { category: "SERVICE_DEFINED", typeId: 1, label: "Primary" },
      { category: "SERVICE_DEFINED", typeId: 279, label: null },
      { category: "USER_DEFINED", typeId: labelId, label: "Billing contact" },
    ];
    expect([status, body]).toEqual([200, { results: [{ toObjectId: "5201", associationTypes }] }]);
    expect((await list(account, "contacts/3101/deals")).body).toEqual({ results: [] });
  }),
  "associations-list-pages": rule(
    "A list page contains up to 500 records; sending `paging.next.after` as `after` returns the next page.",
    "documented",
  )(async (platform) => {
    const tickets = ids(10_000, 501);
    const account = await withTickets(platform, tickets);
    const first = await list(account, "contacts/3101/tickets");
    expect([first.body.results.length, first.body.paging.next.after]).toEqual([500, "10499"]);
    const second = await list(account, "contacts/3101/tickets", { after: "10499" });
    expect(second.body).toEqual({ results: [expect.objectContaining({ toObjectId: "10500" })] });
    const small = await list(account, "contacts/3101/tickets", { after: "10001", limit: 2 });
    expect([itemsOf(small.body.results), small.body.paging.next.after]).toEqual([["10002: 15", "10003: 15"], "10003"]);
    for (const limited of [0, 501]) expectInvalid(await list(account, jonas, { limit: limited }), "limit");
  }),
  "associations-list-order": rule(
    "A list contains each associated record once, ordered by record id, with its types ordered by type id.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform, {
      records: { contacts: [{ id: "3101" }], companies: [{ id: "52" }, { id: "9" }] },
      ...withLabel,
    });
    await put(account, `${jonas}/52`, labelId, 41);
    await put(account, `${jonas}/9`, 33, 1);
    expect(await listItems(account, jonas)).toEqual(["9: 1 33 279", `52: 41 279 ${labelId}`]);
  }),
  "associations-list-cursor": rule(
    "An `after` cursor that is not a number is rejected with a 400.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await putDefault(account, `${jonas}/5201`);
    for (const after of ["x", "-1", "5201-279"]) {
      expectInvalid(await list(account, jonas, { after }), "after");
      expectInvalid(await batch(account, "contacts/companies/batch/read", [{ id: "3101", after }]), "inputs[0].after");
    }
    expect((await list(account, jonas, { after: "9".repeat(30) })).body).toEqual({ results: [] });
  }),
  "associations-list-unknown-record": rule(
    "Listing the associations of a record that does not exist or is archived returns 404.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await account.call({ method: "DELETE", path: "/crm/objects/2026-03/tickets/9602" });
    for (const records of ["contacts/3999/companies", "tickets/9602/companies", "contacts/9601/companies"])
      expectNotFound(await list(account, records));
  }),
  "associations-list-archived": rule(
    "Associations with archived records are omitted until the records are restored.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await putDefault(account, "contacts/3101/tickets/9601");
    await putDefault(account, "contacts/3101/tickets/9602");
    await account.call({ method: "DELETE", path: "/crm/objects/2026-03/tickets/9601" });
    expect(await listItems(account, "contacts/3101/tickets")).toEqual(["9602: 15"]);
    await account.seed({ records: { tickets: [{ id: "9601" }] } });
    expect(await listItems(account, "contacts/3101/tickets")).toEqual(["9601: 15", "9602: 15"]);
  }),
});

async function everyOperation(account: TestAccount, from = "contacts", to = "companies") {
  const records = `${from}/3101/${to}`;
  const isAllowed = from === "contacts" && to === "companies";
  const batches = ["read", "create", "associate/default", "archive", "labels/archive"];
  return [
    await putDefault(account, `${records}/5201`),
    await put(account, `${records}/5201`, 1),
    await list(account, records),
    await remove(account, `${records}/5201`),
    ...(await Promise.all(batches.map((action) => batch(account, `${from}/${to}/batch/${action}`, [])))),
    await labels(account, `${from}/${to}`, "GET"),
    await labels(account, `${from}/${to}`, "POST", { name: "a", label: "A" }),
    await labels(account, `${from}/${to}`, "PUT", { associationTypeId: 1, label: "A" }),
    await labels(account, `${from}/${to}`, "DELETE", undefined, "/9999"),
    ...(isAllowed ? [await limits(account, "all")] : []),
    await limits(account, `${from}/${to}`),
    ...(await Promise.all(["create", "update", "purge"].map((action) => limits(account, `${from}/${to}/batch/${action}`, [])))),
  ];
}
