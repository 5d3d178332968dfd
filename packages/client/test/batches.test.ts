import { type BatchProgress, createClient, isCallError } from "@crm-platform/client";
import { refreshTokenAuth } from "@crm-platform/client/auth";
import { createMock, type FaultInput } from "@crm-platform/mock";
import { describe, expect, test, vi } from "vitest";
import { chunksOf, createConnection, prepare, withIdempotencyKey } from "../src/engine/index.ts";
import { recording } from "./recording.ts";
import { fakeTime, letTimePass, withoutBackOff } from "./service.ts";

const quiet = { logLevel: "off" } as const;
const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index + 1));
const batchOf = (ids: readonly string[]) => ({ inputs: ids.map((id) => ({ id })), properties: [], propertiesWithHistory: [] });

/** A service that finds every meeting. `meddle` can make requests fail. */
function meetings(meddle: (ids: readonly string[], nth: number) => Response | undefined | Promise<undefined> = () => undefined) {
  return recording(async (request, nth) => {
    const { inputs } = (await request.json()) as { inputs: { id: string }[] };
    const ids = inputs.map(({ id }) => id);
    return (await meddle(ids, nth)) ?? Response.json({ status: "COMPLETE", results: inputs });
  });
}

async function sizes(requests: readonly Request[]): Promise<number[]> {
  const bodies = await Promise.all(requests.map((request) => request.json()));
  return (bodies as { inputs: unknown[] }[]).map(({ inputs }) => inputs.length);
}

const failing = (status: number, category = "X"): Response => Response.json({ category }, { status });

test("the inputs that a fault rejects with a 207 appear in the errors, and the other inputs in the results", async () => {
  const mock = await createMock();
  const account = await mock.account();
  const ids = numbers(3);
  await account.seed({ records: { meetings: ids.map((id) => ({ id })) } });
  const effect: FaultInput["effect"] = { type: "partialFailure", category: "CONFLICT", indexes: [1] };
  await mock.faults.add({ match: { operationId: "meetings.batchRead" }, effect });
  const client = createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken: account.accessToken });
  const { results, errors, unaccounted, complete } = await client.meetings.batchRead(batchOf(ids)).chunked();
  expect(results.map(({ id }) => id)).toEqual(["1", "3"]);
  expect(errors).toMatchObject([{ category: "CONFLICT", context: { ids: ["2"] } }]);
  expect({ unaccounted, complete }).toEqual({ unaccounted: [], complete: false });
});

describe("a batch of 10,000 ids, of which 1% are missing, with 5% of the chunks failing once", () => {
  test.each([
    { retries: "with retries", maxRetries: 2 },
    { retries: "without retries", maxRetries: 0 },
  ])("$retries, every id appears exactly once in the outcome", async ({ maxRetries }) => {
    withoutBackOff();
    const ids = numbers(10_000);
    const missing = ids.filter((id) => Number(id) % 100 === 17);
    const mock = await createMock();
    const account = await mock.account();
    await account.seed({ records: { meetings: ids.filter((id) => !missing.includes(id)).map((id) => ({ id })) } });
    const match = { operationId: "meetings.batchRead", probability: 0.05, seed: "a" };
    await mock.faults.add({ match, times: 5, effect: { type: "status", status: 503 } });
    const client = createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken: account.accessToken, maxRetries, ...quiet });
    const { results, errors, failures, complete } = await client.meetings.batchRead(batchOf(ids)).chunked();

    const found = results.map(({ id }) => id);
    const foundIds = new Set(found);
    const absent = errors.flatMap(({ context }) => context["ids"] ?? []);
    const unread = failures.flatMap(({ inputs }) => inputs.map(({ id }) => id));
    expect([...found, ...absent, ...unread].sort((one, other) => Number(one) - Number(other))).toEqual(ids);
    expect(found).toEqual(ids.filter((id) => foundIds.has(id)));
    expect(complete).toBe(false);
    const requests = await mock.requests.list({ operationId: "meetings.batchRead" });
    const struck = requests.filter(({ status }) => status === 503).length;
    expect(struck).toBe(5);
    expect(requests).toHaveLength(maxRetries > 0 ? 105 : 100);
    expect(absent.sort()).toEqual(missing.filter((id) => !unread.includes(id)).sort());
    expect(unread).toHaveLength(maxRetries > 0 ? 0 : 500);
  });
});

const failingOAuth = (): Response => Response.json({ error: "invalid_grant" }, { status: 400 });

describe("chunked", () => {
  test.each([
    { inputs: 250, size: undefined, expected: [100, 100, 50] },
    { inputs: 100, size: undefined, expected: [100] },
    { inputs: 5, size: 2, expected: [2, 2, 1] },
    { inputs: 5, size: 2.9, expected: [2, 2, 1] },
    { inputs: 150, size: 1000, expected: [100, 50] },
    { inputs: 0, size: undefined, expected: [0] },
  ])("splits $inputs inputs with size $size into chunks of $expected", async ({ inputs, size, expected }) => {
    const { requests, fetch } = meetings();
    const outcome = await createClient({ fetch })
      .meetings.batchRead(batchOf(numbers(inputs)))
      .chunked({ ...(size && { size }), concurrency: 1 });
    expect(await sizes(requests)).toEqual(expected);
    expect(outcome).toEqual({ results: numbers(inputs).map((id) => ({ id })), errors: [], failures: [], unaccounted: [], complete: true });
  });

  test.each([{ size: 0 }, { size: -1 }, { concurrency: 0 }, { size: Number.NaN }])(
    "rejects %j without sending a request",
    async (options) => {
      const { requests, fetch } = meetings();
      const chunked = createClient({ fetch })
        .meetings.batchRead(batchOf(["1"]))
        .chunked(options);
      await expect(chunked).rejects.toThrow(/^(size|concurrency) must be a whole number of at least 1; received number /);
      expect(requests).toEqual([]);
    },
  );

  test("a request with histories has at most 50 inputs, as many as the service accepts", async () => {
    const { requests, fetch } = meetings();
    const batch = { ...batchOf(numbers(120)), propertiesWithHistory: ["a"] };
    await createClient({ fetch }).meetings.batchRead(batch).chunked();
    expect(await sizes(requests)).toEqual([50, 50, 20]);
  });

  test("sends the other parameters with every chunk, in the body and the query", async () => {
    const { requests, fetch } = meetings();
    const batch = { ...batchOf(numbers(3)), properties: ["a"], archived: true };
    await createClient({ fetch }).meetings.batchRead(batch).chunked({ size: 2 });
    const bodies = await Promise.all(requests.map((request) => request.json()));
    expect((bodies as { properties: string[] }[]).map(({ properties }) => properties)).toEqual([["a"], ["a"]]);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(["?archived=true", "?archived=true"]);
  });

  test("keeps the order of the inputs, regardless of the order of responses", async () => {
    const { fetch } = meetings(async (_, nth) => {
      await new Promise((resolve) => setTimeout(resolve, 40 - nth * 3));
      return undefined;
    });
    const { results } = await createClient({ fetch })
      .meetings.batchRead(batchOf(numbers(10)))
      .chunked({ size: 1, concurrency: 10 });
    expect(results.map(({ id }) => id)).toEqual(numbers(10));
  });

  test.each([1, 3, 4])("runs exactly %i requests concurrently", async (concurrency) => {
    let running = 0;
    let maxRunning = 0;
    const { fetch } = meetings(async () => {
      maxRunning = Math.max(maxRunning, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return undefined;
    });
    const batch = createClient({ fetch }).meetings.batchRead(batchOf(numbers(20)));
    await batch.chunked({ size: 1, ...(concurrency !== 4 && { concurrency }) });
    expect(maxRunning).toBe(concurrency);
  });

  test("chunked() reports its progress", async () => {
    const { fetch } = meetings((_, nth) => (nth === 2 ? failing(400) : undefined));
    const seen: BatchProgress[] = [];
    await createClient({ fetch })
      .meetings.batchRead(batchOf(numbers(5)))
      .chunked({ size: 2, concurrency: 1, onProgress: (progress) => seen.push(progress) });
    expect(seen).toEqual([
      { done: 2, failed: 0, total: 5 },
      { done: 4, failed: 2, total: 5 },
      { done: 5, failed: 2, total: 5 },
    ]);
  });

  test.each([
    {
      given: "throws",
      onProgress: () => {
        throw new Error("no screen");
      },
    },
    { given: "rejects", onProgress: () => Promise.reject(new Error("no screen")) },
  ])("a listener that $given does not fail the batch", async ({ onProgress }) => {
    const { fetch } = meetings();
    const { complete } = await createClient({ fetch })
      .meetings.batchRead(batchOf(numbers(4)))
      .chunked({ size: 1, onProgress });
    // An unhandled rejection would fail the test run at this point.
    await new Promise(setImmediate);
    expect(complete).toBe(true);
  });

  test("keeps the results of other chunks when one fails", async () => {
    const { fetch } = meetings((ids) => (ids.includes("3") ? failing(400, "VALIDATION_ERROR") : undefined));
    const { results, failures, complete } = await createClient({ fetch })
      .meetings.batchRead(batchOf(numbers(6)))
      .chunked({ size: 2 });
    expect(results.map(({ id }) => id)).toEqual(["1", "2", "5", "6"]);
    expect(failures).toEqual([{ index: 2, inputs: [{ id: "3" }, { id: "4" }], error: expect.objectContaining({ status: 400 }) }]);
    expect(complete).toBe(false);
  });

  test.each([401, 403])("a %i ends the batch, and all unsent inputs are reported", async (status) => {
    const { requests, fetch } = meetings((_, nth) => (nth === 3 ? failing(status, "MISSING_SCOPES") : undefined));
    const { results, failures } = await createClient({ fetch })
      .meetings.batchRead(batchOf(numbers(20)))
      .chunked({ size: 1, concurrency: 1 });
    expect(results.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(failures.flatMap(({ inputs }) => inputs.map(({ id }) => id))).toEqual(numbers(20).slice(2));
    expect(failures.every(({ error }) => isCallError(error) && error.status === status)).toBe(true);
    expect(requests).toHaveLength(3);
  });

  test("an error from the token source ends the batch, but earlier results are kept", async () => {
    const { requests, fetch } = meetings();
    const gone = new Error("no vault");
    const accessToken = (): string => {
      if (requests.length === 2) throw gone;
      return "token";
    };
    const batch = createClient({ fetch, accessToken }).meetings.batchRead(batchOf(numbers(5)));
    const { results, failures } = await batch.chunked({ size: 1, concurrency: 1 });
    expect(results.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(failures.map(({ index, error }) => [index, error])).toEqual([2, 3, 4].map((index) => [index, gone]));
  });

  test("throws for invalid arguments", async () => {
    const { requests, fetch } = meetings();
    const batch = createClient({ fetch }).associationsV3.batchRead("..".toString(), "companies", { inputs: [{ id: "1" }] });
    await expect(batch.chunked()).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });

  test("a hanging token source ends the batch after one timeout", async () => {
    fakeTime();
    const { requests, fetch } = meetings();
    let asked = 0;
    const accessToken = (): Promise<never> => {
      asked += 1;
      return new Promise(() => {});
    };
    const batch = createClient({ fetch, accessToken, timeoutMs: 40 }).meetings.batchRead(batchOf(numbers(5)));
    const { failures } = await letTimePass(batch.chunked({ size: 1, concurrency: 1 }));
    expect(failures.map(({ error }) => error.name)).toEqual(numbers(5).map(() => "TimeoutError"));
    expect({ asked, requests }).toEqual({ asked: 1, requests: [] });
  });

  test.each([
    { whose: "the client's", options: { deadlineMs: 150 }, call: {} },
    { whose: "the call's", options: { deadlineMs: 60_000 }, call: { deadlineMs: 150 } },
  ])("$whose deadline applies to all chunks together", async ({ options, call }) => {
    fakeTime();
    const { requests, fetch } = meetings(() => {
      vi.advanceTimersByTime(40);
      return undefined;
    });
    const batch = createClient({ fetch, ...options }).meetings.batchRead(batchOf(numbers(50)), call);
    const { results, failures } = await batch.chunked({ size: 1, concurrency: 1 });
    expect(results).toHaveLength(3);
    expect(requests.length).toBeLessThanOrEqual(results.length + 1);
    expect(results.length + failures.length).toBe(50);
    expect(failures.every(({ error }) => error.name === "TimeoutError")).toBe(true);
  });

  test.each(["{}", "null", '"maintenance"', "[]", '{"results":null}'])(
    "a success response with the body %s fails its chunk",
    async (body) => {
      const { fetch } = meetings((ids) => (ids.includes("1") ? new Response(body) : undefined));
      const outcome = await createClient({ fetch })
        .meetings.batchRead(batchOf(["1", "2"]))
        .chunked({ size: 1 });
      expect(outcome).toMatchObject({ results: [{ id: "2" }], errors: [], complete: false });
      expect(outcome.failures).toEqual([{ index: 0, inputs: [{ id: "1" }], error: expect.objectContaining({ name: "ParseError" }) }]);
    },
  );

  test("a rejected refresh token ends the batch", async () => {
    const tokens = recording(() => failingOAuth());
    const service = { baseUrl: "http://s.example", fetch: tokens.fetch };
    const accessToken = refreshTokenAuth({ ...service, clientId: "c", clientSecret: "s", refreshToken: "r" });
    const { requests, fetch } = meetings();
    const batch = createClient({ fetch, accessToken }).meetings.batchRead(batchOf(numbers(50)));
    const { failures } = await batch.chunked({ size: 1, concurrency: 2 });
    expect(failures).toHaveLength(50);
    expect(failures.every(({ error }) => error.name === "OAuthError")).toBe(true);
    expect([tokens.requests.length, requests.length]).toEqual([1, 0]);
  });

  test("a daily limit ends the batch", async () => {
    const daily = (): Response => Response.json({ category: "RATE_LIMITS", policyName: "DAILY" }, { status: 429 });
    const { requests, fetch } = meetings((_, nth) => (nth === 3 ? daily() : undefined));
    const batch = createClient({ fetch, ...quiet }).meetings.batchRead(batchOf(numbers(20)));
    const { results, failures } = await batch.chunked({ size: 1, concurrency: 1 });
    expect([requests.length, results.length, failures.length]).toEqual([3, 2, 18]);
  });

  test("sends nothing before chunked() is called, and never sends the whole batch", async () => {
    const { requests, fetch } = meetings();
    const call = createClient({ fetch }).meetings.batchRead(batchOf(numbers(150)));
    await new Promise(setImmediate);
    expect(requests).toEqual([]);
    await call.chunked();
    expect(await sizes(requests)).toEqual([100, 50]);
  });
});

describe("other batches", () => {
  const label = { fromObjectId: "1", toObjectId: "2", category: "SERVICE_DEFINED" as const, definitionId: "15" };

  test.each(["batchCreate", "batchDelete"] as const)("splits a body that is a list: associationsV1.%s", async (name) => {
    const mock = await createMock();
    const account = await mock.account();
    const tickets = numbers(7).map((id) => ({ id }));
    await account.seed({ records: { contacts: [{ id: "1" }], tickets } });
    const { associationsV1 } = createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken: account.accessToken });
    const list = numbers(7).map((toObjectId) => ({ ...label, toObjectId }));
    await associationsV1.batchCreate(list).chunked({ size: 3 });
    if (name === "batchDelete") await associationsV1.batchDelete(list.slice(1)).chunked({ size: 3 });
    const { associations = [] } = await account.snapshot();
    expect(associations).toHaveLength(name === "batchDelete" ? 1 : 7);
    const requests = await mock.requests.list({ operationId: `associationsV1.${name}` });
    expect(requests.map(({ status }) => status)).toEqual(name === "batchDelete" ? [200, 200] : [200, 200, 200]);
  });

  test("creates and reads associations in chunks, and merges their 207s", async () => {
    const mock = await createMock();
    const account = await mock.account();
    const contacts = numbers(10).map((id) => ({ id }));
    await account.seed({ records: { contacts, tickets: [{ id: "7" }] } });
    const { associationsV3 } = createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken: account.accessToken });
    const inputs = numbers(12).map((id) => ({ from: { id }, to: { id: "7" }, type: "contact_to_ticket" }));
    const created = await associationsV3.batchCreate("contacts", "tickets", { inputs }).chunked({ size: 4 });
    // The response contains both directions of each association.
    expect(created.results.map(({ from, to }) => (to.id === "7" ? from.id : to.id))).toEqual(numbers(10).flatMap((id) => [id, id]));
    expect(JSON.stringify(created.errors)).toMatch(/11.*12/);
    expect(created.complete).toBe(false);
    const parameters = { inputs: numbers(12).map((id) => ({ id })) };
    const read = await associationsV3.batchRead("contacts", "tickets", parameters).chunked({ size: 5 });
    expect(read.results.map(({ from }) => from.id)).toEqual(numbers(10));
    expect(read.errors).toHaveLength(2);
    const gone = await associationsV3.batchArchive("contacts", "tickets", { inputs: inputs.slice(0, 10) }).chunked({ size: 3 });
    expect(gone).toEqual({ results: [], errors: [], failures: [], unaccounted: [], complete: true });
    expect((await account.snapshot()).associations ?? []).toEqual([]);
  });
});

describe("pages within the results of a batch", () => {
  async function setting() {
    const mock = await createMock();
    const account = await mock.account();
    const associations = [...numbers(251).map((id) => ["1", id]), ...numbers(3).map((id) => ["2", id])];
    await account.seed({
      records: { contacts: numbers(4).map((id) => ({ id })), tickets: numbers(251).map((id) => ({ id })) },
      associations: associations.map(([from, to]) => ({ from: `contacts/${from}`, to: `tickets/${to}`, type: "contact_to_ticket" })),
    });
    const client = createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken: account.accessToken, maxRetries: 0 });
    return { mock, batch: client.associationsV3.batchRead("contacts", "tickets", { inputs: numbers(4).map((id) => ({ id })) }) };
  }

  test.each([1, 3, 4])("pages of results are merged into one result per input, with chunks of %i", async (size) => {
    const { batch } = await setting();
    const { results, errors, failures, complete } = await batch.chunked({ size });
    expect(results.map(({ from, to }) => [from.id, to.length])).toEqual([
      ["1", 251],
      ["2", 3],
    ]);
    expect(new Set(results[0]?.to.map(({ id }) => id)).size).toBe(251);
    expect(results.every((result) => result.paging === undefined)).toBe(true);
    expect(errors.flatMap(({ context }) => Object.values(context).flat())).toEqual(expect.arrayContaining(["3", "4"]));
    expect({ failures, complete }).toEqual({ failures: [], complete: false });
  });

  test("a chunk fails if one of the pages of its results fails", async () => {
    const { mock, batch } = await setting();
    await mock.faults.add({ match: { operationId: "associationsV3.batchRead", nth: 3 }, effect: { type: "status", status: 400 } });
    const { results, failures } = await batch.chunked({ size: 1, concurrency: 1 });
    expect(results.map(({ from }) => from.id)).toEqual(["2"]);
    expect(failures.map(({ index }) => index)).toEqual([0]);
  });

  test.each([
    { what: "the next page is missing", second: { results: [] } },
    { what: "a result belongs to another input", second: { results: [{ from: { id: "9" }, to: [], paging: { next: { after: "z" } } }] } },
  ])("pages of results are not lost silently if $what", async ({ second }) => {
    const first = { results: [{ from: { id: "1" }, to: [{ id: "2" }], paging: { next: { after: "b" } } }] };
    const { fetch } = recording((_, nth) => Response.json(nth === 1 ? first : second));
    const batch = createClient({ fetch }).associationsV3.batchRead("contacts", "tickets", { inputs: [{ id: "1" }] });
    expect((await batch.chunked()).failures.map(({ error }) => error.name)).toEqual(["ParseError"]);
  });
});

describe("a batch with an idempotency key", () => {
  const operation = {
    id: "notes.batchCreate",
    method: "POST",
    path: "/notes",
    retry: "never",
    authenticated: false,
    prepare,
    body: { mediaType: "application/json" },
    batch: { inputs: "/inputs~1all", size: 2 },
    idempotencyKey: { path: ["options", "key"], add: withIdempotencyKey },
  } as const;
  const inputs = numbers(3);

  function notes(parameters: object) {
    const { requests, fetch } = recording((_, nth) => Response.json({}, { status: nth === 1 ? 503 : 200 }));
    const connection = createConnection({ baseUrl: "http://s.example", fetch, ...quiet });
    return { requests, batch: chunksOf(connection, operation, [], parameters) };
  }

  test("generates an idempotency key per chunk, creates missing objects, and reuses the key for retries", async () => {
    withoutBackOff();
    const { requests, batch } = notes({ "inputs/all": inputs });
    expect(await batch.chunked({ concurrency: 1 })).toMatchObject({ complete: true });
    const bodies = await Promise.all(requests.map((request) => request.json()));
    const sent = bodies as { "inputs/all": string[]; options: { key: string } }[];
    expect(sent.map((body) => body["inputs/all"])).toEqual([["1", "2"], ["1", "2"], ["3"]]);
    const [first, again, other] = sent.map(({ options }) => options.key);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test("rejects an idempotency key from the caller for several chunks", async () => {
    const { requests, batch } = notes({ "inputs/all": inputs, options: { key: "mine" } });
    await expect(batch.chunked()).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
    const one = notes({ "inputs/all": ["1"], options: { key: "mine" } });
    await one.batch.chunked();
    expect(await one.requests[0]?.json()).toMatchObject({ options: { key: "mine" } });
  });
});
