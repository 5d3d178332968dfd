import { expect } from "vitest";
import { create, read, seededAccount, sentences } from "../associated.ts";
import type { TestAccount } from "../platform.ts";
import { expectInvalid, expectNotFound } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { labelId, labels, limit, limits, listItems, put, withLabel } from "./calls.ts";

const pair = "contacts/companies";

rules("associations", {
  "associations-list-labels": rule(
    "The list of labels between two object types contains the default types and the account's own labels, ordered by id. The label of " +
      "the unlabeled type is `null`.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    const { status, body } = await labels(account, "contact/0-2", "GET");
    expect([status, body.results.map(({ typeId, label }: { typeId: number; label: string | null }) => [typeId, label])]).toEqual([
      200,
      [
        [1, "Primary"],
        [33, "advisor"],
        [35, "board member"],
        [37, "contractor"],
        [39, "manager"],
        [41, "business owner"],
        [279, null],
        [labelId, "Billing contact"],
      ],
    ]);
    const categories = body.results.map(({ category }: { category: string }) => category);
    expect([new Set(categories.slice(0, -1)), categories.at(-1)]).toEqual([new Set(["SERVICE_DEFINED"]), "USER_DEFINED"]);
    expect((await labels(account, "companies/companies", "GET")).body.results).toContainEqual({
      category: "SERVICE_DEFINED",
      typeId: 450,
      label: null,
    });
  }),
  "associations-create-label": rule(
    "Creating a label returns 200 with the label's association type. The label can be used in both directions, and through v1 and v3.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const { status, body } = await labels(account, pair, "POST", { name: "former_colleague", label: "Former colleague" });
    const [{ typeId }] = body.results;
    expect([status, body.results]).toEqual([200, [{ category: "USER_DEFINED", typeId, label: "Former colleague" }]]);
    await put(account, "contacts/3101/companies/5201", typeId);
    const [back] = await custom(account, "companies/contacts");
    expect(back).toMatchObject({ label: "Former colleague" });
    expect(await listItems(account, "companies/5201/contacts")).toEqual([`3101: 280 ${back?.typeId}`]);
    await create(account, pair, "3102 former_colleague 5201");
    expect(await read(account, "companies/contacts", "5201")).toContain("3102 former_colleague");
    const item = { fromObjectId: 3102, toObjectId: 5202, category: "SERVICE_DEFINED", definitionId: typeId };
    expect((await account.call({ method: "PUT", path: "/crm-associations/v1/associations", body: item })).status).toBe(200);
  }),
  "associations-create-paired-labels": rule(
    "Creating a pair of labels returns both association types. In v3, the name of the opposite direction ends in `_inverse`.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const { body } = await labels(account, pair, "POST", { name: "employee", label: "Employee", inverseLabel: "Employer" });
    expect(body.results).toMatchObject([{ label: "Employee" }, { label: "Employer" }]);
    const [there, back] = body.results.map(({ typeId }: { typeId: number }) => typeId);
    expect([await custom(account, pair), await custom(account, "companies/contacts")]).toMatchObject([
      [{ typeId: there, label: "Employee" }],
      [{ typeId: back, label: "Employer" }],
    ]);
    await create(account, pair, "3101 employee 5201");
    expect(await read(account, "companies/contacts", "5201")).toEqual(["3101 employee_inverse"]);
  }),
  "associations-create-label-same-type": rule(
    "A label between records of the same object type has one type for both directions, unless it is a pair.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const same = "contacts/contacts";
    const [{ typeId }] = (await labels(account, same, "POST", { name: "sibling", label: "Sibling" })).body.results;
    await put(account, "contacts/3101/contacts/3102", typeId);
    expect(await listItems(account, "contacts/3102/contacts")).toEqual([`3101: 449 ${typeId}`]);
    const pairs = (await labels(account, same, "POST", { name: "teacher", label: "Teacher", inverseLabel: "Student" })).body.results;
    await put(account, "contacts/3101/contacts/3102", pairs[0].typeId);
    expect(await listItems(account, "contacts/3102/contacts")).toEqual([`3101: 449 ${pairs[1].typeId}`]);
    expect((await custom(account, same)).map(({ label }) => label)).toEqual(["Sibling", "Teacher", "Student"]);
  }),
  "associations-label-names": rule(
    "A label name that contains a hyphen or begins with a digit is rejected with a 400.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    for (const name of ["with-hyphen", "1st", "", "a b", "x".repeat(101)])
      expectInvalid(await labels(account, pair, "POST", { name, label: "Label" }), "name");
    for (const label of ["", " ", "x".repeat(51)]) expectInvalid(await labels(account, pair, "POST", { name: "label", label }), "label");
    expect((await labels(account, pair, "POST", { name: "_Label2", label: "x".repeat(50) })).status).toBe(200);
  }),
  "associations-label-name-taken": rule(
    "A label name that is already in use between the object types is rejected with a 400.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    for (const name of ["billing_contact", "Billing_Contact", "contact_to_company"])
      expectInvalid(await labels(account, pair, "POST", { name, label: "Other" }), "name");
    // `boss_inverse`, the name that is derived for the opposite direction, is already in use.
    await labels(account, "companies/contacts", "POST", { name: "boss_inverse", label: "Boss of" });
    expectInvalid(await labels(account, pair, "POST", { name: "boss", label: "Boss", inverseLabel: "Boss of" }), "name");
    expect((await labels(account, "contacts/deals", "POST", { name: "billing_contact", label: "Other" })).status).toBe(200);
  }),
  "associations-at-most-10-labels": rule(
    "Two object types can have up to 10 labels; a request to create another one is rejected with a 400.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    for (const same of [pair, "contacts/contacts"]) {
      const define = (number: number) =>
        labels(account, same, "POST", { name: `label_${number}`, label: "Label", ...(number > 5 ? { inverseLabel: "Inverse" } : {}) });
      for (let number = 1; number <= 10; number += 1) expect((await define(number)).status).toBe(200);
      const { status, body } = await define(11);
      expect([status, body.category]).toEqual([400, "VALIDATION_ERROR"]);
      expect(body.message).toContain("10 labels");
    }
  }),
  "associations-update-label": rule(
    "Renaming a label returns 204. A single label changes in both directions; in a pair, each direction changes separately. The name " +
      "and the type id do not change.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    const both = async () => [await texts(account, pair), await texts(account, "companies/contacts")];
    expect((await labels(account, pair, "PUT", { associationTypeId: labelId, label: "Payer" })).status).toBe(204);
    expect(await both()).toEqual([["Payer"], ["Billing contact of"]]);
    await labels(account, "companies/contacts", "PUT", { associationTypeId: 1202, label: "Paid by", inverseLabel: "Pays" });
    expect(await both()).toEqual([["Pays"], ["Paid by"]]);
    const [{ typeId }] = (await labels(account, pair, "POST", { name: "single", label: "Single" })).body.results;
    await labels(account, pair, "PUT", { associationTypeId: typeId, label: "Double" });
    expect(await both()).toEqual([
      ["Double", "Pays"],
      ["Double", "Paid by"],
    ]);
    expect((await account.snapshot()).associationLabels).toMatchObject([
      { id: typeId, name: "single" },
      { id: labelId, name: "billing_contact" },
    ]);
  }),
  "associations-update-label-invalid": rule(
    "Renaming a default type, an unknown label, or the opposite direction of a single label is rejected with a 400.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    for (const associationTypeId of [1, 279, 1202, 9999])
      expectInvalid(await labels(account, pair, "PUT", { associationTypeId, label: "Other" }), "associationTypeId");
    const [{ typeId }] = (await labels(account, pair, "POST", { name: "single", label: "Single" })).body.results;
    const body = { associationTypeId: typeId, label: "Other", inverseLabel: "Inverse" };
    expectInvalid(await labels(account, pair, "PUT", body), "inverseLabel");
    expect(await texts(account, pair)).toEqual(["Single", "Billing contact"]);
  }),
  "associations-delete-label": rule(
    "Deleting a label returns 204. The label no longer exists in either direction, and records that had it stay associated without it.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    await put(account, "contacts/3101/companies/5201", 1, labelId);
    await create(account, pair, "3102 billing_contact 5201");
    await limits(account, `${pair}/batch/create`, [limit(labelId, 5)]);
    const { status, body } = await labels(account, "companies/contacts", "DELETE", undefined, "/1202");
    expect([status, body]).toEqual([204, undefined]);
    expect([await texts(account, pair), await texts(account, "companies/contacts")]).toEqual([[], []]);
    expect(await listItems(account, "companies/5201/contacts")).toEqual(["3101: 2 280", "3102: 280"]);
    expect((await limits(account, "all")).body).toEqual({ results: [] });
    expect(await sentences(account)).toHaveLength(3);
  }),
  "associations-delete-label-invalid": rule(
    "Deleting an unknown label returns 404, and deleting a default type returns 400.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform, withLabel);
    expectInvalid(await labels(account, pair, "DELETE", undefined, "/279"), "associationTypeId");
    for (const id of ["/9999", "/1202"]) expectNotFound(await labels(account, pair, "DELETE", undefined, id));
  }),
  "associations-label-ids": rule(
    "The type ids of deleted labels are never reused.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const define = async () => (await labels(account, pair, "POST", { name: "label", label: "Label" })).body.results[0].typeId;
    const first = await define();
    await labels(account, pair, "DELETE", undefined, `/${first}`);
    expect(await define()).not.toBe(first);
  }),
});

async function custom(account: TestAccount, of: string): Promise<{ category: string; typeId: number; label: string }[]> {
  const { results } = (await labels(account, of, "GET")).body;
  return results.filter(({ category }: { category: string }) => category === "USER_DEFINED");
}

async function texts(account: TestAccount, of: string): Promise<string[]> {
  return (await custom(account, of)).map(({ label }) => label);
}
