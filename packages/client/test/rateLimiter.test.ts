import { createServer } from "node:http";
import { createClient, rateLimiter } from "@crm-platform/client";
import { createMock } from "@crm-platform/mock";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { aDomain, recording } from "./recording.ts";
import { failureOf, listening, withoutBackOff } from "./service.ts";

const quiet = { logLevel: "off" } as const;

interface Counter {
  readonly baseUrl: string;
  readonly arrivals: { readonly at: number; readonly path: string }[];
  maxRunning: number;
}

async function countingService(milliseconds: number): Promise<Counter> {
  const arrivals: Counter["arrivals"] = [];
  let running = 0;
  const server = createServer((request, response) => {
    arrivals.push({ at: performance.now(), path: request.url ?? "" });
    counter.maxRunning = Math.max(counter.maxRunning, ++running);
    setTimeout(() => {
      running -= 1;
      response.setHeader("content-type", "application/json").end('{"id":"1"}');
    }, milliseconds);
  });
  const counter = { baseUrl: await listening(server), arrivals, maxRunning: 0 };
  return counter;
}

function ids(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1));
}

describe("rateLimiter", () => {
  // The first request loads Node's HTTP client, so it must not be measured.
  beforeAll(() => fetch("data:,").then(() => {}));

  test("never exceeds the service's limit in any interval, and keeps the order of calls", async () => {
    const service = await countingService(5);
    const client = createClient({ baseUrl: service.baseUrl, rateLimit: rateLimiter({ requests: 10, intervalMs: 200 }) });
    await Promise.all(ids(45).map((id) => client.domainsV1.get(id)));
    const times = service.arrivals.map(({ at }) => at);
    expect(times).toHaveLength(45);
    // Timers can fire a millisecond early.
    const spans = times.slice(10).map((time, index) => time - (times[index] as number));
    expect(Math.min(...spans)).toBeGreaterThan(197);
    const windows = [0, 10, 20, 30, 40].map((start) => service.arrivals.slice(start, start + 10).map(({ path }) => path.split("/").at(-1)));
    expect(windows.map((window) => window.sort((one, other) => Number(one) - Number(other)))).toEqual(
      [0, 10, 20, 30, 40].map((start) => ids(45).slice(start, start + 10)),
    );
  });

  test("uses no timer while it waits for responses", async () => {
    const limiter = rateLimiter({ requests: 1, intervalMs: 60_000 });
    const { signal } = new AbortController();
    await limiter.enter(signal);
    const timers = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => timers.mockRestore());
    limiter.enter(signal).catch(() => {});
    await new Promise(setImmediate);
    // Timers of a second or more belong to Node's HTTP client.
    expect(timers.mock.calls.filter(([, delay]) => !(Number(delay) >= 1_000))).toEqual([]);
  });

  test("limits concurrency", async () => {
    const service = await countingService(20);
    const limiter = rateLimiter({ requests: 1000, intervalMs: 60_000, concurrency: 3 });
    const client = createClient({ baseUrl: service.baseUrl, rateLimit: limiter });
    await Promise.all(ids(12).map((id) => client.domainsV1.get(id)));
    expect(service.maxRunning).toBe(3);
  });

  test("sends calls in order", async () => {
    const { requests, fetch } = recording(aDomain);
    const client = createClient({ fetch, rateLimit: rateLimiter({ requests: 100, intervalMs: 1000, concurrency: 1 }) });
    await Promise.all(ids(20).map((id) => client.domainsV1.get(id)));
    expect(requests.map(({ url }) => url.split("/").at(-1))).toEqual(ids(20));
  });

  test("reports its state, and removes aborted calls from the queue", async () => {
    const responders: (() => void)[] = [];
    const { requests, fetch } = recording(() => new Promise((resolve) => responders.push(() => resolve(aDomain()))));
    const limiter = rateLimiter({ requests: 2, intervalMs: 50 });
    const client = createClient({ fetch, rateLimit: limiter });
    expect(limiter.state).toEqual({ running: 0, waiting: 0, free: 2, pausedMs: 0 });
    const controller = new AbortController();
    const calls = [client.domainsV1.get("1"), client.domainsV1.get("2")].map((call) => call.withResponse());
    const aborted = failureOf(client.domainsV1.get("3", { signal: controller.signal }));
    const last = client.domainsV1.get("4").withResponse();
    await expect.poll(() => requests.length).toBe(2);
    expect(limiter.state).toEqual({ running: 2, waiting: 2, free: 0, pausedMs: 0 });
    controller.abort();
    expect((await aborted).attempts).toBe(0);
    expect(limiter.state).toMatchObject({ running: 2, waiting: 1 });
    for (const respond of responders) respond();
    await Promise.all(calls);
    await expect.poll(() => requests.length).toBe(3);
    responders[2]?.();
    await last;
    expect(requests.map(({ url }) => url.split("/").at(-1))).toEqual(["1", "2", "4"]);
    expect(limiter.state).toMatchObject({ running: 0, waiting: 0 });
  });

  test.each([{ requests: 0 }, { requests: -1 }, { intervalMs: 0 }, { concurrency: 0 }, { concurrency: 0.5 }, { requests: Number.NaN }])(
    "rejects %j",
    (wrong) => {
      const [[name, value] = []] = Object.entries(wrong);
      const message = `rateLimiter: ${name} must be a number of at least 1; received ${value}`;
      expect(() => rateLimiter({ requests: 1, intervalMs: 1, ...wrong })).toThrow(new TypeError(message));
    },
  );

  test("takes constant time per call", async () => {
    const requests = 10_000;
    let looks = 0;
    // Counts comparisons of times.
    const time = {
      [Symbol.toPrimitive]: () => {
        looks += 1;
        return 0;
      },
    };
    const clock = vi.spyOn(performance, "now").mockReturnValue(time as unknown as number);
    onTestFinished(() => clock.mockRestore());
    const limiter = rateLimiter({ requests: 2 * requests, intervalMs: 60_000 });
    const { signal } = new AbortController();
    for (let count = 0; count < requests; count += 1) {
      await limiter.enter(signal);
      limiter.leave();
    }
    expect(limiter.state.free).toBe(requests);
    // A linear scan per call would take 50 million comparisons.
    expect(looks).toBeGreaterThan(requests);
    expect(looks).toBeLessThan(20 * requests);
  });

  test("supports intervals longer than the maximum timer delay", async () => {
    const limiter = rateLimiter({ requests: 1, intervalMs: 30 * 24 * 3_600_000 });
    const controller = new AbortController();
    await limiter.enter(controller.signal);
    limiter.leave();
    const timers = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => timers.mockRestore());
    const waiting = limiter.enter(controller.signal).catch(() => {});
    const delays = timers.mock.calls.map(([, delay]) => Number(delay));
    controller.abort();
    await waiting;
    expect(delays).toEqual([2 ** 31 - 1]);
  });

  test("rounds fractions down, and does not use the wall clock", async () => {
    const limiter = rateLimiter({ requests: 2.9, intervalMs: 20, concurrency: 1.5 });
    const { signal } = new AbortController();
    await limiter.enter(signal);
    const second = limiter.enter(signal);
    expect(limiter.state).toMatchObject({ running: 1, waiting: 1 });
    const clock = vi.spyOn(Date, "now").mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    limiter.leave();
    await second;
    limiter.leave();
    await limiter.enter(signal);
    limiter.leave();
    expect(limiter.state).toMatchObject({ running: 0, waiting: 0 });
  });

  test("failed and timed-out requests release their slot", async () => {
    withoutBackOff();
    const limiter = rateLimiter({ requests: 100, intervalMs: 60_000 });
    const client = createClient({ fetch: () => new Promise<never>(() => {}), timeoutMs: 5, rateLimit: limiter, ...quiet });
    await failureOf(client.domainsV1.get("1"));
    const broken = createClient({ fetch: () => Promise.reject(new TypeError("no")), rateLimit: limiter, ...quiet });
    await failureOf(broken.domainsV1.get("1"));
    expect(limiter.state).toMatchObject({ running: 0, waiting: 0, free: 94 });
  });
});

const busy = (seconds: number, policyName = "TEN_SECONDLY_ROLLING"): Response =>
  Response.json({ category: "RATE_LIMITS", policyName }, { status: 429, headers: { "retry-after": String(seconds) } });

describe("a 429", () => {
  test.each([
    { given: "a rate limiter", limits: () => ({ rateLimit: rateLimiter({ requests: 100, intervalMs: 10 }) }) },
    { given: "a rate limiter with a long interval", limits: () => ({ rateLimit: rateLimiter({ requests: 100, intervalMs: 60_000 }) }) },
    { given: "no rate limiter", limits: () => ({}) },
  ])("a 429 delays all calls of the client with $given", async ({ limits }) => {
    withoutBackOff();
    const times: number[] = [];
    const { fetch } = recording(() => (times.push(performance.now()) === 1 ? busy(1) : aDomain()));
    const client = createClient({ fetch, ...limits(), ...quiet });
    const first = client.domainsV1.get("1").withResponse();
    await expect.poll(() => times.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await Promise.all([first, client.domainsV1.get("2"), client.withOptions({ maxRetries: 1 }).domainsV1.get("3")]);
    expect(times).toHaveLength(4);
    expect((times[1] as number) - (times[0] as number)).toBeGreaterThan(990);
  });

  test("a 429 does not delay calls with other clients or tokens", async () => {
    const { fetch } = recording((_, nth) => (nth === 1 ? busy(60) : aDomain()));
    const [one, other] = [createClient({ fetch, ...quiet }), createClient({ fetch, ...quiet })];
    await failureOf(one.domainsV1.get("1", { maxRetries: 0 }));
    await other.domainsV1.get("1", { deadlineMs: 50_000 });
    await one.withOptions({ accessToken: "of-another-account" }).domainsV1.get("1", { deadlineMs: 50_000 });
    expect((await failureOf(one.domainsV1.get("1", { deadlineMs: 100 }))).name).toBe("TimeoutError");
  });

  test("a 429 for the daily limit does not delay other calls", async () => {
    const { fetch } = recording((_, nth) => (nth === 1 ? busy(3600, "DAILY") : aDomain()));
    const client = createClient({ fetch, ...quiet });
    expect((await failureOf(client.domainsV1.get("1"))).attempts).toBe(1);
    expect(await client.domainsV1.get("1", { deadlineMs: 120_000 })).toHaveProperty("id");
  });

  test("a new access token does not end the pause", async () => {
    const { requests, fetch } = recording((_, nth) => (nth === 1 ? busy(30) : aDomain()));
    let token = "one";
    const client = createClient({ fetch, accessToken: () => token, ...quiet });
    await failureOf(client.domainsV1.get("1", { maxRetries: 0 }));
    token = "two";
    expect((await failureOf(client.domainsV1.get("2", { deadlineMs: 40 }))).name).toBe("TimeoutError");
    expect(requests).toHaveLength(1);
  });

  test("a new access token does not reset the limit", async () => {
    const { fetch } = recording(aDomain);
    const limiter = rateLimiter({ requests: 2, intervalMs: 60_000 });
    let count = 0;
    const client = createClient({ fetch, accessToken: () => `token-${++count}`, rateLimit: limiter });
    await client.domainsV1.get("1");
    await client.domainsV1.get("2");
    expect(limiter.state.free).toBe(0);
    expect((await failureOf(client.domainsV1.get("3", { deadlineMs: 50 }))).attempts).toBe(0);
  });

  test("all calls succeed under load against the mock's limits", async () => {
    withoutBackOff();
    const mock = await createMock({ rateLimits: true });
    mock.clock.freeze("2026-04-20T08:00:00Z");
    const { accessToken } = await mock.account();
    let storms = 0;
    // The mock's clock advances by the delays that the mock requests.
    const fetch = async (request: Request): Promise<Response> => {
      const response = await mock.fetch(request);
      if (response.status !== 429) return response;
      storms += 1;
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      mock.clock.advance({ seconds: 1 });
      return new Response(response.body, { status: 429, headers: { "content-type": "application/json", "retry-after": "0" } });
    };
    const client = createClient({ baseUrl: mock.url, fetch, accessToken, maxRetries: 300, ...quiet });
    const calls = await Promise.all(ids(300).map(() => client.domainsV1.list()));
    expect(calls.map(({ total }) => total)).toEqual(Array(300).fill(0));
    expect(storms).toBeGreaterThan(0);
    const served = (await mock.requests.list()).filter(({ status }) => status === 200);
    expect(served).toHaveLength(300);
  });
});
