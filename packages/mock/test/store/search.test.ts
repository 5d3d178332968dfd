import { describe, expect, test } from "vitest";
import type { AccountStore } from "../../src/store/accountStore.ts";
import type { StoredRecord } from "../../src/store/records/recordStore.ts";
import type { Search, SearchCondition } from "../../src/store/search/search.ts";
import { patternsOf } from "../../src/store/words.ts";
import { kindsOfDatabase, profile, sharedStore, ticket, writable } from "./stores.ts";

const ofCode = (condition: object): SearchCondition =>
  ({ property: "code", by: "folded", negated: false, ...condition }) as SearchCondition;
const words = (...patterns: string[]): SearchCondition => ({ test: "words", properties: ["subject", "code"], patterns, negated: false });

describe.each(kindsOfDatabase)("the search index in %s", (kind) => {
  const emptyStore = sharedStore(kind);

  async function newAccount() {
    const store = await emptyStore();
    return { account: writable(store, await store.createAccount(profile)) };
  }

  async function idsOf(account: AccountStore, search: Partial<Search>): Promise<string[]> {
    const { records } = await account.records.search("0-5", { groups: [], offset: 0, limit: 100, ...search });
    return records.map(({ id }) => id);
  }

  test("finds values, words, ranges and missing values", async () => {
    const { account } = await newAccount();
    const long = "x".repeat(5_000);
    await account.records.put([
      ticket(1, { code: "Alpha", subject: "The green bicycle" }),
      ticket(2, { code: "beta", subject: "Greenhouse, café-bar" }),
      ticket(3, { code: "10.0" }),
      ticket(4, { code: "9", ["__proto__"]: "x" }),
      ticket(5, { code: long, subject: "nul \u0000 and \ud800" }),
      ticket(6, { code: `${long}y` }),
      ticket(7, { code: "" }),
      { ...ticket(8, { code: "Alpha" }), archivedAt: 5 },
      { ...ticket(9, { code: "Alpha" }), objectType: "0-1" },
    ]);
    const cases: [SearchCondition, string[]][] = [
      [ofCode({ test: "equals", values: ["alpha"] }), ["1"]],
      [ofCode({ test: "equals", values: ["Alpha"] }), []],
      [ofCode({ test: "equals", by: "exact", values: ["Alpha", "Beta"] }), ["1"]],
      [ofCode({ test: "equals", by: "number", values: [10, 11] }), ["3"]],
      [ofCode({ test: "equals", values: [long] }), ["5"]],
      [ofCode({ test: "equals", values: ["alpha", "beta"], negated: true }), ["3", "4", "5", "6", "7"]],
      [ofCode({ test: "present" }), ["1", "2", "3", "4", "5", "6"]],
      [ofCode({ test: "present", negated: true }), ["7"]],
      [ofCode({ test: "present", property: "__proto__" }), ["4"]],
      [ofCode({ test: "range", by: "number", from: { value: 9, inclusive: false } }), ["3"]],
      [ofCode({ test: "range", by: "number", from: { value: 9, inclusive: true }, to: { value: 10, inclusive: true } }), ["3", "4"]],
      [ofCode({ test: "range", to: { value: "9", inclusive: false } }), ["3"]],
      [{ test: "fieldRange", field: "id", from: { value: 6, inclusive: true }, negated: false }, ["6", "7"]],
      [{ test: "fieldEquals", field: "createdAt", values: [1_000], negated: true }, []],
      [words("green"), ["1"]],
      [words("green*"), ["1", "2"]],
      [words("*cycle"), ["1"]],
      [words("caf*"), ["2"]],
      [words("café"), ["2"]],
      [words("green*", "alpha"), ["1"]],
      [words("green*", "b*"), ["1", "2"]],
      [words(), []],
      [{ ...words("*ee*"), negated: true }, ["3", "4", "5", "6", "7"]],
    ];
    for (const [condition, ids] of cases) expect([condition, await idsOf(account, { groups: [[condition]] })]).toEqual([condition, ids]);
  });

  test("searches without a transaction unless changes are pending", async () => {
    const store = await emptyStore();
    const accountId = await store.createAccount(profile);
    await writable(store, accountId).records.put([ticket(1, { code: "alpha" })]);
    const found = await store.readTogether(accountId, (account) => idsOf(account, {}));
    expect(found).toEqual(["1"]);
  });

  test("finds long words by their start", async () => {
    const { account } = await newAccount();
    const value = `${"a".repeat(99)}\u{1d41a}`;
    await account.records.put([ticket(1, { code: value })]);
    expect(await idsOf(account, { groups: [[words(...patternsOf(value))]] })).toEqual(["1"]);
  });

  test("combines conditions and groups, and sorts and paginates results", async () => {
    const { account } = await newAccount();
    const codes = ["a", "b", "a", "c", "b", "a"];
    await account.records.put(
      codes.map((code, index) => ticket(index + 1, { code, ...(index === 3 ? {} : { rank: String(20 - index) }) })),
    );
    const equal = (code: string) => ofCode({ test: "equals", values: [code] });
    const above = (from: number) => ofCode({ test: "range", property: "rank", by: "number", from: { value: from, inclusive: true } });
    const groups = [[equal("a"), above(18)], [equal("b")], [equal("c"), words("c")]];
    const sort = { property: "rank", by: "number", descending: false } as const;
    expect(await idsOf(account, { groups })).toEqual(["1", "2", "3", "4", "5"]);
    expect(await idsOf(account, { groups, sort })).toEqual(["5", "3", "2", "1", "4"]);
    expect(await idsOf(account, { groups, sort: { ...sort, descending: true } })).toEqual(["1", "2", "3", "5", "4"]);
    expect(await idsOf(account, { sort: { field: "id", descending: true }, limit: 2, offset: 1 })).toEqual(["5", "4"]);
    expect(await account.records.search("0-5", { groups, offset: 10, limit: 2 })).toEqual({ total: 5, records: [] });
    expect(await account.records.search("0-1", { groups, offset: 0, limit: 2 })).toEqual({ total: 0, records: [] });
  });

  test.each(["folded", "exact"] as const)("compares long texts in full and in code-point order, by %s comparison", async (by) => {
    const { account } = await newAccount();
    const long = "x".repeat(150);
    const codes = ["", "\0", "\u0001", "\u0001\0", "\\", "a", "\ud7ff", "\ud7ff\u0001", "\ud800", "\udfff", "\ue000", "\u{10000}"]
      .map((end) => `b${end}`)
      .concat(["1", "2\ud800", "2\ue000", "3"].map((end) => long + end))
      .concat(`${"y".repeat(119)}\u{10ffff}`, `${"y".repeat(119)}\u{10ffff}a`);
    const ids = codes.map((_, index) => String(index + 1));
    await account.records.put(codes.map((code, index) => ticket(index + 1, { code })).toReversed());
    const sort = { property: "code", by, descending: false } as const;
    expect(await idsOf(account, { sort })).toEqual(ids);
    expect(await idsOf(account, { sort: { ...sort, descending: true } })).toEqual(ids.toReversed());
    for (const [index, value] of codes.entries()) {
      const found = (test: object) => idsOf(account, { sort, groups: [[{ ...ofCode(test as { test: "range" }), by } as SearchCondition]] });
      expect(await found({ test: "range", from: { value, inclusive: true } })).toEqual(ids.slice(index));
      expect(await found({ test: "range", to: { value, inclusive: false } })).toEqual(ids.slice(0, index));
      expect(await found({ test: "equals", values: [value] })).toEqual([ids[index]]);
    }
  });

  test("sorts by creation time by default, even if creation times have changed", async () => {
    const { account } = await newAccount();
    const tickets = [1, 2, 3].map((id) => ticket(id, { code: "a" }));
    const [first, second] = tickets as [StoredRecord, StoredRecord];
    const isA = ofCode({ test: "equals", values: ["a"] });
    const searches = [[], [[isA]], [[isA], [ofCode({ test: "present" })]], [[isA], [words("a")]]];
    const orders = (at?: number) => Promise.all(searches.map((groups) => idsOf(account, { groups, at })));
    await account.records.put(tickets);
    expect(await orders()).toEqual(searches.map(() => ["1", "2", "3"]));
    await account.records.put([{ ...first, createdAt: 5_000 }]);
    expect(await orders()).toEqual(searches.map(() => ["2", "3", "1"]));

    await account.setProfile({ ...profile, searchLagMs: 500 });
    await account.records.put([{ ...second, createdAt: 6_000, updatedAt: 3_000 }]);
    expect(await orders(2_999)).toEqual(searches.map(() => ["2", "3", "1"]));
    expect(await orders(3_000)).toEqual(searches.map(() => ["3", "1", "2"]));
  });

  test("finds records by their associations with current records", async () => {
    const { account } = await newAccount();
    await account.records.put([ticket(1), ticket(2), { ...ticket(1), objectType: "0-1" }]);
    const link = (ticketId: string, contactId: string) => [
      { fromType: "0-5", fromId: ticketId, typeId: 16, toType: "0-1", toId: contactId },
      { fromType: "0-1", fromId: contactId, typeId: 15, toType: "0-5", toId: ticketId },
    ];
    await account.associations.add([...link("1", "1"), ...link("2", "2")]);
    const associated = { test: "associated", toType: "0-1", negated: false } as const;
    expect(await idsOf(account, { groups: [[{ ...associated, ids: ["1", "2"] }]] })).toEqual(["1"]);
    expect(await idsOf(account, { groups: [[{ ...associated, ids: ["x"] }]] })).toEqual([]);
    expect(await idsOf(account, { groups: [[associated]] })).toEqual(["1"]);
    expect(await idsOf(account, { groups: [[{ ...associated, negated: true }]] })).toEqual(["2"]);
  });

  test("finds associations only with records that were written before the lag began", async () => {
    const { account } = await newAccount();
    await account.setProfile({ ...profile, searchLagMs: 500 });
    await account.records.put([ticket(1), { ...ticket(1), objectType: "0-1" }]);
    await account.associations.add([
      { fromType: "0-5", fromId: "1", typeId: 16, toType: "0-1", toId: "1" },
      { fromType: "0-1", fromId: "1", typeId: 15, toType: "0-5", toId: "1" },
    ]);
    const groups = [[{ test: "associated", toType: "0-1", negated: false } as const]];
    expect(await idsOf(account, { groups, at: 999 })).toEqual([]);
    expect(await idsOf(account, { groups, at: 2_000 })).toEqual(["1"]);
  });

  test("reflects changes, archived records and cleared accounts", async () => {
    const { account } = await newAccount();
    const groups = [[ofCode({ test: "equals", values: ["a"] })], [words("old")]];
    await account.records.put([ticket(1, { code: "a", subject: "old" }), ticket(2, { code: "b" })]);
    await account.records.put([ticket(1, { code: "b", subject: "new" }), ticket(2, { code: "a" })]);
    expect(await idsOf(account, { groups })).toEqual(["2"]);
    await account.records.put([{ ...ticket(2, { code: "a" }), archivedAt: 3_000 }]);
    expect(await idsOf(account, { groups })).toEqual([]);
    await account.records.put([ticket(2, { code: "a" })]);
    expect(await idsOf(account, { groups })).toEqual(["2"]);
    await account.clear();
    expect(await idsOf(account, {})).toEqual([]);
  });

  test("indexes records of several types with the same id", async () => {
    const { account } = await newAccount();
    const contact = (code: string) => ({ ...ticket(1, { code }), objectType: "0-1" });
    await account.records.put([ticket(1, { code: "red" }), contact("green")]);
    await account.setProfile({ ...profile, searchLagMs: 500 });
    await account.records.put([ticket(1, { code: "green" })]);
    await account.records.put([ticket(1, { code: "green" }), contact("red")]);
    await account.setProfile(profile);
    await account.records.put([ticket(1, { code: "blue" }), contact("blue")]);
    for (const objectType of ["0-5", "0-1"]) {
      const search = (word: string) => account.records.search(objectType, { groups: [[words(word)]], offset: 0, limit: 1 });
      expect([(await search("red")).total, (await search("green")).total, (await search("blue")).total]).toEqual([0, 0, 1]);
    }
  });

  test("finds records in the state that they had before the lag began", async () => {
    const { account } = await newAccount();
    const version = (value: string, timestamp: number) => ({ value, timestamp, sourceType: "API" });
    const record = { ...ticket(1), createdAt: 1_000, updatedAt: 1_000, properties: { code: [version("a", 1_000)] } };
    const changed = { ...record, updatedAt: 2_000, properties: { code: [version("b", 2_000), version("a", 1_000)] } };
    const idsAt = async (value: string, at?: number) => idsOf(account, { groups: [[ofCode({ test: "equals", values: [value] })]], at });
    await account.setProfile({ ...profile, searchLagMs: 500 });
    await account.records.put([record]);
    expect([await idsAt("a", 999), await idsAt("a", 1_000)]).toEqual([[], ["1"]]);
    await account.records.put([changed]);
    await account.records.put([{ ...changed, updatedAt: 3_000, archivedAt: 3_000 }]);
    expect([await idsAt("a", 1_999), await idsAt("b", 1_999)]).toEqual([["1"], []]);
    const before = await account.records.search("0-5", { groups: [], offset: 0, limit: 1, at: 1_999 });
    const { updatedAt } = record;
    expect(before.records).toMatchObject([{ id: "1", createdAt: 1_000, updatedAt, properties: { code: [{ value: "a" }] } }]);
    expect([await idsAt("a", 2_000), await idsAt("b", 2_000)]).toEqual([[], ["1"]]);
    expect(await idsAt("b", 3_000)).toEqual([]);

    // Without a lag, all writes are searchable immediately.
    await account.records.put([{ ...changed, updatedAt: 4_000 }]);
    expect(await idsAt("b")).toEqual(["1"]);
    expect(await account.records.search("0-5", { groups: [], offset: 0, limit: 1, at: 999 })).toMatchObject({
      total: 1,
      records: [{ id: "1" }],
    });
  });

  test("finds the same records in slices", async () => {
    const { account } = await newAccount();
    const count = 2_300;
    await account.records.put(
      Array.from({ length: count }, (_, index) => ({
        ...ticket(index * 3 + 1, {
          code: `c${index % 7};d${index % 3}`,
          subject: `word${index % 10} W${index} ${"long ".repeat(30)}${index % 5 === 0 ? "\ud800" : "\u{10000}"}`,
          ...(index % 4 === 0 ? {} : { rank: String((index * 7_919) % 1_000) }),
        }),
        createdAt: 10_000 - (index % 100),
        updatedAt: 20_000 + (index % 50),
      })),
    );
    await account.records.put([1, 2].map((id) => ({ ...ticket(id), objectType: "0-1" })));
    await account.records.put([{ ...ticket(3), objectType: "0-1", archivedAt: 5 }]);
    await account.associations.add(
      Array.from({ length: count }, (_, index) => ({ ticketId: String(index * 3 + 1), contactId: String((index % 5) + 1) })).flatMap(
        ({ ticketId, contactId }) => [
          { fromType: "0-5", fromId: ticketId, typeId: 16, toType: "0-1", toId: contactId },
          { fromType: "0-1", fromId: contactId, typeId: 15, toType: "0-5", toId: ticketId },
        ],
      ),
    );
    const associated = { test: "associated", toType: "0-1", negated: false } as const;
    const rank = { property: "rank", by: "number" } as const;
    const isOfSeveral = ofCode({ test: "equals", by: "exact", values: ["d1", "c2;d2"], hasOptions: true });
    const conditions: SearchCondition[][] = [
      [],
      [ofCode({ test: "equals", values: ["c3;d0"] })],
      [ofCode({ test: "equals", values: ["c3;d0"], negated: true }), ofCode({ test: "present", ...rank })],
      [isOfSeveral],
      [{ ...isOfSeveral, negated: true }, ofCode({ test: "range", ...rank, from: { value: 500, inclusive: true } })],
      [ofCode({ test: "range", property: "subject", from: { value: "word5", inclusive: true }, to: { value: "word7", inclusive: false } })],
      [words("word3")],
      [words("word*", "*w1*", "long")],
      [{ ...words("*1"), negated: true }],
      [words("*")],
      [words("w*", "nothing*")],
      [associated],
      [{ ...associated, ids: ["2", "3"] }],
      [{ ...associated, ids: ["2"], negated: true }],
      [{ test: "fieldRange", field: "id", from: { value: 900, inclusive: false }, negated: false }],
      [{ test: "fieldEquals", field: "createdAt", values: [9_990, 9_991], negated: false }, words("word1")],
    ];
    const sorts: Partial<Search>[] = [
      {},
      { sort: { field: "id", descending: true } },
      { sort: { field: "updatedAt", descending: false } },
      { sort: { ...rank, descending: false } },
      { sort: { property: "subject", by: "folded", descending: true } },
    ];
    // This group matches no record, and requires so many lookups for each record that the search runs in slices.
    const none = Array.from({ length: 50 }, () => ofCode({ test: "present", negated: true }));
    for (const [index, condition] of conditions.entries()) {
      const query = index % 3 === 0 ? [] : [[words("word*")], [words("w7*", "w*")]];
      const search = { offset: index % 2 === 0 ? 0 : 40, limit: 100, ...sorts[index % sorts.length], query };
      const whole = await account.records.search("0-5", { ...search, groups: [condition] });
      const sliced = await account.records.search("0-5", { ...search, groups: [condition, none] });
      const seen = ({ total, records }: typeof whole) => [total, records.map(({ id }) => id)];
      expect([condition, seen(sliced)]).toEqual([condition, seen(whole)]);
    }
  });

  test("contains all of many records", async () => {
    const { account } = await newAccount();
    await account.records.put(Array.from({ length: 2_500 }, (_, index) => ticket(index + 1, { code: `c${index % 2}` })));
    const { total } = await account.records.search("0-5", { groups: [[ofCode({ test: "equals", values: ["c1"] })]], offset: 0, limit: 1 });
    expect(total).toBe(1_250);
  });
});
