import { createServer } from "node:net";
import { type CallOptions, type CrmPlatformClient, createClient } from "@crm-platform/client";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { aDomain, recording } from "./recording.ts";
import { beginningOfJson, failureOf, fakeTime, letTimePass, listening, rawServer, withoutBackOff } from "./service.ts";

type Run = (client: CrmPlatformClient, options?: CallOptions) => PromiseLike<unknown>;

const operations = {
  safe: (client, options) => client.domainsV1.get("1", options),
  "on-rate-limit": (client, options) => client.broadcasts.create({ channelGuid: "c", content: { body: "Hello" } }, options),
  never: (client, options) => client.smtpTokensV1.resetPassword("user", options),
} satisfies Record<string, Run>;
const quiet = { logLevel: "off" } as const;

function failing(status: number, headers: Record<string, string> = {}, body: object = {}): () => Response {
  return () => Response.json({ category: "X", message: "No.", ...body }, { status, headers });
}

function breakingOff(): Response {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new TypeError("terminated")),
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}

describe("retried operations", () => {
  const unreachable = (): never => {
    throw new TypeError("fetch failed");
  };
  const cases: readonly { given: string; respond: () => Response; repeated: readonly (keyof typeof operations)[] }[] = [
    { given: "no connection", respond: unreachable, repeated: ["safe"] },
    { given: "a truncated body", respond: breakingOff, repeated: ["safe"] },
    { given: "408", respond: failing(408), repeated: ["safe"] },
    { given: "429", respond: failing(429, { "retry-after": "0" }), repeated: ["safe", "on-rate-limit"] },
    { given: "a 429 for the per-second limit", respond: failing(429, {}, { policyName: "SECONDLY" }), repeated: ["safe", "on-rate-limit"] },
    { given: "a 429 for the daily limit", respond: failing(429, { "retry-after": "0" }, { policyName: "DAILY" }), repeated: [] },
    { given: "423", respond: failing(423, { "retry-after": "0" }), repeated: ["safe", "on-rate-limit"] },
    { given: "a 477 with a short delay", respond: failing(477, { "retry-after": "0" }), repeated: ["safe", "on-rate-limit"] },
    { given: "a 477 with a long delay", respond: failing(477, { "retry-after": "86400" }), repeated: [] },
    { given: "a 429 with a long delay", respond: failing(429, { "retry-after": "61" }), repeated: [] },
    { given: "a 477 without a delay", respond: failing(477), repeated: [] },
    { given: "500", respond: failing(500), repeated: ["safe"] },
    { given: "503", respond: failing(503, { "retry-after": "0" }), repeated: ["safe"] },
    { given: "599", respond: failing(599), repeated: ["safe"] },
    { given: "400", respond: failing(400), repeated: [] },
    { given: "401 with the same token", respond: failing(401), repeated: [] },
    { given: "403", respond: failing(403), repeated: [] },
    { given: "404", respond: failing(404), repeated: [] },
    { given: "409", respond: failing(409), repeated: [] },
    { given: "425", respond: failing(425), repeated: [] },
    { given: "broken JSON", respond: () => new Response("{"), repeated: [] },
  ];
  const table = cases.flatMap(({ given, respond, repeated }) =>
    (Object.keys(operations) as (keyof typeof operations)[]).map((retry) => {
      return { given, respond, retry, attempts: repeated.includes(retry) ? 3 : 1 };
    }),
  );

  test.each(table)("$given, $retry: $attempts", async ({ respond, retry, attempts }) => {
    withoutBackOff();
    const { requests, fetch } = recording(respond);
    const error = await failureOf(operations[retry](createClient({ fetch, accessToken: "t", ...quiet }), {}));
    expect(error.attempts).toBe(attempts);
    expect(requests.map((request) => request.headers.get("x-retry-count"))).toEqual([null, "1", "2"].slice(0, attempts));
  });

  test.each([
    { given: 0, attempts: 1 },
    { given: 1, attempts: 2 },
    { given: 5, attempts: 6 },
  ])("a client or a call with maxRetries $given sends the expected number of attempts", async ({ given, attempts }) => {
    withoutBackOff();
    const { fetch } = recording(failing(503));
    const client = createClient({ fetch, maxRetries: given, ...quiet });
    expect((await failureOf(client.domainsV1.get("1"))).attempts).toBe(attempts);
    const other = createClient({ fetch, maxRetries: 3, ...quiet });
    expect((await failureOf(other.domainsV1.get("1", { maxRetries: given }))).attempts).toBe(attempts);
  });

  test("the retry count does not leak between concurrent calls", async () => {
    withoutBackOff();
    const { requests, fetch } = recording(async (request, nth) => {
      await new Promise((resolve) => setTimeout(resolve, nth % 7));
      const isFirst = !request.headers.has("x-retry-count");
      const isOdd = Number(request.url.split("/").at(-1)) % 2 === 1;
      return isOdd && isFirst ? failing(503)() : aDomain();
    });
    const client = createClient({ fetch, maxRetries: 1, ...quiet });
    await Promise.all(Array.from({ length: 30 }, (_, index) => client.domainsV1.get(String(index))));
    const counts = new Map<string, (string | null)[]>();
    for (const { url, headers } of requests) counts.set(url, [...(counts.get(url) ?? []), headers.get("x-retry-count")]);
    const expected = Array.from({ length: 30 }, (_, index) => (index % 2 === 1 ? [null, "1"] : [null]));
    expect([...counts].sort(([one], [other]) => numberOf(one) - numberOf(other)).map(([, seen]) => seen)).toEqual(expected);
  });

  test("a call succeeds if a retry succeeds, and the retry sends the same request", async () => {
    withoutBackOff();
    const { requests, fetch } = recording((_, nth) => (nth < 3 ? failing(503)() : Response.json({ results: [] })));
    const inputs = [{ id: "1" }];
    await createClient({ fetch, ...quiet }).meetings.batchRead({ inputs, properties: [], propertiesWithHistory: [] });
    expect(await Promise.all(requests.map((request) => request.text()))).toEqual(
      Array(3).fill('{"inputs":[{"id":"1"}],"properties":[],"propertiesWithHistory":[]}'),
    );
  });
});

describe("a sendId is added to an email if retries are enabled", () => {
  const message = { to: "jonas.brandt@larkspurbikes.example" };
  const sent = (): Response => Response.json({ sendResult: "SENT" });
  const idOf = async (request: Request | undefined): Promise<unknown> => JSON.parse((await request?.text()) ?? "").message.sendId;

  test("the sendId is the same for each attempt, and different for each call", async () => {
    withoutBackOff();
    const { requests, fetch } = recording((_, nth) => (nth === 1 ? failing(500)() : sent()));
    const client = createClient({ fetch, ...quiet });
    const given = { emailId: 1, message };
    await client.transactionalEmailV1.send(given);
    await client.transactionalEmailV1.send(given);
    const ids = await Promise.all(requests.map(idOf));
    expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    expect(given).toEqual({ emailId: 1, message: { to: "jonas.brandt@larkspurbikes.example" } });
  });

  test.each([
    { when: "the caller gives one", sendId: "order-77", maxRetries: 2, expected: "order-77" },
    { when: "retries are disabled", sendId: undefined, maxRetries: 0, expected: undefined },
  ])("no sendId is generated if $when", async ({ sendId, maxRetries, expected }) => {
    const { requests, fetch } = recording(sent);
    const client = createClient({ fetch, maxRetries });
    await client.transactionalEmailV1.send({ emailId: 1, message: { ...message, ...(sendId && { sendId }) } });
    expect(await idOf(requests[0])).toBe(expected);
  });
});

describe("delays", () => {
  async function loggedDelayMs(headers: Record<string, string>, status = 503): Promise<number> {
    const { fetch } = recording(failing(status, headers));
    const controller = new AbortController();
    const messages = new Promise<string>((resolve) => {
      const logger = { debug() {}, info: resolve, warn() {} };
      const call = createClient({ fetch, logger, logLevel: "info" }).domainsV1.get("1", { signal: controller.signal });
      call.catch(() => {});
    });
    const milliseconds = Number(/Retry in (\d+) ms/.exec(await messages)?.[1]);
    controller.abort();
    return milliseconds;
  }
  const now = Date.parse("2026-04-20T08:00:00Z");
  const inSeconds = (seconds: number): string => new Date(now + seconds * 1000).toUTCString();

  test.each([
    { given: "Retry-After in seconds", headers: { "retry-after": "2" }, min: 2000, max: 2000 },
    { given: "Retry-After as a date", headers: { "retry-after": inSeconds(30) }, min: 30_000, max: 30_000 },
    { given: "Retry-After over the maximum", headers: { "retry-after": "86400" }, min: 60_000, max: 60_000 },
    { given: "a distant date", headers: { "retry-after": inSeconds(86_400) }, min: 60_000, max: 60_000 },
    { given: "a past date", headers: { "retry-after": "Mon, 01 Jan 2024 00:00:00 GMT" }, min: 0, max: 0 },
    { given: "an invalid value", headers: { "retry-after": "soon" }, min: 0, max: 0 },
    { given: "no header", headers: {}, min: 0, max: 0 },
    { given: "a 423 without a header", headers: {}, status: 423, min: 2000, max: 2000 },
    { given: "a 423 with Retry-After", headers: { "retry-after": "1" }, status: 423, min: 1000, max: 1000 },
    { given: "the longest delay of a 477", headers: { "retry-after": "60" }, status: 477, min: 60_000, max: 60_000 },
  ])("$given", async ({ headers, status, min, max }) => {
    withoutBackOff();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now);
    onTestFinished(() => clock.mockRestore());
    const milliseconds = await loggedDelayMs(headers, status);
    expect(milliseconds).toBeGreaterThanOrEqual(min);
    expect(milliseconds).toBeLessThanOrEqual(max);
  });

  test("delays are random, with maximums of 500 ms, 1 s, 2 s, 4 s, and then 8 s", async () => {
    withoutBackOff(0.01);
    const waits: number[] = [];
    const logger = { debug() {}, info: (message: string) => waits.push(Number(/in (\d+) ms/.exec(message)?.[1])), warn() {} };
    const { fetch } = recording(failing(500));
    await failureOf(createClient({ fetch, logger, logLevel: "info", maxRetries: 7 }).domainsV1.get("1"));
    expect(waits).toEqual([5, 10, 20, 40, 80, 80, 80]);
  });

  test("after a 429 without Retry-After, all calls wait for the backoff", async () => {
    withoutBackOff(0.5);
    const { requests, fetch } = recording((_, nth) => (nth === 1 ? failing(429)() : aDomain()));
    const client = createClient({ fetch, maxRetries: 0, ...quiet });
    await failureOf(client.domainsV1.get("1"));
    const start = performance.now();
    await client.domainsV1.get("2");
    expect(performance.now() - start).toBeGreaterThan(200);
    expect(requests).toHaveLength(2);
  });

  test("calls that wait until the same time are sent one after another", async () => {
    fakeTime();
    const times: number[] = [];
    const { fetch } = recording((_, nth) => {
      times.push(performance.now());
      return nth === 1 ? failing(429, { "retry-after": "1" })() : aDomain();
    });
    const client = createClient({ fetch, maxRetries: 0, ...quiet });
    await failureOf(client.domainsV1.get("1"));
    await letTimePass(Promise.all(Array.from({ length: 20 }, () => client.domainsV1.get("2"))));
    const [first = 0, ...rest] = times.slice(1);
    expect(first - (times[0] as number)).toBeGreaterThan(990);
    expect((rest.at(-1) as number) - first).toBeGreaterThan(20);
  });

  test("uses real timers", async () => {
    withoutBackOff();
    const { fetch } = recording((_, nth) => (nth === 1 ? failing(429, { "retry-after": "1" })() : aDomain()));
    const start = Date.now();
    await createClient({ fetch, ...quiet }).domainsV1.get("1");
    expect(Date.now() - start).toBeGreaterThanOrEqual(995);
  });
});

describe("over HTTP", () => {
  const complete = '{"id":"1","domain":"www.example.com"}';

  test.each([
    { given: "a reset connection", end: (socket: { resetAndDestroy(): unknown }) => socket.resetAndDestroy() },
    { given: "a closed connection", end: (socket: { end(): unknown }) => socket.end() },
    { given: "truncated JSON", end: (socket: { end(text: string): unknown }) => socket.end(beginningOfJson(complete.length, '{"id":')) },
    {
      given: "an incomplete chunked body",
      end: (socket: { end(text: string): unknown }) =>
        socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n6\r\n{"id":\r\n'),
    },
    { given: "a response that is not HTTP", end: (socket: { end(text: string): unknown }) => socket.end("220 smtp.example ESMTP\r\n") },
  ])("retries $given, and finally throws a NetworkError", async ({ end }) => {
    withoutBackOff();
    const once = await rawServer((socket, nth) => {
      if (nth === 1) end(socket);
      else socket.end(beginningOfJson(complete.length, complete));
    });
    expect(await createClient({ baseUrl: once, ...quiet }).domainsV1.get("1")).toEqual(JSON.parse(complete));
    const always = await rawServer((socket) => void end(socket));
    const error = await failureOf(createClient({ baseUrl: always, ...quiet }).domainsV1.get("1"));
    expect(error).toMatchObject({ name: "NetworkError", attempts: 3, operationId: "domainsV1.get" });
  });

  test("a closed port", async () => {
    withoutBackOff();
    const server = createServer();
    const baseUrl = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    const error = await failureOf(createClient({ baseUrl, ...quiet }).domainsV1.get("1"));
    expect(error).toMatchObject({ name: "NetworkError", attempts: 3 });
    const place = baseUrl.replace("http://", "");
    expect(error.message).toBe(`Request failed (ECONNREFUSED at ${place}): GET /cos-domains/v1/domains/{domainId}: fetch failed`);
    expect(error.cause).toBeInstanceOf(TypeError);
    // Several addresses are tried for this name, so the error of the network has no message.
    const named = await failureOf(createClient({ baseUrl: baseUrl.replace("127.0.0.1", "localhost"), ...quiet }).domainsV1.get("1"));
    expect(named.message).toContain(`(ECONNREFUSED at ${place.replace("127.0.0.1", "localhost")})`);
  });

  test("a refused connection to the default URL says how to start the mock", async () => {
    const refusal = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:4010"), { code: "ECONNREFUSED" });
    const fetch = (): never => {
      throw new TypeError("fetch failed", { cause: refusal });
    };
    const client = createClient({ fetch, maxRetries: 0 });
    expect((await failureOf(client.domainsV1.get("1"))).message).toBe(
      "Request failed (ECONNREFUSED at 127.0.0.1:4010): GET /cos-domains/v1/domains/{domainId}: connect ECONNREFUSED 127.0.0.1:4010. " +
        "Start the mock with `npx --package @crm-platform/mock crm-platform-mock start`, or set the option baseUrl",
    );
    const elsewhere = client.withOptions({ baseUrl: "http://service.example" });
    const error = await failureOf(elsewhere.domainsV1.get("1"));
    expect(error.message).toBe("Request failed (ECONNREFUSED at service.example): GET /cos-domains/v1/domains/{domainId}: fetch failed");
  });
});

function numberOf(url: string): number {
  return Number(url.split("/").at(-1));
}

test("waits on the clock of the client, also after a 429", async () => {
  let time = 0;
  const sleep = async (milliseconds: number): Promise<void> => {
    time += milliseconds;
  };
  const clock = { now: () => time, sleep };
  const { requests, fetch } = recording((_, nth) =>
    nth === 1 ? failing(429, { "retry-after": "40" })() : nth === 2 ? failing(503)() : aDomain(),
  );
  await createClient({ ...quiet, fetch, clock }).domainsV1.get("1");
  expect(requests.length).toBe(3);
  expect(time).toBeGreaterThanOrEqual(40_000);
  const late = failureOf(
    createClient({ ...quiet, fetch: failing(429, { "retry-after": "40" }), clock, deadlineMs: 39_000 }).domainsV1.get("1"),
  );
  expect((await late).status).toBe(429);
});
