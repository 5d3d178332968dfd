import { expect, test } from "vitest";
import { controlledMock } from "./controlling.ts";

test("an association requires two existing records and an association type that can connect them; otherwise, nothing is changed", async () => {
  const { account, rejection } = await controlledMock();
  const one = await account();
  const records = { contacts: [{ id: "1" }], companies: [{ id: "2" }] };
  const associations = [
    { from: "contacts/1", to: "companies/2", type: "company_to_contact" },
    { from: "contacts/1", to: "companies/2", type: "2" },
    { from: "people/1", to: "companies/2", type: "contact_to_company" },
  ];
  expect((await rejection("POST", `/accounts/${one.accountId}/seed`, { records, associations })).problems).toEqual([
    "associations[0].type: associations[0].type must be the name or the id of an association type from contacts to companies",
    "associations[1].type: associations[1].type must be the name or the id of an association type from contacts to companies",
    "associations[2].from: associations[2].from must be an object type: its plural or singular name, or its type id",
  ]);
  const missing = [{ from: "contacts/1", to: "companies/3", type: "contact_to_company" }];
  expect((await rejection("POST", `/accounts/${one.accountId}/seed`, { records, associations: missing })).problems).toEqual([
    "associations[0].to: associations[0].to must be a record in the account",
  ]);
  expect(Object.keys(await one.snapshot())).toEqual(["version", "numbers", "profile"]);
});

test("an association exists only once, even if both directions are written, and a second primary company replaces the first", async () => {
  const { account } = await controlledMock();
  const one = await account();
  await one.seed({
    records: { contacts: [{ id: "1" }, { id: "2" }], companies: [{ id: "3" }, { id: "4" }] },
    associations: [
      { from: "company/3", to: "0-1/1", type: "COMPANY_TO_CONTACT" },
      { from: "contacts/1", to: "companies/4", type: "1" },
      { from: "contacts/2", to: "contacts/1", type: "contact_to_contact" },
    ],
  });
  expect((await one.snapshot()).associations).toEqual([
    { from: "contacts/1", to: "contacts/2", type: "contact_to_contact" },
    { from: "contacts/1", to: "companies/3", type: "contact_to_company_unlabeled" },
    { from: "contacts/1", to: "companies/4", type: "contact_to_company" },
  ]);
});

test("the inverse of a label is the specified one; the default is a label with the next id or, if both object types are equal, the label itself", async () => {
  const { account } = await controlledMock();
  const one = await account();
  const label = { name: "friend", label: "Friend" };
  const back = { id: 1009, name: "site", label: "Site" };
  await one.seed({
    associationLabels: [
      { id: 1001, ...label, from: "contacts", to: "companies" },
      { id: 1003, ...label, from: "contacts", to: "contacts" },
      { id: 1004, ...label, from: "deals", to: "tickets", inverse: back },
    ],
  });
  expect((await one.snapshot()).associationLabels).toEqual([
    { id: 1001, ...label, from: "contacts", to: "companies", inverse: { id: 1002, ...label } },
    { id: 1003, ...label, from: "contacts", to: "contacts" },
    { id: 1004, ...label, from: "deals", to: "tickets", inverse: back },
  ]);
});

test("snapshots contain the limits of association types, and a state can limit only existing types", async () => {
  const { account, control, rejection } = await controlledMock();
  const [one, other] = [await account(), await account()];
  const state = {
    associationLabels: [{ id: 1001, name: "Friend_2", label: "Friend", from: "contacts", to: "contacts" }],
    associationLimits: [
      { typeId: 279, maxToObjectIds: 10 },
      { typeId: 1001, maxToObjectIds: 2 },
    ],
  };
  await one.seed(state);
  await control("PUT", `/accounts/${other.accountId}/snapshot`, await one.snapshot());
  expect(await other.snapshot()).toMatchObject(state);
  const { problems } = await rejection("POST", `/accounts/${one.accountId}/seed`, {
    associationLimits: [{ typeId: 1009, maxToObjectIds: 1 }],
  });
  expect(problems).toEqual([
    "associationLimits[0].typeId: associationLimits[0].typeId must be the id of an association type in the account",
  ]);
});

const pair = { from: "contacts", to: "tickets" };
const friend = { id: 1002, name: "friend", label: "Friend", ...pair };

test("ids and names of association types are unique in a state and in the account", async () => {
  const { account, rejection } = await controlledMock();
  const one = await account();
  const rejected = async (...associationLabels: object[]) =>
    (await rejection("POST", `/accounts/${one.accountId}/seed`, { associationLabels })).problems;
  const taken = (field: string) => `${field}: ${field} must be an id that no other association type uses`;
  const named = (field: string) => `${field}: ${field} must be a name that no other association type from contacts to tickets uses`;

  for (const name of [friend.name, friend.name.toUpperCase()]) {
    expect(await rejected(friend, { ...friend, id: 1010, name })).toContain(named("associationLabels[1].name"));
  }
  expect(await rejected(friend, { ...friend, id: 1003, name: "other" })).toEqual([taken("associationLabels[1].id")]);
  expect(await rejected({ ...friend, inverse: { id: 1002, name: "back", label: "B" } })).toEqual([
    taken("associationLabels[0].inverse.id"),
  ]);
  expect(await rejected({ ...friend, id: 2147483647 })).toEqual([
    "associationLabels[0].id: associationLabels[0].id must be at most 2147483646, because the inverse uses the next id",
  ]);

  await one.seed({ associationLabels: [friend] });
  const before = await one.snapshot();
  expect(await rejected({ id: 1003, name: "dup", label: "D", from: "deals", to: "companies" })).toEqual([taken("associationLabels[0].id")]);
  expect(await rejected({ ...friend, inverse: { id: 1009, name: "back", label: "B" } })).toEqual([taken("associationLabels[0].id")]);
  expect(await rejected({ ...friend, id: 1001, name: "new" })).toEqual([taken("associationLabels[0].id")]);
  expect(await rejected({ ...friend, id: 1010 })).toContain(named("associationLabels[0].name"));
  expect(await one.snapshot()).toEqual(before);

  await one.seed({ associationLabels: [{ ...friend, name: "mate", label: "Mate" }] });
  await one.seed({ associationLabels: [friend] });
  expect(await one.snapshot()).toEqual(before);
});

test("existing labels do not affect a restore", async () => {
  const { account, control } = await controlledMock();
  const one = await account();
  await one.seed({ associationLabels: [friend] });
  const associationLabels = [{ id: 1003, name: "friend", label: "F", ...pair }];
  expect((await control("PUT", `/accounts/${one.accountId}/snapshot`, { associationLabels })).status).toBe(204);
});
