import { expect } from "vitest";
import { ids, seededAccount, sentences, withTickets } from "../associated.ts";
import { demoTime } from "../platform.ts";
import { expectInvalid } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { violations } from "../violations.ts";
import { batch, input, itemsOf, labelId, listItems, put, putDefault, withLabel } from "./calls.ts";

const pair = "contacts/companies/batch";
const completed = { status: "COMPLETE", startedAt: demoTime, completedAt: demoTime };

rules("associations", {
  // Read
  "associations-read": rule(
    "A batch read returns 200 with all types of each record's associations.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    await put(account, "contacts/3101/companies/5201", 1);
    await put(account, "contacts/3102/companies/5202", labelId);
    const { status, body } = await batch(account, `${pair}/read`, [{ id: "3101" }, { id: "3102" }, { id: "3101" }]);
    const results = body.results.map(({ from, to }: { from: { id: string }; to: [] }) => [from.id, ...itemsOf(to)]);
    expect([status, results]).toEqual([
      200,
      [
        ["3101", "5201: 1 279"],
        ["3102", `5202: 279 ${labelId}`],
      ],
    ]);
    expect(body).toMatchObject(completed);
  }),
  "associations-read-none": rule(
    "A batch read returns 207 with a NO_ASSOCIATIONS_FOUND error for each record that has no associations or does not exist.",
    { grade: "observed", source: "recordings of a similar API" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    await putDefault(account, "contacts/3101/companies/5201");
    const { status, body } = await batch(account, `${pair}/read`, [{ id: "3102" }, { id: "3101", after: "5201" }, { id: "3999" }]);
    expect([status, body.results, body.numErrors]).toEqual([207, [{ from: { id: "3101" }, to: [] }], 2]);
    const error = (id: string) => ({
      category: "OBJECT_NOT_FOUND",
      subCategory: "crm.associations.NO_ASSOCIATIONS_FOUND",
      context: { fromObjectId: [id], fromObjectType: ["contact"], toObjectType: ["company"] },
    });
    expect(body.errors).toMatchObject([error("3102"), error("3999")]);
  }),
  "associations-read-pages": rule(
    "Each result of a batch read contains up to 100 associated records; sending `paging.next.after` as `after`, together with the " +
      "record's id, returns the next page.",
    "assumed",
  )(async (platform) => {
    const account = await withTickets(platform, ids(10_000, 101));
    const read = async (after?: string) =>
      (await batch(account, "contacts/tickets/batch/read", [after === undefined ? { id: "3101" } : { id: "3101", after }])).body.results[0];
    const first = await read();
    expect([first.to.length, first.paging]).toEqual([100, { next: { after: "10099" } }]);
    const second = await read("10099");
    expect([itemsOf(second.to), second.paging]).toEqual([["10100: 15"], undefined]);
  }),
  "associations-read-at-most-1000": rule(
    "A batch reads up to 1,000 records; a larger batch is rejected with a 400.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const inputs = ids(3101, 1001).map((id) => ({ id }));
    expectInvalid(await batch(account, `${pair}/read`, inputs), "inputs");
    expect((await batch(account, `${pair}/read`, inputs.slice(1))).status).toBe(207);
  }),

  // Batches
  "associations-batch-create": rule(
    "A batch create returns 201 with one result per pair of records, and replaces the labels of existing associations.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    await put(account, "contacts/3101/companies/5201", 1);
    const inputs = [input("3101", "5201", labelId), input("3102", "5202", 1, 279)];
    const { status, body } = await batch(account, `${pair}/create`, inputs);
    const ends = (from: string, to: string) => ({ fromObjectTypeId: "0-1", fromObjectId: from, toObjectTypeId: "0-2", toObjectId: to });
    const results = [
      { ...ends("3101", "5201"), labels: ["Billing contact"] },
      { ...ends("3102", "5202"), labels: ["Primary"] },
    ];
    expect([status, body]).toEqual([201, { ...completed, results }]);
    expect(await listItems(account, "contacts/3101/companies")).toEqual([`5201: 279 ${labelId}`]);
    expectInvalid(await batch(account, `${pair}/create`, [{ ...input("3101", "5201"), types: [] }]), "inputs[0].types");
  }),
  "associations-batch-create-unknown-records": rule(
    "If only some inputs refer to nonexistent records, the associations for the remaining inputs are created, and the response is a 207 " +
      "that lists the nonexistent records. If all inputs refer to nonexistent records, the response is a 400.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const some = await batch(account, `${pair}/create`, [input("3999", "5201", 1), input("3101", "5201", 1), input("3102", "5999", 1)]);
    expect([some.status, some.body.results.length, some.body.numErrors]).toEqual([207, 1, 1]);
    expect(some.body.errors[0].context).toEqual({ INVALID_OBJECT_IDS: ["3999", "5999"] });
    const all = await batch(account, `${pair}/create`, [input("3999", "5201", 1)]);
    expect([all.status, all.body.context]).toEqual([400, { INVALID_OBJECT_IDS: ["3999"] }]);
  }),
  "associations-batch-create-repeated": rule(
    "If several inputs of a batch contain the same pair of records, the last of these inputs determines the labels.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    const { body } = await batch(account, `${pair}/create`, [input("3101", "5201", 1), input("3101", "5201", labelId)]);
    expect(body.results).toMatchObject([{ labels: ["Billing contact"] }]);
    // Between records of the same type, both directions are the same association.
    await batch(account, "companies/companies/batch/create", [input("5201", "5202", 13), input("5202", "5201", 43)]);
    expect(await listItems(account, "companies/5201/companies")).toEqual(["5202: 44 450"]);
  }),
  "associations-batch-create-at-most-2000": rule(
    "A batch creates up to 2,000 associations; a larger batch is rejected with a 400.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const inputs = Array.from({ length: 2001 }, () => input("3101", "5201", 1));
    expectInvalid(await batch(account, `${pair}/create`, inputs), "inputs");
    expectInvalid(await batch(account, `${pair}/associate/default`, inputs), "inputs");
    expect((await batch(account, `${pair}/create`, inputs.slice(1))).status).toBe(201);
  }),
  "associations-batch-create-default": rule(
    "Creating a batch of default associations returns 200 with two results for each input, one per direction.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const { status, body } = await batch(account, `${pair}/associate/default`, [input("3101", "5201"), input("3102", "5201")]);
    const directions = body.results.map(
      (result: { from: { id: string }; to: { id: string }; associationSpec: { associationTypeId: number } }) =>
        [result.from.id, result.associationSpec.associationTypeId, result.to.id].join(" "),
    );
    expect([status, directions]).toEqual([200, ["3101 279 5201", "5201 280 3101", "3102 279 5201", "5201 280 3102"]]);
    expect(await listItems(account, "companies/5201/contacts")).toEqual(["3101: 280", "3102: 280"]);
  }),
  "associations-batch-create-default-all-or-none": rule(
    "If any input of a batch of default associations refers to a nonexistent record, the batch is rejected with a 400, and nothing is " +
      "created.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const { status, body } = await batch(account, `${pair}/associate/default`, [input("3101", "5201"), input("3999", "5201")]);
    expect([status, body.context]).toEqual([400, { INVALID_OBJECT_IDS: ["3999"] }]);
    expect(await sentences(account)).toEqual([]);
  }),
  "associations-batch-archive": rule(
    "Archiving a batch of associations returns 200 with a batch response and removes all types between the records of each pair. Pairs " +
      "without an association are ignored.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    for (const company of ["5201", "5202", "5203"]) await put(account, `contacts/3101/companies/${company}`, labelId);
    const to = ["5201", "5203", "5999", "x"].map((id) => ({ id }));
    const { status, body } = await batch(account, `${pair}/archive`, [{ from: { id: "3101" }, to }]);
    expect([status, body]).toEqual([200, completed]);
    expect(await listItems(account, "contacts/3101/companies")).toEqual([`5202: 279 ${labelId}`]);
  }),
  "associations-archive-labels": rule(
    "Archiving labels returns 200 with a batch response; the records stay associated by the unlabeled type.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    await put(account, "contacts/3101/companies/5201", 1, labelId);
    // Associations created through v3 do not have the unlabeled type.
    await account.call({
      path: "/crm/v3/associations/contacts/companies/batch/create",
      body: { inputs: [{ from: { id: "3102" }, to: { id: "5202" }, type: "billing_contact" }] },
    });
    const inputs = [input("3101", "5201", labelId, 33), input("3102", "5202", labelId), input("3102", "5203", labelId)];
    const { status, body } = await batch(account, `${pair}/labels/archive`, inputs);
    expect([status, body]).toEqual([200, completed]);
    expect(await listItems(account, "contacts/3101/companies")).toEqual(["5201: 1 279"]);
    expect(await listItems(account, "contacts/3102/companies")).toEqual(["5202: 279"]);
    expect(await listItems(account, "companies/5202/contacts")).toEqual(["3102: 280"]);
  }),
  "associations-archive-unlabeled": rule(
    "Archiving the unlabeled type removes all types between the records.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    await put(account, "contacts/3101/companies/5201", 1, labelId);
    await put(account, "contacts/3102/companies/5201", labelId);
    await batch(account, `${pair}/labels/archive`, [input("3101", "5201", 279), input("3101", "5201", 1)]);
    expect(await sentences(account)).toEqual([
      "contacts/3102 contact_to_company_unlabeled companies/5201",
      "contacts/3102 billing_contact companies/5201",
    ]);
  }),
  "associations-archive-unlabeled-in-older-versions": rule(
    "Removing the unlabeled type through v1 or v3 also removes all types between the records.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    const both = ["3101", "3102"].map((id) => put(account, `contacts/${id}/companies/5201`, 1, labelId));
    await Promise.all([...both, put(account, "contacts/3102/companies/5202", labelId)]);
    const v3 = { inputs: [{ from: { id: "3101" }, to: { id: "5201" }, type: "contact_to_company_unlabeled" }] };
    expect((await account.call({ path: "/crm/v3/associations/contacts/companies/batch/archive", body: v3 })).status).toBe(204);
    expect(await listItems(account, "companies/5201/contacts")).toEqual(["3102: 2 280 1202"]);
    const v1 = { fromObjectId: 5201, toObjectId: 3102, category: "SERVICE_DEFINED", definitionId: 280 };
    expect((await account.call({ method: "PUT", path: "/crm-associations/v1/associations/delete", body: v1 })).status).toBe(200);
    expect(await sentences(account)).toEqual([
      "contacts/3102 contact_to_company_unlabeled companies/5202",
      "contacts/3102 billing_contact companies/5202",
    ]);
  }),
  "associations-numeric-ids": rule(
    "An id that is sent as a number is converted to a string of decimal digits, and the journal records an accepted violation.",
    "observed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const [from, to] = [{ id: 3101 }, { id: 5201 }];
    const types = [{ associationCategory: "SERVICE_DEFINED", associationTypeId: 1 }];
    const created = await batch(account, `${pair}/associate/default`, [{ from, to }]);
    expect([created.status, created.body.results[0].from]).toEqual([200, { id: "3101" }]);
    expect((await batch(account, `${pair}/create`, [{ from, to, types }])).status).toBe(201);
    expect((await batch(account, `${pair}/read`, [from])).body.results).toMatchObject([{ from: { id: "3101" } }]);
    expect((await batch(account, `${pair}/labels/archive`, [{ from, to, types }])).status).toBe(200);
    expect(await listItems(account, "contacts/3101/companies")).toEqual(["5201: 279"]);
    expect((await batch(account, `${pair}/archive`, [{ from, to: [to] }])).status).toBe(200);
    expect(await listItems(account, "contacts/3101/companies")).toEqual([]);
    const found = await violations(platform, account, 5);
    const fields = new Set(found.map((problem) => problem.in));
    expect(fields).toEqual(new Set(["inputs[0].from.id", "inputs[0].to.id", "inputs[0].id", "inputs[0].to[0].id"]));
  }),
  "associations-type-ids-as-text": rule(
    "The id of a type that is sent as a string of decimal digits is converted to a number, and the journal records an accepted violation.",
    "observed",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    const create = (associationTypeId: string) => {
      const types = [{ associationCategory: "USER_DEFINED", associationTypeId }];
      return batch(account, `${pair}/create`, [{ from: { id: "3101" }, to: { id: "5201" }, types }]);
    };
    expect((await create(String(labelId))).status).toBe(201);
    expect(await listItems(account, "contacts/3101/companies")).toEqual([`5201: 279 ${labelId}`]);
    const field = "inputs[0].types[0].associationTypeId";
    expect((await violations(platform, account, 1)).map((problem) => problem.in)).toEqual([field]);
    for (const id of ["", "12.5", "-1", "billing_contact", "99999999999"]) expectInvalid(await create(id), field);
  }),
});
