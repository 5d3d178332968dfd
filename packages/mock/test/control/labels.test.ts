import { expect, test } from "vitest";
import { asUser } from "../asUser.ts";
import { controlledMock } from "./controlling.ts";

const pair = { fromObjectType: "contacts", toObjectType: "companies" };

test("the list contains the default association types and the labels of the account, in all directions", async () => {
  const { mock, control, rejection } = await controlledMock();
  const account = await mock.account();
  const user = await asUser(mock, account);
  const input = { name: "billing", label: "Billing contact", inverseLabel: "Billed by" };
  const [there, back] = (await user.associations.createLabel("contacts", "companies", input)).results;
  const inverse = { typeId: back?.typeId, name: "billing_inverse", label: "Billed by" };
  const label = { ...pair, typeId: there?.typeId, custom: true, name: "billing", label: "Billing contact", inverse };
  const listed = await account.labels.list({ fromObjectType: "0-1", toObjectType: "company" });
  expect(listed).toContainEqual(label);
  expect(listed.map(({ typeId }) => typeId)).toEqual([1, 33, 35, 37, 39, 41, 279, there?.typeId]);
  const path = `/accounts/${account.accountId}/labels`;
  const own = (await control("GET", path)).body.results.filter(({ custom }: { custom: boolean }) => custom);
  expect(own).toMatchObject([label, { fromObjectType: "companies", typeId: back?.typeId }]);
  expect((await rejection("GET", `${path}?fromObjectType=dragons`)).problems).toEqual([
    expect.stringContaining("fromObjectType must be an object type"),
  ]);
});
