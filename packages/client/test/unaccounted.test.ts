import { type BatchOutcome, type CrmPlatformClient, createClient } from "@crm-platform/client";
import { createMock } from "@crm-platform/mock";
import { describe, expect, test } from "vitest";
import { jsonServer } from "./service.ts";

const complete = { status: "COMPLETE", startedAt: "2026-04-20T08:00:00Z", completedAt: "2026-04-20T08:00:00Z" };

function failure(context: object): object {
  return { status: "404", category: "OBJECT_NOT_FOUND", message: "Not found.", context, errors: [], links: {} };
}

interface Lie {
  readonly says: string;
  /** Default: 200. */
  readonly status?: number;
  readonly body?: object | null;
  /** The expected indexes of the unaccounted inputs. */
  readonly unaccounted: readonly number[];
  /** Default: false. */
  readonly isComplete?: boolean;
}

interface Operation {
  readonly operationId: string;
  readonly inputs: readonly object[];
  run(client: CrmPlatformClient): Promise<BatchOutcome<unknown, unknown>>;
  readonly lies: readonly Lie[];
}

const ids = (...list: string[]): { id: string }[] => list.map((id) => ({ id }));
const pair = (from: string, to: string, type = "contact_to_ticket") => ({ from: { id: from }, to: { id: to }, type });
const both = (from: string, to: string, type?: string) => [pair(from, to, type), pair(to, from, "ticket_to_contact")];

const threeMeetings = ids("1", "2", "3");
const byKey = ids("a", "b", "c");
const keyed = (id: string, key?: string | null) => ({ id, properties: key === undefined ? {} : { key } });

/** @param of a function that creates the result for an input */
function commonLies(of: (id: string) => object, contextOf: (id: string) => object): Lie[] {
  const results = (...list: string[]) => list.map(of);
  const errors = (...list: string[]) => list.map((id) => failure(contextOf(id)));
  return [
    { says: "all results", body: { ...complete, results: results("1", "2", "3") }, unaccounted: [], isComplete: true },
    { says: "no results", body: { ...complete, results: [] }, unaccounted: [0, 1, 2] },
    { says: "fewer results", body: { ...complete, results: results("3", "1") }, unaccounted: [1] },
    { says: "other results", body: { ...complete, results: results("7", "8", "9") }, unaccounted: [0, 1, 2] },
    { says: "more results", body: { ...complete, results: results("1", "7", "2", "3") }, unaccounted: [], isComplete: true },
    { says: "the same result three times", body: { ...complete, results: results("1", "1", "1") }, unaccounted: [1, 2] },
    { says: "duplicate results", body: { ...complete, results: results("1", "1", "2", "3") }, unaccounted: [], isComplete: true },
    { says: "results of the wrong type", body: { ...complete, results: [null, 5, "1", {}, []] }, unaccounted: [0, 1, 2] },
    { says: "an empty success", status: 204, body: null, unaccounted: [0, 1, 2] },
    {
      says: "an error for each missing result",
      status: 207,
      body: { results: results("1"), numErrors: 2, errors: errors("2", "3") },
      unaccounted: [],
    },
    {
      says: "two errors that are not listed",
      status: 207,
      body: { ...complete, results: results("1"), numErrors: 2 },
      unaccounted: [1, 2],
    },
    {
      says: "two errors, one of them listed",
      status: 207,
      body: { results: results("1"), numErrors: 2, errors: errors("3") },
      unaccounted: [1],
    },
    { says: "errors with status 200", body: { results: results("1"), numErrors: 1, errors: errors("2") }, unaccounted: [2] },
    {
      says: "errors with other ids",
      status: 207,
      body: { results: results("1"), numErrors: 2, errors: errors("8", "9") },
      unaccounted: [1, 2],
    },
    {
      says: "errors without ids",
      status: 207,
      body: { results: results("1"), numErrors: 1, errors: [{}, null] },
      unaccounted: [1, 2],
    },
    { says: "two errors and all results", body: { results: results("1", "2", "3"), numErrors: 2 }, unaccounted: [] },
    { says: "207 without errors", status: 207, body: { results: results("1", "2", "3") }, unaccounted: [] },
    {
      says: "errors that are not a list",
      body: { ...complete, results: results("1", "2", "3"), errors: { message: "x" } },
      unaccounted: [],
    },
    { says: "an error count that is a string", body: { results: results("1", "2", "3"), numErrors: "many" }, unaccounted: [] },
    ...["PENDING", "PROCESSING", "CANCELED", "pending", "error"].flatMap((status) => [
      { says: `${status} with some of the results`, body: { ...complete, status, results: results("2") }, unaccounted: [0, 2] },
      { says: `${status} with all results`, status: 202, body: { ...complete, status, results: results("1", "2", "3") }, unaccounted: [] },
    ]),
  ];
}

/** Responses of operations that return no results. Such responses can only be checked as a whole. */
const liesWithoutResults: Lie[] = [
  { says: "all results", body: {}, unaccounted: [], isComplete: true },
  { says: "no body", status: 204, body: null, unaccounted: [], isComplete: true },
  { says: "two errors that are not listed", status: 207, body: { numErrors: 2 }, unaccounted: [0, 1, 2] },
  { says: "207 without errors", status: 207, body: {}, unaccounted: [0, 1, 2] },
  { says: "an error", status: 207, body: { numErrors: 1, errors: [failure({ ids: ["1"] })] }, unaccounted: [] },
  {
    says: "two errors, one of them listed",
    status: 207,
    body: { numErrors: 2, errors: [failure({ ids: ["1"] })] },
    unaccounted: [0, 1, 2],
  },
  { says: "PENDING", status: 202, body: { status: "PENDING" }, unaccounted: [0, 1, 2] },
  { says: "status error", body: { status: "error", category: "VALIDATION_ERROR" }, unaccounted: [0, 1, 2] },
  { says: "errors that are not a list", body: { errors: { message: "x" } }, unaccounted: [0, 1, 2] },
];

const pairs = [pair("1", "7"), pair("2", "7"), pair("3", "7")];
const variants = [pair("1", "7", "a"), pair("1", "7", "b"), pair("2", "7", "a")];
const pairsV1 = [1, 2, 3].map((id) => ({ fromObjectId: id, toObjectId: 7, category: "SERVICE_DEFINED" as const, definitionId: 15 }));
const properties = { properties: [], propertiesWithHistory: [] };
const wrongIds = ids("null", "undefined", "1");
const crossed = [pair("1", "2", "a"), pair("2", "1", "b"), pair("3", "3", "c")];

const traces = (...list: string[]) => list.map((objectWriteTraceId) => ({ objectWriteTraceId, properties: {} }));
const created = (...list: string[]) => traces(...list).map((one, index) => ({ ...one, id: String(index + 1) }));
const traced = traces("a", "b");
const casedTraces = traces("a", "b", "A");
const anonymous = [{ properties: {} }, { properties: {} }];
const upserts = ["a@x.example", "b@x.example"].map((id) => ({ id, idProperty: "email", properties: {} }));
const changedKeys = [
  { id: "k1", idProperty: "key", properties: { key: "k1b" } },
  { id: " K2 ", idProperty: "key", properties: {} },
];
const emails = (...list: string[]) => list.map((email) => ({ id: "1", properties: { email } }));

const operations: Operation[] = [
  {
    operationId: "records.batchCreate with ids of the inputs",
    inputs: traced,
    run: ({ records }) => records.batchCreate("tickets", { inputs: traced }).chunked(),
    lies: [
      { says: "all ids", status: 201, body: { results: created("a", "b") }, unaccounted: [], isComplete: true },
      { says: "ids without records", status: 201, body: { results: traced }, unaccounted: [0, 1] },
      { says: "one record for both ids", status: 201, body: { results: traced.map((one) => ({ ...one, id: "1" })) }, unaccounted: [0] },
      { says: "one id", status: 201, body: { results: created("b") }, unaccounted: [0] },
      {
        says: "an error with an id",
        status: 207,
        body: { results: created("b"), numErrors: 1, errors: [failure({ objectWriteTraceId: ["a"] })] },
        unaccounted: [],
      },
    ],
  },
  {
    operationId: "records.batchCreate without ids of the inputs",
    inputs: anonymous,
    run: ({ records }) => records.batchCreate("tickets", { inputs: anonymous }).chunked(),
    lies: [
      { says: "enough results", status: 201, body: { results: ids("1", "2") }, unaccounted: [], isComplete: true },
      { says: "too few results", status: 201, body: { results: ids("1") }, unaccounted: [0, 1] },
      { says: "one result twice", status: 201, body: { results: ids("1", "1") }, unaccounted: [0, 1] },
      { says: "results of the wrong type", status: 201, body: { results: [null, "ok"] }, unaccounted: [0, 1] },
      { says: "results without ids", status: 201, body: { results: [{}, { id: null }] }, unaccounted: [0, 1] },
      { says: "a duplicate and another result", status: 201, body: { results: ids("1", "1", "2") }, unaccounted: [], isComplete: true },
      {
        says: "an error that may concern any input",
        status: 207,
        body: { results: ids("1"), numErrors: 1, errors: [failure({})] },
        unaccounted: [],
      },
    ],
  },
  {
    operationId: "records.batchCreate with ids that differ only in letter case",
    inputs: casedTraces,
    run: ({ records }) => records.batchCreate("tickets", { inputs: casedTraces }).chunked(),
    lies: [
      { says: "all ids", status: 201, body: { results: created("a", "b", "A") }, unaccounted: [], isComplete: true },
      { says: "all ids in lower case", status: 201, body: { results: created("a", "b", "a ") }, unaccounted: [], isComplete: true },
      { says: "one of the equal ids", status: 201, body: { results: created("b", "A") }, unaccounted: [0] },
      { says: "one of the equal ids twice", status: 201, body: { results: created("a", "b", "a") }, unaccounted: [2] },
      {
        says: "an error for one of the equal ids",
        status: 207,
        body: { results: created("b"), numErrors: 1, errors: [failure({ objectWriteTraceId: ["A"] })] },
        unaccounted: [0],
      },
      {
        says: "an error in another letter case",
        status: 207,
        body: { results: created("a", "A"), numErrors: 1, errors: [failure({ objectWriteTraceId: ["B"] })] },
        unaccounted: [],
      },
    ],
  },
  {
    operationId: "records.batchUpsert by a property that the inputs name",
    inputs: upserts,
    run: ({ records }) => records.batchUpsert("contacts", { inputs: upserts }).chunked(),
    lies: [
      { says: "values in any letter case", body: { results: emails("B@x.example", "A@x.example") }, unaccounted: [], isComplete: true },
      { says: "one other value", body: { results: emails("b@x.example", "c@x.example") }, unaccounted: [0] },
    ],
  },
  {
    operationId: "records.batchUpsert with a changed value, and one with white space",
    inputs: changedKeys,
    run: ({ records }) => records.batchUpsert("contacts", { inputs: changedKeys }).chunked(),
    lies: [
      { says: "the new values", body: { results: [keyed("1", "k1b"), keyed("2", "k2")] }, unaccounted: [], isComplete: true },
      { says: "the former value", body: { results: [keyed("1", "k1"), keyed("2", "k2")] }, unaccounted: [0] },
      {
        says: "an error with the former value",
        status: 207,
        body: { results: [keyed("2", "k2")], numErrors: 1, errors: [failure({ ids: ["k1"] })] },
        unaccounted: [],
      },
    ],
  },
  {
    operationId: "meetings.batchRead",
    inputs: threeMeetings,
    run: ({ meetings }) => meetings.batchRead({ inputs: threeMeetings, ...properties }).chunked(),
    lies: commonLies(
      (id) => ({ id }),
      (id) => ({ ids: [id] }),
    ),
  },
  {
    operationId: "meetings.batchRead, one input twice",
    inputs: ids("1", "2", "1"),
    run: ({ meetings }) => meetings.batchRead({ inputs: ids("1", "2", "1"), ...properties }).chunked(),
    lies: [
      { says: "each meeting once", body: { ...complete, results: ids("1", "2") }, unaccounted: [], isComplete: true },
      { says: "only the other meeting", body: { ...complete, results: ids("2") }, unaccounted: [0, 2] },
    ],
  },
  {
    operationId: "meetings.batchRead, ids that look like other values",
    inputs: wrongIds,
    run: ({ meetings }) => meetings.batchRead({ inputs: wrongIds, ...properties }).chunked(),
    lies: [
      { says: "ids of other types", body: { results: [{ id: null }, {}, { id: ["1"] }] }, unaccounted: [0, 1, 2] },
      { says: "an object as an id", body: { results: [...wrongIds, { id: { toString: 1 } }] }, unaccounted: [], isComplete: true },
      { says: "a number as an id", body: { results: [...ids("null", "undefined"), { id: 1 }] }, unaccounted: [], isComplete: true },
      {
        says: "errors with ids of other types",
        status: 207,
        body: { results: [], numErrors: 1, errors: [failure({ ids: [null, ["1"]] })] },
        unaccounted: [0, 1, 2],
      },
    ],
  },
  {
    operationId: "meetings.batchRead by a property",
    inputs: byKey,
    run: ({ meetings }) => meetings.batchRead({ inputs: byKey, ...properties, idProperty: "key" }).chunked(),
    lies: [
      { says: "the property", body: { results: [keyed("1", "c"), keyed("2", "a"), keyed("3", "b")] }, unaccounted: [], isComplete: true },
      { says: "other values", body: { results: [keyed("1", "a"), keyed("2", "x"), keyed("3", null)] }, unaccounted: [1, 2] },
      { says: "enough results without the property", body: { results: ids("1", "2", "3") }, unaccounted: [], isComplete: true },
      { says: "too few results without the property", body: { results: ids("1", "2") }, unaccounted: [0, 1, 2] },
      { says: "one result three times, without the property", body: { results: ids("1", "1", "1") }, unaccounted: [0, 1, 2] },
      { says: "results of the wrong type", body: { results: [null, {}, 5] }, unaccounted: [0, 1, 2] },
      {
        says: "the property in some results",
        body: { results: [keyed("1", "b"), keyed("2"), keyed("3")] },
        unaccounted: [0, 2],
      },
      { says: "the property in some of too few results", body: { results: [keyed("1", "b"), keyed("2")] }, unaccounted: [0, 2] },
      {
        says: "errors that name property values",
        status: 207,
        body: { results: ids("1"), numErrors: 1, errors: [failure({ ids: ["b", "c"] })] },
        unaccounted: [],
      },
    ],
  },
  {
    operationId: "meetings.batchRead by a property that is requested",
    inputs: byKey,
    run: ({ meetings }) => meetings.batchRead({ inputs: byKey, ...properties, properties: ["key"], idProperty: "key" }).chunked(),
    lies: [
      { says: "the property", body: { results: [keyed("1", "c"), keyed("2", "a"), keyed("3", "b")] }, unaccounted: [], isComplete: true },
      { says: "enough results without the property", body: { results: ids("1", "2", "3") }, unaccounted: [0, 1, 2] },
    ],
  },
  {
    operationId: "associationsV3.batchRead",
    inputs: threeMeetings,
    run: ({ associationsV3 }) => associationsV3.batchRead("contacts", "tickets", { inputs: threeMeetings }).chunked(),
    lies: commonLies(
      (id) => ({ from: { id }, to: [{ id: "7", type: "contact_to_ticket" }] }),
      (id) => ({ fromObjectId: [id] }),
    ).filter(({ says }) => says !== "results of the wrong type"),
  },
  {
    operationId: "associationsV3.batchCreate",
    inputs: pairs,
    run: ({ associationsV3 }) => associationsV3.batchCreate("contacts", "tickets", { inputs: pairs }).chunked(),
    lies: commonLies(
      (id) => pair(id, "7"),
      (id) => ({ INVALID_OBJECT_IDS: [id] }),
    ),
  },
  {
    operationId: "associationsV3.batchCreate, several types of one pair",
    inputs: variants,
    run: ({ associationsV3 }) => associationsV3.batchCreate("contacts", "tickets", { inputs: variants }).chunked(),
    lies: [
      {
        says: "both directions of all",
        status: 201,
        body: { results: [...both("1", "7", "a"), ...both("1", "7", "b"), ...both("2", "7", "a")] },
        unaccounted: [],
        isComplete: true,
      },
      {
        says: "one type of the pair",
        status: 201,
        body: { results: [...both("1", "7", "a"), ...both("2", "7", "a")] },
        unaccounted: [1],
      },
      {
        says: "one type twice",
        status: 201,
        body: { results: [pair("1", "7", "a"), pair("1", "7", "a"), pair("2", "7", "a")] },
        unaccounted: [1],
      },
      { says: "only the reverse direction", status: 201, body: { results: [pair("7", "1"), pair("7", "2")] }, unaccounted: [0, 1, 2] },
      {
        says: "another type",
        status: 201,
        body: { results: [pair("1", "7", "a"), pair("1", "7", "b"), pair("2", "7", "c")] },
        unaccounted: [],
        isComplete: true,
      },
    ],
  },
  {
    operationId: "associationsV3.batchCreate, ids that occur on both sides",
    inputs: crossed,
    run: ({ associationsV3 }) => associationsV3.batchCreate("contacts", "tickets", { inputs: crossed }).chunked(),
    lies: [
      {
        says: "both directions of all",
        body: { results: [...both("1", "2", "A"), ...both("2", "1", "b"), ...both("3", "3", "c")] },
        unaccounted: [],
        isComplete: true,
      },
      {
        says: "both directions of all, and renamed types",
        body: { results: [...both("1", "2", "x"), ...both("2", "1", "y"), ...both("3", "3", "z")] },
        unaccounted: [],
        isComplete: true,
      },
      { says: "one direction of all", body: { results: crossed }, unaccounted: [], isComplete: true },
      { says: "both directions of the first", body: { results: both("1", "2", "a") }, unaccounted: [1, 2] },
      { says: "both directions of the second", body: { results: both("2", "1", "b") }, unaccounted: [0, 2] },
      { says: "only the reverse direction of the third", body: { results: [pair("3", "3", "ticket_to_contact")] }, unaccounted: [0, 1, 2] },
    ],
  },
  {
    operationId: "associationsV3.batchArchive",
    inputs: pairs,
    run: ({ associationsV3 }) => associationsV3.batchArchive("contacts", "tickets", { inputs: pairs }).chunked(),
    lies: liesWithoutResults,
  },
  {
    operationId: "associationsV1.batchCreate",
    inputs: pairsV1,
    run: ({ associationsV1 }) => associationsV1.batchCreate(pairsV1).chunked(),
    lies: liesWithoutResults,
  },
  {
    operationId: "associationsV1.batchDelete",
    inputs: pairsV1,
    run: ({ associationsV1 }) => associationsV1.batchDelete(pairsV1).chunked(),
    lies: liesWithoutResults,
  },
];

describe.each(operations)("$operationId", ({ inputs, run, lies }) => {
  test.each(lies)("a response with $says", async ({ status = 200, body, unaccounted, isComplete = false }) => {
    const baseUrl = await jsonServer(() => ({ status, ...(body && { body }) }));
    const outcome = await run(createClient({ baseUrl, maxRetries: 0 }));
    expect(outcome.failures).toEqual([]);
    expect(outcome.unaccounted).toEqual(unaccounted.map((index) => inputs[index]));
    expect(outcome.complete).toBe(isComplete);
    const sent: { results?: unknown[]; errors?: unknown } = body ?? {};
    expect(outcome.results).toEqual(sent.results ?? []);
    expect(outcome.errors).toEqual(Array.isArray(sent.errors) ? sent.errors : []);
  });
});

test("each input can choose the property that identifies it", async () => {
  const inputs = [
    { id: "k1", idProperty: "key", properties: {} },
    { id: "2", properties: {} },
    { id: "a@x.example", idProperty: "email", properties: {} },
  ];
  const results = [
    { id: "1", properties: { key: "k1" } },
    { id: "2", properties: {} },
    { id: "3", properties: { email: "a@x.example" } },
  ];
  for (const count of [3, 2]) {
    const baseUrl = await jsonServer(() => ({ status: 200, body: { ...complete, results: results.slice(0, count) } }));
    const { complete: isComplete } = await createClient({ baseUrl })
      .records.batchUpdate("tickets", { inputs } as never)
      .chunked();
    expect(isComplete).toBe(count === 3);
  }
});

test("inputs of several chunks keep their order", async () => {
  const inputs = ids(..."123456789".split(""));
  const baseUrl = await jsonServer((_, body) => {
    const { inputs: sent } = body as { inputs: { id: string }[] };
    return { status: 200, body: { ...complete, results: sent.filter(({ id }) => Number(id) % 3 === 0) } };
  });
  const batch = createClient({ baseUrl }).meetings.batchRead({ inputs, ...properties });
  const { unaccounted, results } = await batch.chunked({ size: 2, concurrency: 5 });
  expect(unaccounted).toEqual(ids("1", "2", "4", "5", "7", "8"));
  expect(results).toEqual(ids("3", "6", "9"));
});

describe("further pages of a result", () => {
  const first = { from: { id: "1" }, to: [{ id: "2" }], paging: { next: { after: "b" } } };
  const other = { from: { id: "5" }, to: [{ id: "2" }] };
  const inputs = ids("1", "5");
  const pages = (...bodies: object[]) => {
    let count = 0;
    return jsonServer(() => ({ status: 207, body: bodies[count++] ?? { results: [] } }));
  };

  test("a missing page of a result fails the chunk, even if there is an error for another input", async () => {
    const baseUrl = await pages({ results: [first, other] }, { results: [], errors: [failure({ fromObjectId: ["5"] })] });
    const { failures } = await createClient({ baseUrl }).associationsV3.batchRead("contacts", "tickets", { inputs }).chunked();
    expect(failures.map(({ error }) => error.message)).toEqual([expect.stringContaining("missing page")]);
  });

  test("further pages of a duplicate result are still read", async () => {
    const { paging: _, ...again } = first;
    const last = { results: [{ from: { id: "1" }, to: [{ id: "3" }] }] };
    const baseUrl = await pages({ results: [first, again, other] }, last);
    const { results } = await createClient({ baseUrl }).associationsV3.batchRead("contacts", "tickets", { inputs }).chunked();
    expect(JSON.stringify(results[0])).toContain('"3"');
  });
});

describe("complete responses of the mock", () => {
  test("complete responses of the mock leave no input unaccounted", async () => {
    const mock = await createMock();
    const account = await mock.account();
    await account.seed({
      properties: { meetings: [{ name: "key", unique: true }] },
      records: {
        meetings: ["1", "2"].map((id) => ({ id, properties: { key: `key-${id}` } })),
        contacts: ids("1", "2"),
        companies: ids("1", "2", "7", "8"),
      },
    } as never);
    const { meetings, associationsV3 } = createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken: account.accessToken });
    const twice = ids("key-1", "key-2", "key-1");
    const outcomes = [
      await meetings.batchRead({ inputs: ids("1", "2", "1"), ...properties }).chunked(),
      await meetings.batchRead({ inputs: twice, ...properties, idProperty: "key" }).chunked(),
      await meetings.batchRead({ inputs: twice, properties: ["key"], propertiesWithHistory: [], idProperty: "key" }).chunked(),
      await meetings.batchRead({ inputs: ids("1", "2"), ...properties, idProperty: "hs_object_id" }).chunked(),
      // The second company replaces the first as the primary company. Types are case-insensitive.
      await associationsV3
        .batchCreate("contacts", "companies", {
          inputs: [pair("1", "7", "contact_to_company"), pair("1", "8", "CONTACT_TO_COMPANY"), pair("1", "8", "contact_to_company")],
        })
        .chunked(),
      // This is the same request, with ids that belong to both contacts and companies.
      await associationsV3
        .batchCreate("contacts", "companies", {
          inputs: [
            ["1", "1"],
            ["1", "2"],
            ["2", "1"],
            ["2", "2"],
            ["2", "8"],
          ].map(([from = "", to = ""]) => pair(from, to, "contact_to_company")),
        })
        .chunked(),
    ];
    for (const outcome of outcomes) expect(outcome).toMatchObject({ errors: [], failures: [], unaccounted: [], complete: true });
    const missing = await meetings.batchRead({ inputs: ids("key-9", "key-1"), ...properties, idProperty: "key" }).chunked();
    expect(missing).toMatchObject({ unaccounted: [], complete: false, errors: [{ context: { ids: ["key-9"] } }] });
  });
});
