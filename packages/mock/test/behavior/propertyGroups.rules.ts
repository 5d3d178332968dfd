import { expect } from "vitest";
import { demoTime, type Platform, type TestAccount, type TestResponse } from "./platform.ts";
import { expectInvalid, expectNotFound } from "./rejections.ts";
import { rule, rules } from "./rules.ts";

const base = "/crm/properties/2026-03";
const rentals = { name: "rental_information", label: "Rentals" };
const days = { name: "rental_days", label: "Days", type: "number", fieldType: "number", groupName: "rental_information" };

rules("properties", {
  // Groups
  "property-groups-built-in": rule(
    "Every account has the groups of the built-in properties of each object type. A custom type has one such group.",
    "documented",
  )(async (platform) => {
    const account = await platform.account({ state: { objectSchemas: [{ objectTypeId: "2-7", name: "bicycle" }] } });
    const { body } = await list(account, "contacts");
    expect(namesOf(body)).toEqual(expect.arrayContaining(["contactinformation", "emailinformation", "sales_properties"]));
    const properties = (await account.call({ path: `${base}/contacts` })).body.results;
    expect(new Set(namesOf(body))).toEqual(new Set(properties.map(({ groupName }: { groupName: string }) => groupName)));
    await account.seed({ objectSchemas: [{ objectTypeId: "2-7", name: "bicycle" }] });
    expect((await list(account, "bicycle")).body.results).toHaveLength(1);
  }),
  "property-groups-create": rule(
    "A new group has the fields from the request, and is listed after the groups of the built-in properties. Its name is unique among the " +
      "groups of the object type. If another one has the name, the response is a 409.",
    "assumed",
  )(async (platform) => {
    const account = await withRentals(platform);
    const group = { ...rentals, displayOrder: -1, archived: false };
    expect((await one(account)).body).toEqual(group);
    expect((await list(account)).body.results.at(-1)).toEqual(group);
    const ordered = { name: "delivery", label: "Delivery", displayOrder: 3 };
    expect((await create(account, { ...ordered, color: "blue" })).body).toEqual({ ...ordered, archived: false });
    expect(namesOf((await list(account)).body).slice(-2)).toEqual(["delivery", "rental_information"]);
    for (const name of ["rental_information", "ticketinformation"]) {
      const { status, body } = await create(account, { ...rentals, name });
      expect([status, body.category, body.errors[0].in]).toEqual([409, "CONFLICT", "name"]);
    }
    expect((await create(account, rentals, "deals")).status).toBe(201);
    for (const name of ["Rentals", "1st", "", "n".repeat(101)]) expectInvalid(await create(account, { ...rentals, name }), "name");
  }),
  "property-groups-update": rule(
    "An update changes the label and the position of a group, also of a group of built-in properties, and ignores other fields.",
    { grade: "assumed", source: "recordings of a similar API do not mark any group as built in" },
  )(async (platform) => {
    const account = await withRentals(platform);
    const { body } = await update(account, "rental_information", { label: "Rental bicycles", name: "other" });
    expect(body).toEqual({ name: "rental_information", label: "Rental bicycles", displayOrder: -1, archived: false });
    expect((await update(account, "rental_information", { displayOrder: 2 })).body).toEqual({ ...body, displayOrder: 2 });
    await update(account, "ticketinformation", { label: "About this ticket" });
    expect((await one(account, "ticketinformation")).body.label).toBe("About this ticket");
    const other = await platform.account();
    expect((await one(other, "ticketinformation")).body.label).toBe("ticketinformation");
  }),
  "property-groups-archive": rule(
    "A group that contains properties, other than archived ones, cannot be archived; the response is a 400 that names them. After a group " +
      "is archived, it is not found, and its name can be used again.",
    { grade: "observed", source: "recordings of a similar API" },
  )(async (platform) => {
    const account = await withRentals(platform);
    expect((await account.call({ path: `${base}/tickets`, body: days })).status).toBe(201);
    const rejected = await archive(account, "rental_information");
    expectInvalid(rejected, "groupName");
    expect(rejected.body.message).toContain("archive rental_days first");
    expectInvalid(await archive(account, "ticketinformation"), "groupName");
    await account.call({ method: "DELETE", path: `${base}/tickets/rental_days` });
    expect((await archive(account, "rental_information")).status).toBe(204);
    expectNotFound(await one(account));
    expect(namesOf((await list(account)).body)).not.toContain("rental_information");
    expect((await create(account, { ...rentals, label: "Again" })).body.label).toBe("Again");
  }),
  "property-groups-unknown": rule(
    "A group is found by its exact name among the groups of the object type and the account. Any other name is rejected with a 404.",
    "assumed",
  )(async (platform) => {
    const account = await withRentals(platform);
    for (const name of ["rental", "RENTAL_INFORMATION", "__proto__"]) {
      expectNotFound(await one(account, name));
      expectNotFound(await update(account, name, { label: "Rentals" }));
      expectNotFound(await archive(account, name));
    }
    expectNotFound(await account.call({ path: `${base}/deals/groups/rental_information` }));
    const other = await platform.account();
    for (const request of [one, archive]) expectNotFound(await request(other, "rental_information"));
    expectNotFound(await update(other, "rental_information", { label: "Taken" }));
    expect((await one(account)).body.label).toBe("Rentals");
  }),
  "properties-unknown-group": rule(
    "A property whose group does not exist is rejected with a 400, both when it is created and when it is changed.",
    { grade: "observed", source: "recordings of a similar API" },
  )(async (platform) => {
    const account = await platform.account();
    expectInvalid(await account.call({ path: `${base}/tickets`, body: days }), "groupName");
    expectInvalid(await account.call({ path: `${base}/tickets`, body: { ...days, fieldType: "text" } }), "fieldType", "groupName");
    await create(account, rentals);
    expect((await account.call({ path: `${base}/tickets`, body: days })).body.groupName).toBe("rental_information");
    const path = `${base}/tickets/rental_days`;
    expectInvalid(await account.call({ method: "PATCH", path, body: { groupName: "contactinformation" } }), "groupName");
    const moved = await account.call({ method: "PATCH", path, body: { groupName: "ticketinformation" } });
    expect(moved.body.groupName).toBe("ticketinformation");
  }),
  "property-groups-snapshot": rule(
    "A snapshot contains the groups that were created or changed in the account. A property of a seed can be in any group, which then exists.",
    "assumed",
  )(async (platform) => {
    const account = await withRentals(platform);
    await update(account, "ticketinformation", { label: "About this ticket" });
    await account.seed({ properties: { tickets: [{ name: "color", groupName: "seeded" }] } });
    const saved = await account.snapshot();
    expect(saved.propertyGroups).toMatchObject([{ name: "rental_information" }, { name: "ticketinformation" }]);
    const restored = await platform.account();
    await create(restored, { name: "other", label: "Other" });
    await platform.control("PUT", `/accounts/${restored.accountId}/snapshot`, saved);
    expect((await list(restored)).body).toEqual((await list(account)).body);
    expect((await one(restored, "seeded")).body.label).toBe("seeded");
    await account.seed({ propertyGroups: [{ objectType: "0-3", name: "fleet" }] });
    expect(namesOf((await list(account, "deal")).body)).toContain("fleet");
    await expect(account.seed({ propertyGroups: [{ objectType: "people", name: "x" }] })).rejects.toThrow("propertyGroups[0].objectType");
  }),

  // Batches
  "properties-batch-create": rule(
    "A batch creates every property that it can, and returns one error for each of the others, which states its name.",
    "assumed",
  )(async (platform) => {
    const account = await withRentals(platform);
    const batch = (inputs: readonly unknown[]) => account.call({ path: `${base}/tickets/batch/create`, body: { inputs } });
    const whole = await batch([days, { ...days, name: "rental_price" }]);
    expect([whole.status, namesOf(whole.body)]).toEqual([201, ["rental_days", "rental_price"]]);
    expect((await account.call({ path: `${base}/tickets/rental_days` })).body).toEqual(whole.body.results[0]);
    const inputs = [
      days,
      { ...days, name: "deposit" },
      { ...days, name: "deposit" },
      { ...days, name: "fee", fieldType: "text", groupName: "none" },
    ];
    const partial = await batch(inputs);
    expect([partial.status, namesOf(partial.body), partial.body.numErrors]).toEqual([207, ["deposit"], 3]);
    expect(partial.body.errors).toMatchObject([
      { category: "CONFLICT", context: { propertyName: ["rental_days"] }, errors: [{ in: "inputs[0].name" }] },
      { category: "CONFLICT", context: { propertyName: ["deposit"] }, errors: [{ in: "inputs[2].name" }] },
      {
        category: "VALIDATION_ERROR",
        context: { propertyName: ["fee"] },
        errors: [{ in: "inputs[3].fieldType" }, { in: "inputs[3].groupName" }],
      },
    ]);
    expectInvalid(await batch([{ ...days, name: "Wrong" }]), "inputs[0].name");
    expectInvalid(await batch(Array.from({ length: 101 }, (_, index) => ({ ...days, name: `p${index}` }))), "inputs");
  }),
  "properties-batch-archive": rule(
    "A batch archives properties, and ignores names that no property has. If one of the properties is built in, the response is a 400, and " +
      "none of them is archived.",
    "assumed",
  )(async (platform) => {
    const account = await withRentals(platform);
    await account.call({ path: `${base}/tickets`, body: days });
    const batch = (...names: readonly string[]) =>
      account.call({ path: `${base}/tickets/batch/archive`, body: { inputs: names.map((name) => ({ name })) } });
    expectInvalid(await batch("rental_days", "subject", "hs_ticket_id"), "inputs[1].name", "inputs[2].name");
    expect((await account.call({ path: `${base}/tickets/rental_days` })).status).toBe(200);
    expect((await batch("rental_days", "rental_days", "none")).status).toBe(204);
    const read = await account.call({ path: `${base}/tickets/rental_days`, query: { archived: true } });
    expect(read.body.archivedAt).toBe(demoTime);
    await account.advance(60_000);
    expect((await batch("rental_days")).status).toBe(204);
    expect((await account.call({ path: `${base}/tickets/rental_days`, query: { archived: true } })).body).toEqual(read.body);
  }),
});

async function withRentals(platform: Platform): Promise<TestAccount> {
  const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
  expect((await create(account, rentals)).status).toBe(201);
  return account;
}

type Fields = Readonly<Record<string, unknown>>;

function list(account: TestAccount, type = "tickets"): Promise<TestResponse> {
  return account.call({ path: `${base}/${type}/groups` });
}

function one(account: TestAccount, name = "rental_information"): Promise<TestResponse> {
  return account.call({ path: `${base}/tickets/groups/${name}` });
}

function create(account: TestAccount, body: Fields, type = "tickets"): Promise<TestResponse> {
  return account.call({ path: `${base}/${type}/groups`, body });
}

function update(account: TestAccount, name: string, body: Fields): Promise<TestResponse> {
  return account.call({ method: "PATCH", path: `${base}/tickets/groups/${name}`, body });
}

function archive(account: TestAccount, name: string): Promise<TestResponse> {
  return account.call({ method: "DELETE", path: `${base}/tickets/groups/${name}` });
}

function namesOf({ results }: { readonly results: readonly { readonly name: string }[] }): string[] {
  return results.map(({ name }) => name);
}
