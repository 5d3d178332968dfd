import type { RequestEntry } from "@crm-platform/mock";
import { describe, expect, test } from "vitest";
import type { JournalEntry, JournalFilter } from "../../src/store/journal/journal.ts";
import type { TestAccount } from "../behavior/platform.ts";
import { watchQueries } from "../store/queryPlans.ts";
import { databases, kindsOfDatabase, openForTest, profile } from "../store/stores.ts";
import { type Controlled, controlledMock } from "./controlling.ts";

async function send({ call }: TestAccount, from: number, upTo: number): Promise<void> {
  for (let limit = from; limit <= upTo; limit += 1) await call({ path: "/cos-domains/v1/domains", query: { limit } });
}

async function idsOf({ control }: Controlled, query: string): Promise<number[]> {
  return (await control("GET", `/requests?${query}`)).body.results.map(({ id }: RequestEntry) => id);
}

describe.each(kindsOfDatabase)("the journal in %s", (kind) => {
  test("the journal numbers its entries from 1, and returns the newest page first, with the oldest entry first on each page", async () => {
    const platform = await controlledMock({ database: await databases[kind]() });
    const [one, other] = [await platform.account(), await platform.account()];
    await send(one, 1, 5);
    await send(other, 6, 7);
    await send(one, 8, 8);
    expect(await idsOf(platform, "")).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await idsOf(platform, "limit=3")).toEqual([6, 7, 8]);
    expect(await idsOf(platform, "limit=3&before=6")).toEqual([3, 4, 5]);
    expect(await idsOf(platform, "limit=3&before=3")).toEqual([1, 2]);
    expect(await idsOf(platform, "after=6")).toEqual([7, 8]);
    expect(await idsOf(platform, "after=2&before=7&limit=2")).toEqual([5, 6]);
    expect(await idsOf(platform, "after=9007199254740991")).toEqual([]);
    expect(await idsOf(platform, `accountId=${one.accountId}&limit=3`)).toEqual([4, 5, 8]);
    expect(await idsOf(platform, `accountId=${other.accountId}&limit=3&before=7`)).toEqual([6]);
    await platform.control("DELETE", "/requests");
    await send(one, 9, 9);
    expect(await idsOf(platform, "")).toEqual([9]);
    await platform.control("POST", "/reset");
    await send(await platform.account(), 1, 1);
    expect(await idsOf(platform, "")).toEqual([1]);
  });

  test("the journal returns an entry by its id, with its duration", async () => {
    const platform = await controlledMock({ database: await databases[kind]() });
    await platform.mock.faults.add({ effect: { type: "latency", milliseconds: 30 } });
    await send(await platform.account(), 1, 2);
    const { results } = (await platform.control("GET", "/requests")).body;
    const { body } = await platform.control("GET", "/requests/2");
    expect(body).toEqual(results[1]);
    expect(body).toMatchObject({ id: 2, operationId: "domainsV1.list", query: { limit: "2" }, durationMs: expect.any(Number) });
    expect(body.durationMs).toBeGreaterThan(25);
    expect(body.durationMs * 10).toBeCloseTo(Math.round(body.durationMs * 10), 6);
    for (const id of [3, 999]) expect(await platform.rejection("GET", `/requests/${id}`)).toEqual({ status: 404, problems: [] });
    expect((await platform.rejection("GET", "/requests/0")).status).toBe(400);
  });
});

test("entries are found by status, class of status and problems", async () => {
  const platform = await controlledMock();
  const one = await platform.account();
  await one.call({ path: "/cos-domains/v1/domains", query: { limit: "x" } });
  await one.call({ path: "/cos-domains/v1/domains/1" });
  await send(one, 1, 90);
  await one.call({ path: "/nothing" });
  await send(one, 1, 20);
  expect(await idsOf(platform, "status=404&limit=1")).toEqual([93]);
  expect(await idsOf(platform, "status=404&limit=2")).toEqual([2, 93]);
  expect(await idsOf(platform, "status=4XX&limit=1000")).toEqual([1, 2, 93]);
  expect(await idsOf(platform, "status=4XX")).toEqual([1, 2, 93]);
  expect(await idsOf(platform, "onlyProblems=true&limit=1&before=93")).toEqual([1]);
  expect(await idsOf(platform, "status=2XX&limit=1&operationId=domainsV1.list")).toEqual([113]);
  expect(await idsOf(platform, "status=5XX&limit=1")).toEqual([]);
  expect((await platform.mock.requests.list({ status: "404", after: 2 })).map(({ id }) => id)).toEqual([93]);
  for (const wrong of ["4xx", "4", "600", "abc", "4XXX"])
    expect((await platform.rejection("GET", `/requests?status=${wrong}`)).status).toBe(400);
  expect((await platform.rejection("GET", "/requests?limit=0")).status).toBe(400);
});

test("waiting can start after an entry, and waiting for more entries than the limit is rejected", async () => {
  const platform = await controlledMock();
  const one = await platform.account();
  await send(one, 1, 2);
  const waiting = idsOf(platform, "after=2&limit=2&waitFor=2&timeout=20000");
  await send(one, 3, 4);
  expect(await waiting).toEqual([3, 4]);
  expect(await idsOf(platform, "after=4&waitFor=1&timeout=30")).toEqual([]);
  expect(await platform.rejection("GET", "/requests?limit=5&waitFor=6")).toEqual({
    status: 400,
    problems: ["waitFor: waitFor must not exceed limit, which is 5"],
  });
});

test("the ids of entries do not depend on when the entries are written", async () => {
  const ids = async (kind: (typeof kindsOfDatabase)[number], pause: boolean) => {
    const platform = await controlledMock({ database: await databases[kind]() });
    const [one, other] = [await platform.account(), await platform.account()];
    await send(one, 1, 3);
    if (pause) await platform.control("GET", "/requests");
    await send(other, 4, 6);
    await platform.control("DELETE", `/requests?accountId=${one.accountId}`);
    await send(one, 7, 7);
    return idsOf(platform, "");
  };
  for (const kind of kindsOfDatabase) {
    expect([await ids(kind, false), await ids(kind, true)], kind).toEqual([
      [4, 5, 6, 7],
      [4, 5, 6, 7],
    ]);
  }
});

describe.each(["memory", "file"] as const)("among 20,000 entries in %s", (kind) => {
  const entry: JournalEntry = { accountId: 1, at: 1, operationId: null, method: "GET", path: "/", query: {}, status: 404, problems: [] };

  test("a page is read without reading other pages", async () => {
    const watch = watchQueries();
    const store = await openForTest({ database: await databases[kind]() });
    for (let account = 0; account < 20; account += 1) {
      const accountId = await store.createAccount(profile);
      const { generation } = await store.session(accountId, "");
      const operationId = account === 0 ? "domainsV1.list" : "domainsV1.get";
      for (let at = 1; at <= 1_000; at += 1) store.journal.append(accountId, { ...entry, accountId, at, operationId }, generation);
      await store.journal.get(1);
    }
    const byNumber = "SEARCH journal USING COVERING INDEX journal_by_number (number>? AND number<?)";
    const ofAccount = "SEARCH journal USING PRIMARY KEY (account_id=? AND number>? AND number<?)";
    for (const [query, search] of [
      [{}, byNumber],
      [{ before: 10_000 }, byNumber],
      [{ accountId: 20_000_010 }, ofAccount],
      [{ accountId: 20_000_010, before: 9_500 }, ofAccount],
    ] as const) {
      const { plans, rows } = await watch(async () => {
        expect((await store.journal.read({ ...query, limit: 100 })).entries).toHaveLength(100);
      });
      // The number of the last entry can be cached.
      expect(rows).toBeLessThanOrEqual(101);
      // The query reads rows in index order, so it can stop at the limit.
      expect(plans).not.toContain("USE TEMP B-TREE FOR ORDER BY");
      expect(plans.filter((step) => /\bjournal\b/.test(step))).toEqual([
        search,
        "SEARCH journal USING PRIMARY KEY (account_id=? AND number=?)",
      ]);
    }
    const nothing: JournalFilter[] = [{ operationId: "domainsV1.delete" }, { statuses: [500, 599] }, { onlyProblems: true }];
    for (const filter of nothing) expect(await store.journal.read({ ...filter, limit: 100 })).toEqual({ entries: [], last: 20_000 });
    const oldest = await store.journal.read({ operationId: "domainsV1.list", statuses: [400, 499], limit: 100 });
    expect(oldest.entries.map(({ at }) => at)).toEqual(Array.from({ length: 100 }, (_, index) => 901 + index));
  });
});
