import { createClient } from "@crm-platform/client";
import { createMock, serveMock } from "@crm-platform/mock";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { aDomain, recording } from "./recording.ts";
import { beginningOfJson, failureOf, fakeTime, letTimePass, rawServer, withoutBackOff } from "./service.ts";

const quiet = { logLevel: "off" } as const;
const forever = new Promise<never>(() => {});

async function timed<Value>(work: () => Promise<Value>): Promise<{ took: number; value: Value }> {
  const start = performance.now();
  const value = await work();
  return { took: performance.now() - start, value };
}

describe("timeoutMs", () => {
  test.each([
    { given: "a silent service", begin: "" },
    { given: "an endless body", begin: beginningOfJson(99, '{"id":') },
    { given: "an error with an endless body", begin: beginningOfJson(99, "{").replace("200 OK", "500 Bad") },
  ])("the timeout applies to every attempt, for $given", async ({ begin }) => {
    withoutBackOff();
    const baseUrl = await rawServer((socket) => socket.write(begin));
    const { took, value } = await timed(() => failureOf(createClient({ baseUrl, timeoutMs: 60, ...quiet }).domainsV1.get("1")));
    expect(value).toMatchObject({ name: "TimeoutError", attempts: 3 });
    expect(value.message).toContain("60 ms");
    expect(took).toBeGreaterThan(170);
  });

  test("there is a default timeout", async () => {
    const { requests, fetch } = recording(() => forever);
    const timers = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => timers.mockRestore());
    const controller = new AbortController();
    const call = failureOf(createClient({ fetch }).domainsV1.get("1", { signal: controller.signal }));
    while (requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(30_000);
    controller.abort();
    await call;
  });

  test("the timeout applies to a slow response over HTTP, and can be set per call", async () => {
    const mock = await createMock();
    const { accessToken } = await mock.account();
    await mock.faults.add({ match: { operationId: "domainsV1.list", nth: 1 }, effect: { type: "latency", milliseconds: 300_000 } });
    const server = await serveMock({ mock, port: 0, drainMs: 0 });
    onTestFinished(() => server.close());
    withoutBackOff();
    const client = createClient({ baseUrl: server.url, accessToken, ...quiet });
    expect((await client.domainsV1.list({}, { timeoutMs: 500, maxRetries: 50, deadlineMs: 250_000 })).total).toBe(0);
  });

  test.each(["on-rate-limit", "never"])("an operation with the retry rule %s is not retried after a timeout", async (retry) => {
    const { requests, fetch } = recording(() => forever);
    const client = createClient({ fetch, timeoutMs: 20 });
    const call = retry === "never" ? client.smtpTokensV1.resetPassword("u") : client.eventDefinitions.create({ label: "x" });
    expect(await failureOf(call)).toMatchObject({ name: "TimeoutError", attempts: 1 });
    expect(requests).toHaveLength(1);
  });

  test("the timeout is disabled by Infinity and by values beyond the maximum timer delay", async () => {
    const { fetch } = recording(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return aDomain();
    });
    for (const timeoutMs of [Number.POSITIVE_INFINITY, 2 ** 40]) {
      expect(await createClient({ fetch, timeoutMs, deadlineMs: timeoutMs }).domainsV1.get("1")).toHaveProperty("id");
    }
  });
});

describe("a token source that never settles", () => {
  test("timeoutMs ends the call, without a retry", async () => {
    fakeTime();
    const { requests, fetch } = recording(aDomain);
    let asked = 0;
    const accessToken = (): Promise<never> => {
      asked += 1;
      return forever;
    };
    const error = await letTimePass(failureOf(createClient({ fetch, accessToken, timeoutMs: 1_000 }).domainsV1.get("1")));
    expect(error).toMatchObject({ name: "TimeoutError", attempts: 0 });
    expect(error.message).toBe("Access token source timed out after 1,000 ms: GET /cos-domains/v1/domains/{domainId}");
    expect({ asked, requests }).toEqual({ asked: 1, requests: [] });
  });

  test("timeoutMs applies to the token source and the request separately", async () => {
    fakeTime();
    const after = <Value>(value: () => Value) => new Promise<Value>((resolve) => setTimeout(() => resolve(value()), 30));
    const client = createClient({ fetch: () => after(aDomain), accessToken: () => after(() => "token"), timeoutMs: 40 });
    expect(await letTimePass(client.domainsV1.get("1"))).toHaveProperty("id");
  });
});

describe("invalid options", () => {
  const wrong: readonly [name: string, values: readonly unknown[], minimum: number][] = [
    ["timeoutMs", [-1, 0, Number.NaN, "5", 5n], 1],
    ["deadlineMs", [-1, Number.NaN, "5"], 0],
    ["maxRetries", [-1, 1.5, Number.NaN, "5", true], 0],
    ["maxResponseBytes", [-1, 0, 1.5, Number.NaN], 1],
  ];
  const table = wrong.flatMap(([name, values, minimum]) => values.map((value) => ({ name, value, minimum, type: typeof value })));

  test.each(table)("$name: $type $value is a TypeError", async ({ name, value, minimum, type }) => {
    const { requests, fetch } = recording(aDomain);
    const client = createClient({ fetch });
    const error = new TypeError(`${name} must be a whole number of at least ${minimum}; received ${type} ${value}`);
    expect(() => createClient({ fetch, [name]: value })).toThrow(error);
    expect(() => client.withOptions({ [name]: value })).toThrow(error);
    expect(() => client.connection.withOptions({ [name]: value })).toThrow(error);
    await expect(client.domainsV1.get("1", { [name]: value })).rejects.toThrow(error);
    expect(requests).toEqual([]);
  });

  test.each([
    { option: "fetch", value: "x", message: "fetch and all middleware must be functions" },
    { option: "middleware", value: [5], message: "fetch and all middleware must be functions" },
    { option: "logLevel", value: "verbose", message: 'logLevel must be "debug", "info", "warn" or "off"' },
  ])("createClient and withOptions reject an invalid $option", ({ option, value, message }) => {
    expect(() => createClient({ [option]: value })).toThrow(new TypeError(message));
    expect(() => createClient().withOptions({ [option]: value })).toThrow(new TypeError(message));
  });

  test("times may have fractions, and limits may be infinite", async () => {
    const options = { timeoutMs: 9_999.5, deadlineMs: 9_999.5, maxRetries: Infinity, maxResponseBytes: Infinity };
    expect(await createClient({ fetch: aDomain, ...options }).domainsV1.get("1", options)).toHaveProperty("id");
  });
});

describe("deadlineMs", () => {
  test.each([
    { over: "a missing response", options: { fetch: () => forever }, attempts: 1 },
    { over: "a missing token", options: { fetch: aDomain, accessToken: () => forever }, attempts: 0 },
    {
      over: "a rate limit that never allows a request",
      options: { fetch: aDomain, rateLimit: { enter: () => forever, leave() {}, pause() {} } },
      attempts: 0,
    },
    { over: "middleware that never settles", options: { fetch: aDomain, middleware: [() => forever] }, attempts: 1 },
  ])("includes $over", async ({ options, attempts }) => {
    const value = await failureOf(createClient({ ...options, ...quiet }).domainsV1.get("1", { deadlineMs: 50 }));
    expect(value).toMatchObject({ name: "TimeoutError", attempts });
    expect(value.message).toBe("Call timed out after 50 ms: GET /cos-domains/v1/domains/{domainId}");
  });

  test("the deadline includes reading the body", async () => {
    const baseUrl = await rawServer((socket) => socket.write(beginningOfJson(99, '{"id":')));
    const value = await failureOf(createClient({ baseUrl, deadlineMs: 60 }).domainsV1.get("1"));
    expect(value).toMatchObject({ name: "TimeoutError", attempts: 1 });
  });

  test("the deadline includes all attempts", async () => {
    withoutBackOff();
    fakeTime();
    const client = createClient({ fetch: () => forever, timeoutMs: 40, maxRetries: 100, deadlineMs: 150, ...quiet });
    expect(await letTimePass(failureOf(client.domainsV1.get("1")))).toMatchObject({ name: "TimeoutError", attempts: 4 });
  });

  test("a call does not wait for a retry beyond the deadline", async () => {
    const { fetch } = recording(() => Response.json({ category: "RATE_LIMITS" }, { status: 429, headers: { "retry-after": "50" } }));
    const value = await failureOf(createClient({ fetch, deadlineMs: 40_000 }).domainsV1.get("1"));
    expect(value).toMatchObject({ name: "ApiError", status: 429, attempts: 1 });
  });

  test("a call sends no request if the deadline has already passed", async () => {
    const { requests, fetch } = recording(aDomain);
    const error = await failureOf(createClient({ fetch, deadlineMs: 0 }).domainsV1.get("1"));
    expect(error).toMatchObject({ name: "TimeoutError", attempts: 0 });
    expect(requests).toEqual([]);
  });
});
