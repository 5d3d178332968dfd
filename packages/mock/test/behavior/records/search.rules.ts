import { expect } from "vitest";
import type { Platform, TestAccount, TestResponse } from "../platform.ts";
import { expectInvalid } from "../rejections.ts";
import { rule, rules } from "../rules.ts";

type Filter = readonly [propertyName: string, operator: string, ...values: (string | readonly string[])[]];

const deals = [
  { id: "1", createdAt: "2026-01-05T00:00:00Z", properties: { dealname: "Fleet order", amount: "900", dealtype: "newbusiness" } },
  {
    id: "2",
    createdAt: "2026-01-03T00:00:00Z",
    properties: { dealname: "Fleet service, Oslo", amount: "1000.50", closedate: "2026-03-01" },
  },
  { id: "3", createdAt: "2026-01-04T00:00:00Z", properties: { dealname: "bicycles", amount: "85", closedate: "1772496000000" } },
  { id: "4", createdAt: "2026-01-02T00:00:00Z", properties: { description: "Fleet" } },
  { id: "5", createdAt: "2026-01-01T00:00:00Z", archivedAt: "2026-02-01T00:00:00Z", properties: { dealname: "Fleet" } },
];

rules("records", {
  "records-search-groups": rule(
    "A search finds the records that match all filters in at least one group.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform);
    const body = {
      filterGroups: [
        group(["dealname", "CONTAINS_TOKEN", "fleet"], ["amount", "GT", "950"]),
        group(["dealname", "EQ", "bicycles"]),
        group(["dealname", "EQ", "bicycles"], ["amount", "EQ", "86"]),
      ],
    };
    const { status, body: found } = await search(account, body);
    expect([status, found.total, idsOf({ body: found })]).toEqual([200, 2, ["2", "3"]]);
  }),
  "records-search-operators": rule(
    "A search compares numbers and times by value, and texts character by character.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform);
    await expectFound(account, [
      [["amount", "EQ", "1000.5"], ["2"]],
      [
        ["amount", "NEQ", "900"],
        ["2", "3", "4"],
      ],
      [["amount", "LT", "900"], ["3"]],
      [
        ["amount", "LTE", "900"],
        ["1", "3"],
      ],
      [["amount", "GT", "900"], ["2"]],
      [
        ["amount", "GTE", "900"],
        ["1", "2"],
      ],
      [
        ["amount", "BETWEEN", "85", "900"],
        ["1", "3"],
      ],
      [
        ["amount", "IN", ["85", "1000.50"]],
        ["2", "3"],
      ],
      [
        ["amount", "NOT_IN", ["85", "900"]],
        ["2", "4"],
      ],
      [
        ["dealname", "HAS_PROPERTY"],
        ["1", "2", "3"],
      ],
      [["dealname", "NOT_HAS_PROPERTY"], ["4"]],
      [["dealname", "LT", "fleet"], ["3"]],
      [["closedate", "GTE", "2026-03-02T00:00:00Z"], ["3"]],
      [["closedate", "LT", "1772496000000"], ["2"]],
      [
        ["hs_object_id", "GT", "2"],
        ["3", "4"],
      ],
      [
        ["hs_object_id", "LT", "2.5"],
        ["1", "2"],
      ],
      [
        ["hs_object_id", "IN", ["1", "4", "5"]],
        ["1", "4"],
      ],
      [
        ["hs_createdate", "BETWEEN", "2026-01-02", "2026-01-03T00:00:00Z"],
        ["2", "4"],
      ],
      [["createdate", "NOT_HAS_PROPERTY"], []],
    ]);
  }),
  "records-search-number-precision": rule(
    "A search compares numbers with double precision, so numbers that differ only after the 15th significant digit can be equal.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    await account.seed({ records: { deals: [{ id: "11", properties: { amount: "9007199254740992" } }] } });
    await expectFound(account, [
      [["amount", "EQ", "9007199254740993"], ["11"]],
      [["amount", "GT", "9007199254740990"], ["11"]],
      [["amount", "EQ", "9007199254740990"], []],
    ]);
  }),
  "records-search-letter-case": rule(
    "A search compares texts regardless of letter case, and the values of an enumeration exactly. `IN` and `NOT_IN` find texts only if " +
      "the given values are in lower case.",
    "documented",
  )(async (platform) => {
    await expectFound(await seeded(platform), [
      [["dealname", "EQ", "FLEET ORDER"], ["1"]],
      [["dealname", "IN", ["fleet order"]], ["1"]],
      [["dealname", "IN", ["Fleet order"]], []],
      [["dealtype", "EQ", "newbusiness"], ["1"]],
      [["dealtype", "EQ", "NewBusiness"], []],
    ]);
  }),
  "records-search-options": rule(
    "`EQ`, `NEQ`, `IN` and `NOT_IN` compare each option in the value of a `checkbox` property, and also the whole value. The other " +
      "operators use only the whole value.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const options = ["gravel", "Road bike", "city"].map((value) => ({ label: value, value }));
    const styles = ["gravel;Road bike", "Road bike", "city;gravel"];
    await account.seed({
      properties: { deals: [{ name: "styles", type: "enumeration", fieldType: "checkbox", options }] },
      records: { deals: styles.map((value, index) => ({ id: String(index + 1), properties: { styles: value } })) },
    });
    await expectFound(account, [
      [
        ["styles", "EQ", "gravel"],
        ["1", "3"],
      ],
      [["styles", "EQ", "gravel;Road bike"], ["1"]],
      [["styles", "EQ", "road bike"], []],
      [
        ["styles", "NEQ", "gravel"],
        ["2", "4"],
      ],
      [
        ["styles", "IN", ["Road bike", "gravel", "city;gravel"]],
        ["1", "2", "3"],
      ],
      [["styles", "NOT_IN", ["Road bike", "city"]], ["4"]],
      [
        ["styles", "CONTAINS_TOKEN", "*ike"],
        ["1", "2"],
      ],
      [["styles", "CONTAINS_TOKEN", "*d*bike"], []],
    ]);
    await account.seed({ records: { deals: [{ id: "1", properties: { styles: "city" } }] } });
    await expectFound(account, [[["styles", "EQ", "gravel"], ["3"]]]);
    const filterGroups = [group(["dealname", "EQ", "bicycles"], ["styles", "EQ", "city"])];
    expect(idsOf(await search(account, { filterGroups }))).toEqual([]);
  }),
  "records-search-without-a-value": rule(
    "A record without a value matches only negated operators, such as `NEQ` and `NOT_HAS_PROPERTY`.",
    "assumed",
  )(async (platform) => {
    await expectFound(await seeded(platform), [
      [
        ["dealtype", "NEQ", "newbusiness"],
        ["2", "3", "4"],
      ],
      [
        ["dealname", "NOT_CONTAINS_TOKEN", "fleet"],
        ["3", "4"],
      ],
      [
        ["closedate", "LT", "2030-01-01"],
        ["2", "3"],
      ],
    ]);
  }),
  "records-search-tokens": rule(
    "`CONTAINS_TOKEN` finds records in which the property contains all words of the given value. In the given value, `*` stands for any " +
      "number of characters in a word.",
    { grade: "documented", source: "public documentation of a similar API, for words and `*`" },
  )(async (platform) => {
    const account = await seeded(platform);
    await account.seed({ records: { deals: [{ id: "5", properties: { dealname: "2026-04-20" } }] } });
    await expectFound(account, [
      [
        ["dealname", "CONTAINS_TOKEN", "Fleet"],
        ["1", "2"],
      ],
      [["dealname", "CONTAINS_TOKEN", "flee"], []],
      [
        ["dealname", "CONTAINS_TOKEN", "flee*"],
        ["1", "2"],
      ],
      [["dealname", "CONTAINS_TOKEN", "*cycle*"], ["3"]],
      [["dealname", "CONTAINS_TOKEN", "oslo fleet"], ["2"]],
      [["dealname", "CONTAINS_TOKEN", "2026"], ["5"]],
    ]);
  }),
  "records-search-query": rule(
    "Each word in `query` must be the start of a word in one of the default text properties of the object type.",
    { grade: "assumed", source: "public documentation of a similar API, for the properties" },
  )(async (platform) => {
    const account = await seeded(platform);
    const idsFor = async (query: string) => idsOf(await search(account, { query })).toSorted();
    expect(await idsFor("fle")).toEqual(["1", "2", "4"]);
    expect(await idsFor("OSLO flee")).toEqual(["2"]);
    expect(await idsFor("eet")).toEqual([]);
    expect(await idsFor(" ")).toHaveLength(4);
    await account.seed({ records: { deals: [{ id: "5", properties: { dealname: "2026-04-20" } }] } });
    expect(await idsFor("2026-04-20")).toEqual(["5"]);
    expect(idsOf(await search(account, { query: "fleet", filterGroups: [group(["amount", "GT", "950"])] }))).toEqual(["2"]);
  }),
  "records-search-associations": rule(
    "A filter by the property `associations.{objectType}` finds records by the id of an associated record, unless the associated record " +
      "is archived.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform, { scopes: [...scopes, "crm.objects.contacts.read"] });
    await account.seed({
      records: { contacts: [{ id: "11" }, { id: "12", archivedAt: "2026-02-01T00:00:00Z" }] },
      associations: [
        { from: "deals/1", to: "contacts/11", type: "deal_to_contact" },
        { from: "deals/2", to: "contacts/12", type: "deal_to_contact" },
      ],
    });
    await expectFound(account, [
      [["associations.contacts", "EQ", "11"], ["1"]],
      [["associations.contact", "IN", ["11", "12"]], ["1"]],
      [["associations.0-1", "HAS_PROPERTY"], ["1"]],
      [
        ["associations.contacts", "NOT_HAS_PROPERTY"],
        ["2", "3", "4"],
      ],
    ]);
    expectInvalid(
      await search(account, { filterGroups: [group(["associations.2-1", "EQ", "1"])] }),
      "filterGroups[0].filters[0].propertyName",
    );
    expectInvalid(
      await search(account, { filterGroups: [group(["associations.deals", "GT", "1"])] }),
      "filterGroups[0].filters[0].operator",
    );
  }),
  "records-search-order": rule(
    "Results are sorted by creation time, oldest first, or by one property. Records without a value come last.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform);
    expect(idsOf(await search(account, {}))).toEqual(["4", "2", "3", "1"]);
    const byAmount = async (direction: string) => idsOf(await search(account, { sorts: [{ propertyName: "amount", direction }] }));
    expect([await byAmount("ASCENDING"), await byAmount("DESCENDING")]).toEqual([
      ["3", "1", "2", "4"],
      ["2", "1", "3", "4"],
    ]);
    expect(idsOf(await search(account, { sorts: ["-hs_object_id"] }))).toEqual(["4", "3", "2", "1"]);
    expect(idsOf(await search(account, { sorts: ["dealname"] }))).toEqual(["3", "1", "2", "4"]);
  }),
  "records-search-pages": rule(
    "A page contains 10 records by default and at most 200; the cursor is the index of the next page's first record.",
    "documented",
  )(async (platform) => {
    const account = await platform.account({ scopes });
    const ids = Array.from({ length: 201 }, (_, index) => String(index + 1));
    await account.seed({ records: { deals: ids.map((id) => ({ id })) } });
    const first = await search(account, {});
    expect([idsOf(first), first.body.total, first.body.paging]).toEqual([ids.slice(0, 10), 201, { next: { after: "10" } }]);
    expect(idsOf(await search(account, { after: "10", limit: 1 }))).toEqual(["11"]);
    const last = await search(account, { after: "1", limit: 200 });
    expect([idsOf(last).length, Object.keys(last.body)]).toEqual([200, ["total", "results"]]);
    expect((await search(account, { after: "300" })).body).toEqual({ total: 201, results: [] });
    for (const limit of [0, 201]) expectInvalid(await search(account, { limit }), "limit");
  }),
  "records-search-at-most-10000": rule(
    "A search returns at most the first 10,000 results. A request for a page that starts after them is rejected with a 400.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform);
    expect((await search(account, { after: "9999" })).status).toBe(200);
    expectInvalid(await search(account, { after: "10000" }), "after");
  }),
  "records-search-last-page": rule(
    "A page that would extend beyond the first 10,000 results ends with the 10,000th result, and has no cursor.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account({ scopes });
    await account.seed({ records: { deals: Array.from({ length: 10_001 }, (_, index) => ({ id: String(index + 1) })) } });
    const page = async (after: string) => (await search(account, { limit: 150, after, sorts: ["hs_object_id"] })).body;
    expect((await page("9750")).paging).toEqual({ next: { after: "9900" } });
    const { total, results, paging } = await page("9900");
    expect([total, results.length, results.at(-1).id, paging]).toEqual([10_001, 100, "10000", undefined]);
  }),
  "records-search-limits": rule(
    "A search is rejected with a 400 if it has more than 5 groups, more than 6 filters in a group, more than 18 filters in total or " +
      "more than one sort, or if its body, as sent, has more than 3,000 characters.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform);
    const filter: Filter = ["amount", "EQ", "1"];
    const groups = (count: number, filters: number) => ({ filterGroups: Array(count).fill(group(...Array(filters).fill(filter))) });
    expect((await search(account, groups(3, 6))).status).toBe(200);
    expectInvalid(await search(account, groups(6, 1)), "filterGroups");
    expectInvalid(await search(account, groups(1, 7)), "filterGroups[0].filters");
    expectInvalid(await search(account, groups(4, 5)), "filterGroups");
    expectInvalid(await search(account, { sorts: ["amount", "dealname"] }), "sorts");
    const misnamed = await search(account, { sorts: [{ property: "amount", dir: "ASCENDING" }] });
    expect(misnamed.body.message).toContain("must match exactly one of these alternatives: an object with propertyName; a string");
    const body = { query: "x", properties: ["y"] };
    const rest = JSON.stringify(body).length - 1;
    expect((await search(account, { ...body, query: "x".repeat(3_000 - rest) })).status).toBe(200);
    expectInvalid(await search(account, { ...body, query: "x".repeat(3_001 - rest) }), "body");
    const query = Array.from({ length: 1_400 }, (_, index) => String.fromCharCode(0x4e00 + index)).join(" ");
    expect((await search(account, { query })).status).toBe(200);
    const padded = (length: number) => account.call({ path: "/crm/objects/2026-03/deals/search", text: "{}".padEnd(length) });
    expect((await padded(3_000)).status).toBe(200);
    expectInvalid(await padded(3_001), "body");
  }),
  "records-search-wildcards": rule(
    "A search is rejected with a 400 if its `query` and its filters contain more than 20 words with `*` in total.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const words = (count: number) => Array.from({ length: count }, (_, index) => `*${index}*`).join(" ");
    const filterGroups = [group(["dealname", "NOT_CONTAINS_TOKEN", words(3)]), group(["description", "CONTAINS_TOKEN", "fle* x"])];
    expect((await search(account, { filterGroups, query: `${words(16)} fleet` })).status).toBe(200);
    expectInvalid(await search(account, { filterGroups, query: words(17) }), "body");
  }),
  "records-search-long-words": rule(
    "A search for words compares only the first 100 characters of each word.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const start = "long".repeat(25);
    await account.seed({ records: { deals: [{ id: "11", properties: { dealname: `${start}boat` } }] } });
    await expectFound(account, [
      [["dealname", "CONTAINS_TOKEN", `${start}boat`], ["11"]],
      [["dealname", "CONTAINS_TOKEN", `${start}bo*`], ["11"]],
      [["dealname", "CONTAINS_TOKEN", "*ong*"], ["11"]],
      [["dealname", "CONTAINS_TOKEN", "*boat"], []],
    ]);
    expect(idsOf(await search(account, { query: `${start}b*t` }))).toEqual(["11"]);
  }),
  "records-search-many-words": rule(
    "A search for words finds only the first 1,000 different words of a value, and a filter by one of several options only the first " +
      "1,000 options.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const numbers = Array.from({ length: 1_001 }, (_, index) => index + 1);
    const options = numbers.map((number) => ({ label: `Size ${number}`, value: `s${number}` }));
    const description = ["w1", ...numbers.map((number) => `w${number}`)].join(" ");
    const sizes = options.map(({ value }) => value).join(";");
    await account.seed({
      properties: { deals: [{ name: "sizes", type: "enumeration", fieldType: "checkbox", options }] },
      records: { deals: [{ id: "11", properties: { description, sizes } }] },
    });
    await expectFound(account, [
      [["description", "CONTAINS_TOKEN", "w1000"], ["11"]],
      [["description", "CONTAINS_TOKEN", "w1001"], []],
      [["sizes", "EQ", "s1000"], ["11"]],
      [["sizes", "EQ", "s1001"], []],
    ]);
  }),
  "records-search-long-texts": rule(
    "Filters and sorts compare whole texts, regardless of their length.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const start = "Long ".repeat(40);
    const names = ["d", "b", "a", "c"].map((end) => `${start}${end}`);
    await account.seed({ records: { deals: names.map((dealname, index) => ({ id: String(index + 11), properties: { dealname } })) } });
    const [d = "", b = "", a = ""] = names;
    await expectFound(account, [
      [["dealname", "EQ", b.toUpperCase()], ["12"]],
      [
        ["dealname", "IN", [b.toLowerCase(), a.toLowerCase()]],
        ["12", "13"],
      ],
      [
        ["dealname", "BETWEEN", b, d],
        ["11", "12", "14"],
      ],
      [
        ["dealname", "GT", b],
        ["11", "14"],
      ],
      [
        ["dealname", "LTE", start],
        ["1", "2", "3"],
      ],
    ]);
    expect(idsOf(await search(account, { filterGroups: [group(["dealname", "NEQ", b])] }))).not.toContain("12");
    const sorts = [{ propertyName: "dealname", direction: "DESCENDING" }];
    expect(idsOf(await search(account, { filterGroups: [group(["dealname", "GT", start])], sorts }))).toEqual(["11", "14", "12", "13"]);
  }),
  "records-search-text-order": rule(
    "Filters and sorts compare texts and the values of an enumeration in the order of their Unicode code points.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const options = Array.from({ length: 20 }, (_, index) => `Option ${index}`).map((value) => ({ label: value, value }));
    const start = options.map(({ value }) => value).join(";");
    const values = [`${start};~`, `${start};\ud800`, `${start};\u{1f6b2}`];
    await account.seed({
      profile: { uncheckedValues: true },
      properties: { deals: [{ name: "extras", type: "enumeration", fieldType: "checkbox", options }] },
      records: { deals: values.map((extras, index) => ({ id: String(index + 11), properties: { extras, dealname: extras } })) },
    });
    for (const property of ["extras", "dealname"]) {
      const isLast: Filter = [property, "GTE", values[1] ?? ""];
      expect(idsOf(await search(account, { filterGroups: [group(isLast)], sorts: [`-${property}`] }))).toEqual(["13", "12"]);
    }
  }),
  "records-search-words-in-ids": rule(
    "A filter that searches for words in `hs_object_id`, `hs_ticket_id` or the times of a record is rejected with a 400.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, { scopes: [...scopes, "tickets"] });
    for (const name of ["hs_object_id", "createdate"]) {
      for (const operator of ["CONTAINS_TOKEN", "NOT_CONTAINS_TOKEN"]) {
        expectInvalid(await search(account, { filterGroups: [group([name, operator, "1"])] }), "filterGroups[0].filters[0].operator");
      }
    }
    const body = { filterGroups: [group(["hs_ticket_id", "CONTAINS_TOKEN", "1"])] };
    expectInvalid(await account.call({ path: "/crm/objects/2026-03/tickets/search", body }), "filterGroups[0].filters[0].operator");
  }),
  "records-search-default-properties": rule(
    "If a search requests no properties, its results contain the default properties of the object type.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform);
    const filterGroups = [group(["hs_object_id", "EQ", "3"])];
    const [deal] = (await search(account, { filterGroups })).body.results;
    expect(deal.properties).toMatchObject({ amount: "85", createdate: "2026-01-04T00:00:00Z", dealname: "bicycles", pipeline: null });
    const [bare] = (await search(account, { filterGroups, properties: ["amount", "no_such_property"] })).body.results;
    expect(Object.keys(bare.properties)).toEqual(["amount", "createdate", "hs_lastmodifieddate", "hs_object_id"]);
  }),
  "records-search-archived": rule(
    "A search never finds archived records.",
    "documented",
  )(async (platform) => {
    await expectFound(await seeded(platform), [
      [["dealname", "EQ", "fleet"], []],
      [["hs_object_id", "EQ", "5"], []],
      [
        ["hs_object_id", "NEQ", "1"],
        ["2", "3", "4"],
      ],
    ]);
  }),
  "records-search-unknown-property": rule(
    "A filter or a sort by a property that does not exist is rejected with a 400, whose message names the most similar property.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const unknown = ["no_such_property", "__proto__", "constructor", "lastmodifieddate"];
    for (const name of unknown) {
      expectInvalid(await search(account, { filterGroups: [group([name, "EQ", "x"])] }), "filterGroups[0].filters[0].propertyName");
      expectInvalid(await search(account, { sorts: [name] }), "sorts[0]");
    }
    const { body } = await search(account, { filterGroups: [group(["dealnmae", "EQ", "x"])] });
    expect(body.message).toContain("propertyName must name an existing property. Did you mean dealname?");
  }),
  "records-search-values": rule(
    "A filter is rejected with a 400 if it lacks a value that its operator requires, or if its value for a number or time property is " +
      "not a number or a time.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const place = "filterGroups[0].filters[0]";
    const cases: [Filter, string][] = [
      [["amount", "EQ"], "value"],
      [["amount", "BETWEEN", "1"], "highValue"],
      [["dealname", "IN"], "values"],
      [["amount", "GT", "many"], "value"],
      [["closedate", "LT", "2026-02-31x"], "value"],
      [["hs_object_id", "IN", ["one"]], "values[0]"],
    ];
    for (const [filter, field] of cases) expectInvalid(await search(account, { filterGroups: [group(filter)] }), `${place}.${field}`);
  }),
  "records-search-five-a-second": rule(
    "An account is limited to 5 searches per second. A further search gets a 429 with the policy SECONDLY. Searches do not count toward " +
      "the ten-second limit.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform, { rateLimits: true });
    const other = await account.installApp({ scopes });
    const statuses = async (count: number) => {
      const all = [];
      for (let index = 0; index < count; index += 1) all.push((await search(index % 2 === 0 ? account : other, {})).status);
      return all;
    };
    expect(await statuses(5)).toEqual([200, 200, 200, 200, 200]);
    const rejected = await search(account, {});
    expect([rejected.status, rejected.body.policyName, rejected.headers.get("retry-after")]).toEqual([429, "SECONDLY", "1"]);
    await account.advance(1_000);
    const { status, headers } = await search(account, {});
    expect([status, headers.get("x-ratelimit-remaining")]).toEqual([200, "110"]);
  }),
  "records-search-lag": rule(
    "The account's search lag is a number of milliseconds; the default is 0. A search finds records as they were that many milliseconds " +
      "earlier, by the account's clock. The modification time of a record determines when it was written, even if a seed set that time.",
    { grade: "documented", source: "public documentation of a similar API, for the delay; its length is a setting of the mock" },
  )(async (platform) => {
    const account = await seeded(platform, { searchLagMs: 5_000, scopes: [...scopes, "crm.objects.deals.write"] });
    await account.advance(5_000);
    const { body } = await account.call({ path: "/crm/objects/2026-03/deals", body: { properties: { dealname: "Late" } } });
    const isOpen = [{ filters: [{ propertyName: "hs_is_open_count", operator: "EQ", value: "1" }] }];
    const idsOfLate = async () => [
      ...idsOf(await search(account, { query: "late" })),
      ...idsOf(await search(account, { query: "late", filterGroups: isOpen })),
    ];
    expect(await idsOfLate()).toEqual([]);
    await account.advance(4_999);
    expect(await idsOfLate()).toEqual([]);
    await account.advance(1);
    expect(await idsOfLate()).toEqual([body.id, body.id]);

    const merge = { primaryObjectId: "1", objectIdToMerge: "2" };
    expect((await account.call({ path: "/crm/objects/2026-03/0-3/merge", body: merge })).status).toBe(200);
    expect(idsOf(await search(account, { query: "oslo" }))).toEqual(["2"]);
    await account.advance(5_000);
    expect(idsOf(await search(account, { query: "oslo" }))).toEqual([]);
  }),
  "records-search-lag-of-a-restore": rule(
    "The search lag also applies to archiving and restoring. Until it has passed, a search still finds an archived record, and does not " +
      "find a restored record.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, { searchLagMs: 5_000, scopes: [...scopes, "crm.objects.deals.write"] });
    const start = Date.parse("2026-02-20T08:00:00Z");
    const found = async () =>
      (await search(account, { query: "bicycles" })).body.results.map((one: { updatedAt: string }) => Date.parse(one.updatedAt) - start);
    const path = "/crm/objects/2026-03/deals/3";
    await account.advance(5_000);
    await account.call({ method: "DELETE", path });
    await account.advance(4_000);
    await platform.control("POST", `/accounts/${account.accountId}/records/deals/3/restore`);
    await account.advance(1_000);
    expect(await found()).toEqual([]);
    await account.call({ method: "PATCH", path, body: { properties: { amount: "7" } } });
    await account.advance(3_999);
    expect(await found()).toEqual([]);
    await account.advance(1);
    expect(await found()).toEqual([9_000]);
    await account.advance(1_000);
    expect(await found()).toEqual([10_000]);
  }),
  "records-search-lag-of-a-write": rule(
    "A fault can delay when a single write becomes searchable. During the delay, searches find and return the record as it was before " +
      "the write, unless a later write becomes searchable first. The account's search lag applies as well.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, { scopes: [...scopes, "crm.objects.deals.write"] });
    const write = (method: string, id: string, dealname: string) =>
      account.call({ method, path: `/crm/objects/2026-03/deals${id}`, body: { properties: { dealname } } });
    const found = async (query: string) =>
      (await search(account, { query })).body.results.map(({ id, properties }: { id: string; properties: object }) => ({
        id,
        ...properties,
      }));
    const { accountId } = account;
    await account.seed({ properties: { deals: [{ name: "code", unique: true }] } });
    const coded = (dealname: string) => ({ inputs: [{ id: "7", idProperty: "code", properties: { dealname } }] });
    const takeCode = (dealname: string) => account.call({ path: "/crm/objects/2026-03/deals/batch/upsert", body: coded(dealname) });
    const [{ id: archived }] = (await takeCode("Archived")).body.results;
    const effect = { type: "searchLag", milliseconds: 5_000 };
    for (const operationId of ["records.create", "records.update", "records.archive"])
      await platform.control("POST", "/faults", { match: { accountId, operationId }, times: 1, effect });

    const { id } = (await write("POST", "", "Delayed")).body;
    await write("PATCH", "/2", "Delayed");
    await write("PATCH", "/1", "At once");
    await account.call({ method: "DELETE", path: `/crm/objects/2026-03/deals/${archived}` });
    await takeCode("Successor");
    expect(await found("archived")).toMatchObject([{ id: archived }]);
    expect(await found("delayed")).toEqual([]);
    expect(await found("at once")).toMatchObject([{ id: "1", dealname: "At once" }]);
    expect(await found("oslo")).toMatchObject([{ id: "2", dealname: "Fleet service, Oslo" }]);
    await account.advance(4_999);
    expect(await found("delayed")).toEqual([]);
    await account.advance(1);
    expect((await found("delayed")).map((one: { id: string }) => one.id).sort()).toEqual(["2", id].sort());
    expect([...(await found("oslo")), ...(await found("archived"))]).toEqual([]);

    await account.seed({ profile: { searchLagMs: 1_000 } });
    await write("PATCH", "/2", "Second");
    await platform.control("POST", "/faults", { match: { accountId }, times: 1, effect });
    await write("PATCH", "/2", "Third");
    expect((await found("delayed")).map((one: { id: string }) => one.id)).toContain("2");
    await account.advance(2_000);
    expect(await found("second")).toMatchObject([{ id: "2" }]);
    await write("PATCH", "/2", "Fourth");
    await account.advance(999);
    expect(await found("second")).toMatchObject([{ id: "2" }]);
    await account.advance(1);
    expect(await found("fourth")).toMatchObject([{ id: "2" }]);
    expect(await found("second")).toEqual([]);
  }),
});

const scopes = ["crm.objects.deals.read"];

async function seeded(platform: Platform, options: Readonly<Record<string, unknown>> = {}): Promise<TestAccount> {
  const account = await platform.account({ scopes, clock: { mode: "frozen", at: "2026-02-20T08:00:00Z" }, ...options });
  await account.seed({ records: { deals } });
  return account;
}

function search(account: TestAccount, body: object): Promise<TestResponse> {
  return account.call({ path: "/crm/objects/2026-03/deals/search", body });
}

function group(...filters: Filter[]): object {
  return {
    filters: filters.map(([propertyName, operator, value, highValue]) => ({
      propertyName,
      operator,
      ...(Array.isArray(value) ? { values: value } : value === undefined ? {} : { value }),
      ...(highValue === undefined ? {} : { highValue }),
    })),
  };
}

async function expectFound(account: TestAccount, cases: readonly (readonly [Filter, string[]])[]): Promise<void> {
  for (const [filter, ids] of cases) {
    const found = idsOf(await search(account, { filterGroups: [group(filter)] }));
    expect([filter, found.toSorted()]).toEqual([filter, ids]);
  }
}

function idsOf({ body }: Pick<TestResponse, "body">): string[] {
  return body.results.map(({ id }: { id: string }) => id);
}
