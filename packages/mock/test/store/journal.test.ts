import { describe, expect, test } from "vitest";
import type { JournalEntry, JournalFilter } from "../../src/store/journal/journal.ts";
import type { Store } from "../../src/store/store.ts";
import { databases, generationOf, kindsOfDatabase, openForTest, profile } from "./stores.ts";

const plain: JournalEntry = { accountId: null, at: 1, operationId: null, method: "GET", path: "/", query: {}, status: 200, problems: [] };
const problems = [{ in: "limit", code: "type", message: "limit must be a number" }];

describe.each(kindsOfDatabase)("the journal's filter in %s", (kind) => {
  async function filling(accounts: number) {
    const store = await openForTest({ database: await databases[kind]() });
    const ids: number[] = [];
    const generations = new Map<number, number | undefined>();
    while (ids.length < accounts) ids.push(await store.createAccount(profile));
    for (const accountId of ids) generations.set(accountId, await generationOf(store, accountId));
    const append = (accountId: number, fields: Partial<JournalEntry> = {}) =>
      store.journal.append(accountId, { ...plain, accountId, ...fields }, generations.get(accountId));
    return { store, ids, append };
  }

  /** Returns the numbers of the entries. Expects them to be the same in a page and in the full list. */
  async function numbersOf({ journal }: Store, filter: JournalFilter & { accountId?: number }): Promise<number[]> {
    const all = (await journal.read(filter)).entries.map(({ number }) => number);
    const page = (await journal.read({ ...filter, limit: 1_000 })).entries.map(({ number }) => number);
    expect(page).toEqual(all);
    return all;
  }

  test("the filter selects entries by operation, statuses and problems", async () => {
    const { store, ids, append } = await filling(2);
    const [one = 0, other = 0] = ids;
    append(one, { operationId: "domainsV1.list" });
    append(other, { operationId: "domainsV1.list", status: 400, problems });
    append(one, { operationId: "Domains.list", status: 499 });
    append(one, { status: 500 });
    append(0, { accountId: null, operationId: "domainsV1.list", status: 399, problems });
    expect(await numbersOf(store, {})).toEqual([1, 2, 3, 4, 5]);
    expect(await numbersOf(store, { operationId: "domainsV1.list" })).toEqual([1, 2, 5]);
    expect(await numbersOf(store, { statuses: [400, 499] })).toEqual([2, 3]);
    expect(await numbersOf(store, { statuses: [500, 500] })).toEqual([4]);
    expect(await numbersOf(store, { onlyProblems: true })).toEqual([2, 5]);
    expect(await numbersOf(store, { onlyProblems: false, statuses: [200, 399] })).toEqual([1, 5]);
    expect(await numbersOf(store, { operationId: "domainsV1.list", statuses: [400, 499], onlyProblems: true })).toEqual([2]);
    expect(await numbersOf(store, { accountId: one, operationId: "domainsV1.list" })).toEqual([1]);
    expect(await numbersOf(store, { accountId: one, onlyProblems: true })).toEqual([]);
    expect(await numbersOf(store, { accountId: 0, onlyProblems: true })).toEqual([5]);
  });

  test("the filter accepts any string as an operation", async () => {
    const { store, append } = await filling(0);
    const operationIds = ["a\0", "a\\u0000", "a\ud800", "%", "x".repeat(5_000)];
    append(0);
    for (const operationId of operationIds) append(0, { operationId });
    for (const [index, operationId] of operationIds.entries()) expect(await numbersOf(store, { operationId })).toEqual([index + 2]);
    for (const operationId of ["", "a", "null", "_", "' or 1=1 --", "x".repeat(4_999)])
      expect(await numbersOf(store, { operationId })).toEqual([]);
  });

  test("finds one entry among thousands", async () => {
    const { store, ids, append } = await filling(3);
    for (let at = 0; at < 3_000; at += 1) {
      const isSought = at === 700;
      append(
        ids[at % 3] ?? 0,
        isSought ? { at, operationId: "domainsV1.get", status: 503, problems } : { at, operationId: "domainsV1.list" },
      );
    }
    const filters: JournalFilter[] = [{ operationId: "domainsV1.get" }, { statuses: [500, 599] }, { onlyProblems: true }];
    for (const filter of filters) {
      expect(await numbersOf(store, filter)).toEqual([701]);
      expect(await store.journal.read({ ...filter, before: 701, limit: 100 })).toEqual({ entries: [], last: 3_000 });
      expect(await store.journal.read({ ...filter, after: 701, limit: 100 })).toEqual({ entries: [], last: 3_000 });
      expect(await numbersOf(store, { ...filter, accountId: ids[0] ?? 0 })).toEqual([]);
      expect(await numbersOf(store, { ...filter, accountId: ids[1] ?? 0 })).toEqual([701]);
    }
    expect(await numbersOf(store, { operationId: "domainsV1.delete" })).toEqual([]);
    expect(await numbersOf(store, { operationId: "domainsV1.list", onlyProblems: true })).toEqual([]);
    expect((await store.journal.read({ operationId: "domainsV1.list", before: 800, limit: 99 })).entries.map(({ at }) => at)).toEqual(
      Array.from({ length: 100 }, (_, index) => 699 + index).filter((at) => at !== 700),
    );
  });

  test("only the newest 1,000 entries of an account are searched, even if few of them match", async () => {
    const { store, ids, append } = await filling(2);
    const [one = 0, other = 0] = ids;
    append(other, { status: 404 });
    for (let at = 1; at <= 1_000; at += 1) append(one, { at, status: at === 50 || at === 51 ? 404 : 200 });
    expect(await numbersOf(store, { statuses: [404, 404] })).toEqual([1, 51, 52]);
    // The number of new entries is too small to cause the removal of old entries.
    for (let at = 1_001; at <= 1_050; at += 1) append(one, { at });
    expect((await store.journal.read({ statuses: [404, 404] })).entries.map(({ number }) => number)).toEqual([1, 52]);
    expect((await store.journal.read({ accountId: one, statuses: [404, 404] })).entries.map(({ number }) => number)).toEqual([52]);
  });
});
