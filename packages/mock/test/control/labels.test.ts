import { expect, test } from "vitest";
import { controlled } from "./controlling.ts";

async function withRecords() {
  const platform = await controlled();
  const account = await platform.mock.account();
  await account.seed({
    records: { contacts: [{ id: "1" }, { id: "2" }], companies: [{ id: "5" }, { id: "6" }], "2-7": [{ id: "9" }] },
  });
  return { ...platform, account, path: `/accounts/${account.accountId}` };
}

const pair = { fromObjectType: "contacts", toObjectType: "companies" };

test("a label is created in both directions, and apps can use it", async () => {
  const { call, control, account, path } = await withRecords();
  const input = { ...pair, fromObjectType: "0-1", name: "billing", label: "Billing contact", inverseLabel: "Billed by" };
  const { status, body: label } = await control("POST", `${path}/labels`, input);
  const inverse = { typeId: expect.any(Number), name: "billing_inverse", label: "Billed by" };
  expect([status, label]).toEqual([
    201,
    { ...pair, typeId: expect.any(Number), custom: true, name: "billing", label: input.label, inverse },
  ]);
  const labels = await call({ path: "/crm/associations/2026-03/contacts/companies/labels", token: account.accessToken });
  expect(labels.body.results).toContainEqual({ category: "USER_DEFINED", typeId: label.typeId, label: "Billing contact" });
  const listed = await account.labels.list(pair);
  expect(listed).toContainEqual(label);
  expect(listed.map(({ typeId }) => typeId)).toEqual([1, 33, 35, 37, 39, 41, 279, label.typeId]);
  const own = (await account.labels.list()).filter(({ custom }) => custom);
  expect(own.map(({ fromObjectType, typeId }) => [fromObjectType, typeId])).toEqual([
    ["contacts", label.typeId],
    ["companies", label.inverse.typeId],
  ]);
});

test("a label can be renamed by its id in either direction", async () => {
  const { control, account, path } = await withRecords();
  const two = await account.labels.create({ ...pair, name: "billing", label: "A", inverseLabel: "B" });
  const same = await account.labels.create({ ...pair, name: "site", label: "Site" });
  expect(await account.labels.update(two.inverse.typeId, { label: "C" })).toMatchObject({ label: "C", inverse: { label: "A" } });
  expect((await control("PATCH", `${path}/labels/${two.typeId}`, { label: "D", inverseLabel: "E" })).body).toMatchObject({
    label: "D",
    inverse: { label: "E" },
  });
  expect(await account.labels.update(same.typeId, { label: "F" })).toMatchObject({ label: "F", inverse: { label: "F" } });
});

test("an association has exactly the given types and the unlabeled type, and remains when its label is deleted", async () => {
  const { control, account, path } = await withRecords();
  const { typeId, inverse } = await account.labels.create({ ...pair, name: "billing", label: "A", inverseLabel: "B" });
  const place = `${path}/records/contact/1/associations/0-2/5`;
  expect((await control("GET", place)).body).toEqual({ typeIds: [] });
  expect((await control("PUT", place, { typeIds: [33, typeId] })).body).toEqual({ typeIds: [33, 279, typeId] });
  expect(await account.associations.get("companies/5", "contacts/1")).toEqual({ typeIds: [34, 280, inverse.typeId] });
  expect(await account.associations.set("contacts/1", "companies/5", [1, typeId])).toEqual({ typeIds: [1, 279, typeId] });
  await account.associations.set("contacts/1", "companies/6", [1]);
  expect(await account.associations.get("contacts/1", "companies/5")).toEqual({ typeIds: [279, typeId] });
  expect((await control("DELETE", `${path}/labels/${typeId}`)).status).toBe(204);
  expect(await account.associations.get("contacts/1", "companies/5")).toEqual({ typeIds: [279] });
  expect((await control("DELETE", place)).status).toBe(204);
  await account.associations.delete("contacts/1", "companies/5");
  expect((await account.records.associations("contacts", "1")).map(({ results }) => results.map(({ id }) => id))).toEqual([["6"], ["6"]]);
});

test("invalid labels and associations are rejected with an error, and nothing is changed", async () => {
  const { mock, rejection, account, path } = await withRecords();
  const other = await mock.account();
  const { typeId } = await account.labels.create({ ...pair, name: "billing", label: "A" });
  await account.seed({ records: { contacts: [{ id: "3", archivedAt: "2026-04-19T08:00:00Z" }] } });
  await account.seed({ associationLimits: [{ typeId: 279, maxToObjectIds: 1 }] });
  await account.associations.set("contacts/2", "companies/5");
  const before = await account.snapshot();
  const problems = async (method: string, place: string, body?: unknown) => (await rejection(method, `${path}/${place}`, body)).problems;
  const label = { ...pair, name: "site", label: "Site" };
  expect(await problems("GET", "labels?fromObjectType=dragons")).toEqual([
    expect.stringContaining("fromObjectType must be an object type"),
  ]);
  expect(await problems("POST", "labels", { ...label, toObjectType: "x" })).toEqual([expect.stringContaining("toObjectType must be an")]);
  expect(await problems("POST", "labels", { ...label, name: "billing" })).toEqual([
    expect.stringContaining("name must not result in a name that"),
  ]);
  expect(await problems("POST", "labels", { ...label, label: " " })).toEqual(["label: label must not be blank"]);
  expect(await problems("PATCH", `labels/${typeId}`, { label: "B", inverseLabel: "C" })).toEqual([
    expect.stringContaining("inverseLabel must be absent"),
  ]);
  const contact = "records/contacts/1/associations";
  expect(await problems("PUT", `${contact}/companies/5`, { typeIds: [279, 2] })).toEqual([
    expect.stringMatching(
      /^typeIds\[1\]: typeIds\[1\] must be the id of an association type from objectType to toObjectType\. Valid types: .*1 \(contact_to_company\)/,
    ),
  ]);
  expect(await problems("PUT", `${contact}/2-7/9`, { typeIds: [] })).toEqual([expect.stringContaining("typeIds must contain a label")]);
  expect(await problems("PUT", `records/contacts/3/associations/companies/5`, { typeIds: [] })).toEqual([
    "recordId: recordId must be the id of a record that is not archived",
  ]);
  expect((await rejection("PUT", `${path}/records/contacts/2/associations/companies/6`, { typeIds: [] })).status).toBe(400);
  for (const place of [`${contact}/companies/7`, `${contact}/dragons/1`, "records/dragons/1/associations/contacts/1"])
    expect((await rejection("PUT", `${path}/${place}`, { typeIds: [] })).status).toBe(404);
  const elsewhere = `/accounts/${other.accountId}`;
  for (const id of [1, 999_999]) expect((await rejection("DELETE", `${path}/labels/${id}`)).status).toBe(404);
  expect((await rejection("DELETE", `${elsewhere}/labels/${typeId}`)).status).toBe(404);
  expect((await rejection("PATCH", `${elsewhere}/labels/${typeId}`, { label: "B" })).status).toBe(404);
  expect((await rejection("PUT", `${elsewhere}/${contact}/companies/5`, { typeIds: [] })).status).toBe(404);
  expect(await account.snapshot()).toEqual(before);
});
