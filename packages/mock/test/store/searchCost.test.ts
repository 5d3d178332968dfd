import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { controlledMock } from "../control/controlling.ts";
import { watchQueries } from "./queryPlans.ts";
import { openForTest, profile, ticket, writable } from "./stores.ts";

const group = (...patterns: string[]) => ({
  filters: patterns.map((value) => ({ propertyName: "firstname", operator: "CONTAINS_TOKEN", value })),
});

test("a search evaluates its query once, and each distinct pattern once", async () => {
  const watch = watchQueries();
  const { account } = await controlledMock();
  const one = await account();
  await one.seed({ records: { contacts: [{ id: "1", properties: { firstname: "Jonas Emil" } }] } });
  const scansOf = async (body: object) => {
    const { plans } = await watch(async () => {
      const { status, body: found } = await one.call({ path: "/crm/objects/2026-03/contacts/search", body });
      expect([status, found.total]).toEqual([200, 1]);
    });
    return plans.filter((step) => step.includes("token>?")).length;
  };
  // The range of the patterns is counted first.
  const query = "*o* *n* *a*";
  const groups = ["*j*", "*m*", "*i*", "*l*", "*s*"].map((pattern) => group("*o*", "*e*", pattern));
  expect(await scansOf({ query })).toBe(1 + 3);
  expect(await scansOf({ query, filterGroups: Array(5).fill(group("*o*", "*e*")) })).toBe(1 + 5);
  expect(await scansOf({ query, filterGroups: groups })).toBe(1 + 10);
});

test("during a search lag, a search does not read the states of a record from before the lag", async () => {
  const watch = watchQueries();
  const store = await openForTest({});
  const account = writable(store, await store.createAccount({ ...profile, searchLagMs: 5_000 }));
  for (let second = 1; second <= 40; second += 1) {
    await account.records.put([{ ...ticket(1, { code: String(second) }), updatedAt: second * 1_000 }]);
  }
  const { rows } = await watch(async () => {
    const { records } = await account.records.search("0-5", { groups: [], offset: 0, limit: 1, at: 36_000 });
    expect(records).toMatchObject([{ updatedAt: 36_000 }]);
  });
  expect(rows).toBeLessThan(20);
});

test("other accounts are served between the slices of a large search", async () => {
  const store = await openForTest({});
  const [large, small] = [await store.createAccount(profile), await store.createAccount(profile)];
  await writable(store, large).records.put(Array.from({ length: 4_000 }, (_, index) => ticket(index + 1, { code: "a" })));
  await writable(store, small).records.put([ticket(1)]);
  const negated = { test: "present", property: "code", negated: true } as const;
  let isDone = false;
  const search = store.account(large).records.search("0-5", { groups: [Array(30).fill(negated)], offset: 0, limit: 10 });
  void search.finally(() => {
    isDone = true;
  });
  let served = 0;
  for (; !isDone; served += 1) {
    expect(await store.account(small).records.find("0-5", ["1"])).toHaveLength(1);
    await setImmediate();
  }
  expect((await search).total).toBe(0);
  expect(served).toBeGreaterThanOrEqual(4);
});

test("the first search on a calculated property yields to other requests after every 200 records", async () => {
  const { account } = await controlledMock();
  const one = await account();
  const properties = { pipeline: "default", dealstage: "closedwon" };
  await one.seed({ records: { deals: Array.from({ length: 2_000 }, (_, index) => ({ id: String(index + 1), properties })) } });
  const filters = [{ propertyName: "hs_is_closed", operator: "EQ", value: "true" }];
  const turnsOfSearch = async () => {
    let isDone = false;
    const search = one.call({ path: "/crm/objects/2026-03/deals/search", body: { filterGroups: [{ filters }] } });
    void search.finally(() => {
      isDone = true;
    });
    let turns = 0;
    for (; !isDone; turns += 1) await setImmediate();
    expect((await search).body.total).toBe(2_000);
    return turns;
  };
  const first = await turnsOfSearch();
  expect(first - (await turnsOfSearch())).toBeGreaterThanOrEqual(10);
});

test("a large write is indexed completely by the next search", async () => {
  const { account } = await controlledMock();
  const one = await account({ scopes: ["crm.objects.contacts.read", "crm.objects.contacts.write"] });
  const properties = ["first", "second"].map((name) => ({ name, type: "string" }));
  await one.seed({ properties: { contacts: properties }, records: { contacts: [{ id: "1", properties: { first: "old" } }] } });
  const text = (seed: number) => Array.from({ length: 1_000 }, (_, index) => `${seed}w${index}`).join(" ");
  const path = "/crm/objects/2026-03/contacts";
  const found = async (value: string) => {
    const filters = [{ propertyName: "first", operator: "CONTAINS_TOKEN", value }];
    return (await one.call({ path: `${path}/search`, body: { filterGroups: [{ filters }] } })).body.total;
  };
  const inputs = Array.from({ length: 20 }, (_, index) => ({ properties: { first: text(index), second: text(index) } }));
  const created = await one.call({ path: `${path}/batch/create`, body: { inputs } });
  expect(created.status).toBe(201);
  expect([await found("7w999"), await found("7w*"), await found("old")]).toEqual([1, 1, 1]);

  // One record whose values exceed the limit on their own.
  const long = Object.fromEntries(properties.map(({ name }) => [name, "z".repeat(40_000)]));
  await one.call({ method: "PATCH", path: `${path}/1`, body: { properties: long } });
  await one.call({ method: "PATCH", path: `${path}/1`, body: { properties: { ...long, second: text(1) } } });
  expect([await found("old"), await found("zz*")]).toEqual([0, 1]);
  await one.call({ method: "DELETE", path: `${path}/1` });
  expect(await found("zz*")).toBe(0);
});
