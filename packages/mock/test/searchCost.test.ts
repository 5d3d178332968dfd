import { expect, test } from "vitest";
import { controlled } from "./controlling.ts";
import { watchQueries } from "./queryPlans.ts";

const group = (...patterns: string[]) => ({
  filters: patterns.map((value) => ({ propertyName: "firstname", operator: "CONTAINS_TOKEN", value })),
});

test("a search evaluates its query once, and each distinct pattern once", async () => {
  const watch = watchQueries();
  const { account } = await controlled();
  const one = await account();
  await one.seed({ records: { contacts: [{ id: "1", properties: { firstname: "Jonas Emil" } }] } });
  const scansOf = async (body: object) => {
    const { plans } = await watch(async () => {
      const { status, body: found } = await one.call({ path: "/crm/objects/2026-03/contacts/search", body });
      expect([status, found.total]).toEqual([200, 1]);
    });
    return plans.filter((step) => step.includes("token>?")).length;
  };
  const query = "*o* *n* *a*";
  const groups = ["*j*", "*m*", "*i*", "*l*", "*s*"].map((pattern) => group("*o*", "*e*", pattern));
  expect(await scansOf({ query })).toBe(3);
  expect(await scansOf({ query, filterGroups: Array(5).fill(group("*o*", "*e*")) })).toBe(5);
  expect(await scansOf({ query, filterGroups: groups })).toBe(10);
});
