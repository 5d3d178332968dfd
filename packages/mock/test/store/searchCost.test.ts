import { StatementSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import pg from "pg";
import { expect, test, vi } from "vitest";
import type { Search } from "../../src/store/search/search.ts";
import { controlled } from "../control/controlling.ts";
import { watchQueries } from "./queryPlans.ts";
import { databases, opened, profile, ticket, writable } from "./stores.ts";

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
  // The range of the patterns is counted first.
  const query = "*o* *n* *a*";
  const groups = ["*j*", "*m*", "*i*", "*l*", "*s*"].map((pattern) => group("*o*", "*e*", pattern));
  expect(await scansOf({ query })).toBe(1 + 3);
  expect(await scansOf({ query, filterGroups: Array(5).fill(group("*o*", "*e*")) })).toBe(1 + 5);
  expect(await scansOf({ query, filterGroups: groups })).toBe(1 + 10);
});

test("Postgres looks up found records by their primary key, and only if it has not read their sort keys, even with outdated statistics", async () => {
  const url = await databases.postgres();
  const store = await opened({ database: url });
  const search = { groups: [], offset: 0, limit: 10 };
  const other = writable(store, await store.createAccount(profile));
  await other.records.put(Array.from({ length: 400 }, (_, index) => ticket(index + 1, { code: "a", subject: "b" })));
  // This search updates the statistics, which then do not cover the second account.
  await other.records.search("0-5", search);
  const account = writable(store, await store.createAccount(profile));
  await account.records.put(Array.from({ length: 20 }, (_, index) => ticket(index + 1, { code: "a", subject: "b" })));

  const query = vi.spyOn(pg.Client.prototype, "query");
  const planOf = async (details: Partial<Search>): Promise<string[]> => {
    query.mockClear();
    expect((await account.records.search("0-5", { ...search, ...details })).total).toBe(20);
    const [{ text, values }] = query.mock.calls.flatMap(([sent]) => {
      const { text = "", values = [] } = sent as { text?: string; values?: unknown[] };
      return text.startsWith("select result.") ? [{ text, values }] : [];
    }) as [{ text: string; values: unknown[] }];
    const client = new pg.Client(url);
    await client.connect();
    try {
      const { rows } = await client.query(`explain ${text}`, values);
      return rows.flatMap((row) => / using (\w+) on \w+ (?:sorted|own) /.exec(row["QUERY PLAN"])?.[1] ?? []);
    } finally {
      await client.end();
    }
  };

  const byCode = { property: "code", by: "folded", negated: false } as const;
  const isA = { ...byCode, test: "equals", values: ["a"] } as const;
  const hasWord = { test: "words", properties: ["code"], patterns: ["a"], negated: false } as const;
  expect(await planOf({})).toEqual([]);
  expect(await planOf({ groups: [[isA]] })).toEqual([]);
  expect(await planOf({ groups: [[isA], [hasWord]] })).toEqual(["search_records_pkey"]);
  expect(await planOf({ sort: { field: "updatedAt", descending: true } })).toEqual(["search_records_pkey"]);
  expect(await planOf({ sort: { property: "code", by: "folded", descending: false } })).toEqual(["search_values_pkey"]);
  const inRange = { ...byCode, property: "subject", test: "range", from: { value: "a", inclusive: true } } as const;
  expect(await planOf({ groups: [[isA, inRange]] })).toEqual(["search_values_pkey"]);
});

test("during a search lag, a write stores only the new state of the record, and deletes the states before the lag", async () => {
  const watch = watchQueries();
  const all = vi.spyOn(StatementSync.prototype, "all");
  const store = await opened({});
  const account = writable(store, await store.createAccount({ ...profile, searchLagMs: 5_000 }));
  const sizes: number[] = [];
  for (let second = 1; second <= 40; second += 1) {
    all.mockClear();
    await account.records.put([{ ...ticket(1, { code: String(second).padStart(2) }), updatedAt: second * 1_000 }]);
    sizes.push(JSON.stringify(all.mock.calls).length);
  }
  expect(sizes.slice(20)).toEqual(Array(20).fill(sizes[19]));
  const { rows } = await watch(async () => {
    const { records } = await account.records.search("0-5", { groups: [], offset: 0, limit: 1, at: 36_000 });
    expect(records).toMatchObject([{ updatedAt: 36_000 }]);
  });
  expect(rows).toBeLessThan(20);
});

test("other accounts are served between the slices of a large search", async () => {
  const store = await opened({});
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

test("a large write is indexed by the next search, a limited number of words in each transaction", async () => {
  const { account } = await controlled();
  const one = await account({ scopes: ["crm.objects.contacts.read", "crm.objects.contacts.write"] });
  const properties = ["first", "second"].map((name) => ({ name, type: "string" }));
  await one.seed({ properties: { contacts: properties }, records: { contacts: [{ id: "1", properties: { first: "old" } }] } });
  const counts = [0];
  const all = StatementSync.prototype.all;
  const spy = vi.spyOn(StatementSync.prototype, "all").mockImplementation(function (this: StatementSync, ...parameters) {
    if (this.sourceSQL.startsWith("begin")) counts.push(0);
    const rows = parameters.at(-1);
    if (/^(insert into|delete from) search_tokens/.test(this.sourceSQL)) counts.push((counts.pop() ?? 0) + JSON.parse(String(rows)).length);
    return all.call(this, ...parameters);
  });
  const text = (seed: number) => Array.from({ length: 1_000 }, (_, index) => `${seed}w${index}`).join(" ");
  const path = "/crm/objects/2026-03/contacts";
  const found = async (value: string) => {
    const filters = [{ propertyName: "first", operator: "CONTAINS_TOKEN", value }];
    return (await one.call({ path: `${path}/search`, body: { filterGroups: [{ filters }] } })).body.total;
  };
  const inputs = Array.from({ length: 20 }, (_, index) => ({ properties: { first: text(index), second: text(index) } }));
  const created = await one.call({ path: `${path}/batch/create`, body: { inputs } });
  expect([created.status, Math.max(...counts)]).toEqual([201, 0]);
  expect([await found("7w999"), await found("7w*"), await found("old")]).toEqual([1, 1, 1]);
  expect(counts.reduce((sum, count) => sum + count)).toBe(40_000);
  expect(Math.max(...counts)).toBeLessThan(16_000);

  // One record whose values exceed the limit on their own.
  const long = Object.fromEntries(properties.map(({ name }) => [name, "z".repeat(40_000)]));
  await one.call({ method: "PATCH", path: `${path}/1`, body: { properties: long } });
  await one.call({ method: "PATCH", path: `${path}/1`, body: { properties: { ...long, second: text(1) } } });
  expect([await found("old"), await found("zz*")]).toEqual([0, 1]);
  await one.call({ method: "DELETE", path: `${path}/1` });
  expect(await found("zz*")).toBe(0);
  spy.mockRestore();
});
