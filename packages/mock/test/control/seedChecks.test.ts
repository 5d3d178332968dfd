import { createMock } from "@crm-platform/mock";
import { describe, expect, test } from "vitest";

async function seeding(input: object = {}) {
  const mock = await createMock();
  const account = await mock.account(input);
  const rejection = (state: Parameters<typeof account.seed>[0]): Promise<string> =>
    account.seed(state).then(
      () => "",
      (error: Error) => error.message,
    );
  return { mock, account, rejection };
}

describe("a seed", () => {
  test("with an unknown name is rejected with the nearest name, and changes nothing", async () => {
    const { account, rejection } = await seeding();
    const before = await account.snapshot();
    const properties = { emial: "ines@larkspurbikes.example", unlike: "x" };
    expect(await rejection({ records: { contacts: [{ id: "1" }, { id: "2", properties }] } })).toMatch(
      /contacts\[1\]\.properties\.emial must be the name of a property of the object type\. Did you mean email\?.* and 1 more problem/,
    );
    expect(await account.snapshot()).toEqual(before);
  });

  test("suggests the properties that the account defined", async () => {
    const { account, rejection } = await seeding();
    await account.seed({ properties: { contacts: [{ name: "loyalty_tier" }] } });
    expect(await rejection({ records: { contacts: [{ id: "1", properties: { loyality_tier: "gold" } }] } })).toMatch(
      /Did you mean loyalty_tier\?/,
    );
  });

  test.each([
    ["a number", { records: { deals: [{ id: "1", properties: { amount: "many" } }] } }, /amount must be a decimal number/],
    [
      "an option",
      { records: { contacts: [{ id: "1", properties: { hs_lead_status: "COLD" } }] } },
      /hs_lead_status must be one of the options/,
    ],
    ["an owner", { records: { contacts: [{ id: "1", properties: { hs_owner_id: "5" } }] } }, /hs_owner_id must be the id of an owner/],
    ["a stage", { records: { deals: [{ id: "1", properties: { dealstage: "sold" } }] } }, /dealstage must be the id of a stage/],
  ])("with an invalid value of %s is rejected", async (_what, state, message) => {
    const { rejection } = await seeding();
    expect(await rejection(state)).toMatch(message);
  });

  test("can refer to properties, owners and pipelines that it contains, set read-only properties, and omit required ones", async () => {
    const { account } = await seeding();
    const owner = { id: "5", type: "PERSON", email: "ines@haldeninstruments.example", userId: 9, archived: false } as const;
    const times = { createdAt: "2026-04-20T08:00:00Z", updatedAt: "2026-04-20T08:00:00Z" };
    await account.seed({
      properties: { tickets: [{ name: "fault_kind" }] },
      owners: [{ ...owner, ...times }],
      records: {
        tickets: [{ id: "1", properties: { fault_kind: "electric", hs_owner_id: "5" } }],
        deals: [{ id: "1", properties: { num_associated_contacts: "2", dealstage: "closedwon" } }],
      },
    });
    expect(Object.keys((await account.snapshot()).records ?? {})).toEqual(["deals", "tickets"]);
  });

  test("with `uncheckedValues` can contain broken data, and a snapshot of it can be restored elsewhere", async () => {
    const { mock, account, rejection } = await seeding({ uncheckedValues: true });
    const broken = { records: { contacts: [{ id: "1", properties: { emial: "x", hs_lead_status: "COLD" } }] } };
    expect(await rejection(broken)).toBe("");
    const checked = await mock.account();
    const { profile: _, ...snapshot } = await account.snapshot();
    await checked.restore(snapshot);
    expect((await checked.snapshot()).records).toEqual((await account.snapshot()).records);
    await expect(checked.seed(broken)).rejects.toThrow(/hs_lead_status must be one of the options/);
  });

  test("with an object type that requires a nonexistent property, or repeats one, is rejected", async () => {
    const { account, rejection } = await seeding();
    const sensor = { objectTypeId: "2-31", name: "sensor", requiredProperties: ["serial"], searchableProperties: ["model", "model"] };
    const model = { properties: { "2-31": [{ name: "model" }] } };
    const message = await rejection({ objectSchemas: [sensor], ...model });
    expect(message).toMatch(/objectSchemas\[0\]\.requiredProperties\[0\] must be the name of a property/);
    const repeated = { ...sensor, requiredProperties: [] };
    expect(await rejection({ objectSchemas: [repeated], ...model })).toMatch(
      /objectSchemas\[0\]\.searchableProperties\[1\] must not be repeated/,
    );
    await account.seed({ objectSchemas: [{ ...sensor, requiredProperties: ["model"], searchableProperties: [] }], ...model });
  });

  test("with two lists of one name is rejected, unless one is deleted or contains other objects", async () => {
    const { account, rejection } = await seeding();
    const list = { listId: "1", name: "VIPs", objectTypeId: "0-1" };
    expect(await rejection({ lists: [list, { ...list, listId: "2", name: "vips" }] })).toMatch(
      /lists\[1\]\.name must be a name that no other list/,
    );
    const others = [
      { ...list, listId: "2", objectTypeId: "0-2" },
      { ...list, listId: "3", deletedAt: "2026-02-02T09:10:00Z" },
    ];
    await account.seed({ lists: [list, ...others] });
    await account.seed({ lists: [list] });
    expect(await rejection({ lists: [{ ...list, listId: "4" }] })).toMatch(/lists\[0\]\.name/);
  });

  test("in a new account is checked too", async () => {
    const mock = await createMock();
    const state = { records: { contacts: [{ id: "1", properties: { emial: "x" } }] } };
    await expect(mock.account({ state })).rejects.toThrow(/state\.records\.contacts\[0\]\.properties\.emial/);
  });
});
