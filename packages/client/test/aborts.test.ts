import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  AbortedError,
  type CallOptions,
  type ClientOptions,
  type CrmPlatformClient,
  createClient,
  rateLimiter,
} from "@crm-platform/client";
import { describe, expect, test, vi } from "vitest";
import { aDomain, recording } from "./recording.ts";
import { beginningOfJson, failureOf, fakeTime, rawServer } from "./service.ts";

const quiet = { logLevel: "off" } as const;
const forever = new Promise<never>(() => {});
const waitsForever = (reached: () => void) => (): Promise<never> => {
  reached();
  return forever;
};
const unavailable = (): Response => Response.json({ category: "X" }, { status: 503, headers: { "retry-after": "30" } });

async function expectAborted(client: CrmPlatformClient, attempts: number, stage?: Promise<void>): Promise<void> {
  fakeTime();
  const controller = new AbortController();
  const reason = new Error("no longer needed");
  const failure = failureOf(client.domainsV1.get("1", { signal: controller.signal }));
  await stage;
  await nextTurn();
  controller.abort(reason);
  const error = await failure;
  expect(error).toBeInstanceOf(AbortedError);
  expect(error.cause).toBe(reason);
  expect(error.attempts).toBe(attempts);
}

/** Calls `reached` when the client waits for the next attempt. */
function backingOff(reached: () => void): ClientOptions {
  return { fetch: unavailable, logLevel: "info", logger: { debug() {}, info: reached, warn() {} } };
}

async function readingBody(beginning: string, reached: () => void): Promise<ClientOptions> {
  const baseUrl = await rawServer((socket) => socket.write(beginning));
  return { baseUrl, middleware: [(request, next) => next(request).finally(reached)] };
}

describe("a signal aborts a call", () => {
  const full = rateLimiter({ requests: 1, intervalMs: 60_000 });
  const stages: readonly { stage: string; attempts: number; options: (reached: () => void) => Promise<ClientOptions> | ClientOptions }[] = [
    {
      stage: "while waiting for the rate limit",
      attempts: 0,
      options: async (reached) => {
        await full.enter(new AbortController().signal);
        full.leave();
        const enter = (signal: AbortSignal): Promise<void> => {
          reached();
          return full.enter(signal);
        };
        return { fetch: aDomain, rateLimit: { ...full, enter } };
      },
    },
    { stage: "while waiting for a token", attempts: 0, options: (reached) => ({ fetch: aDomain, accessToken: waitsForever(reached) }) },
    { stage: "while middleware runs", attempts: 1, options: (reached) => ({ fetch: aDomain, middleware: [waitsForever(reached)] }) },
    {
      stage: "during a TLS handshake",
      attempts: 1,
      options: async (reached) => ({ baseUrl: (await rawServer(reached)).replace("http:", "https:") }),
    },
    { stage: "while waiting for a response", attempts: 1, options: async (reached) => ({ baseUrl: await rawServer(reached) }) },
    { stage: "while reading the body", attempts: 1, options: (reached) => readingBody(beginningOfJson(99, '{"id":'), reached) },
    {
      stage: "while reading the body of an error",
      attempts: 1,
      options: (reached) => readingBody(beginningOfJson(99, "{").replace("200 OK", "400 Bad"), reached),
    },
    { stage: "even if a custom fetch ignores the signal", attempts: 1, options: (reached) => ({ fetch: waitsForever(reached) }) },
    { stage: "during the backoff", attempts: 1, options: backingOff },
  ];

  test.each(stages)("$stage", async ({ options, attempts }) => {
    let reached = (): void => {};
    const reaching = new Promise<void>((resolve) => {
      reached = resolve;
    });
    await expectAborted(createClient({ ...quiet, ...(await options(reached)) }), attempts, reaching);
  });

  test("a signal aborts a call during the pause after another call's 429", async () => {
    const { fetch } = recording(() => Response.json({ category: "X" }, { status: 429, headers: { "retry-after": "30" } }));
    const client = createClient({ fetch, ...quiet });
    await failureOf(client.domainsV1.get("1", { maxRetries: 0 }));
    await expectAborted(client, 0);
  });

  test("a signal aborts an iteration between two pages", async () => {
    const { requests, fetch } = recording((_, nth) => Response.json({ objects: [{ id: String(nth), domain: "a.example" }], total: 9 }));
    const controller = new AbortController();
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      for await (const { id } of createClient({ fetch }).domainsV1.list({}, { signal: controller.signal })) {
        seen.push(id);
        if (seen.length === 2) controller.abort();
      }
    };
    expect((await failureOf(read())).name).toBe("AbortedError");
    expect(seen).toEqual(["1", "2"]);
    expect(requests).toHaveLength(2);
  });

  test("an aborted batch keeps completed results, aborts pending requests and sends no more", async () => {
    const controller = new AbortController();
    const { requests, fetch } = recording((_, nth) => {
      if (nth === 4) setImmediate(() => controller.abort("enough"));
      return nth <= 2 ? Response.json({ results: [{ id: String(nth) }] }) : forever;
    });
    const inputs = Array.from({ length: 10 }, (_, index) => ({ id: String(index) }));
    const batch = { inputs, properties: [], propertiesWithHistory: [] };
    const { results, failures, complete } = await createClient({ fetch })
      .meetings.batchRead(batch, { signal: controller.signal })
      .chunked({ size: 1, concurrency: 2 });
    expect(results.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(failures.map(({ index }) => index)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(failures.every(({ error }) => error instanceof AbortedError && error.cause === "enough")).toBe(true);
    expect(complete).toBe(false);
    expect(requests).toHaveLength(4);
  });

  test("a signal that is already aborted prevents the request", async () => {
    const { requests, fetch } = recording(aDomain);
    const signal = AbortSignal.abort(new Error("too late"));
    const error = await failureOf(createClient({ fetch, accessToken: () => forever }).domainsV1.get("1", { signal }));
    expect(error).toMatchObject({ name: "AbortedError", attempts: 0, cause: signal.reason });
    expect(requests).toEqual([]);
  });

  test("with AbortSignal.timeout", async () => {
    const call = createClient({ fetch: () => forever }).domainsV1.get("1", { signal: AbortSignal.timeout(30) });
    const error = await failureOf(call);
    expect(error.name).toBe("AbortedError");
    expect(error.cause).toMatchObject({ name: "TimeoutError" });
  });

  test("a signal also aborts the request", async () => {
    const controller = new AbortController();
    const { requests, fetch } = recording(waitsForever(() => controller.abort()));
    await failureOf(createClient({ fetch }).domainsV1.get("1", { signal: controller.signal }));
    expect(requests[0]?.signal.aborted).toBe(true);
  });
});

test("calls with the same signal share one listener, and an abort ends all of them", async () => {
  const controller = new AbortController();
  const add = vi.spyOn(controller.signal, "addEventListener");
  const fetch = vi.fn(() => forever);
  const client = createClient({ fetch });
  const failures = Array.from({ length: 40 }, () => failureOf(client.domainsV1.get("1", { signal: controller.signal })));
  await expect.poll(() => fetch.mock.calls.length).toBe(40);
  expect(new Set(add.mock.calls.map(([, listener]) => listener)).size).toBe(1);
  expect(add).toHaveBeenCalledTimes(1);
  controller.abort();
  expect((await Promise.all(failures)).map(({ name }) => name)).toEqual(Array(40).fill("AbortedError"));
});

test("a call that is aborted during the backoff does not request another token", async () => {
  const accessToken = vi.fn(() => "t");
  const controller = new AbortController();
  const client = createClient({ ...backingOff(() => setImmediate(() => controller.abort())), accessToken });
  await failureOf(client.domainsV1.get("1", { signal: controller.signal }));
  await nextTurn();
  expect(accessToken).toHaveBeenCalledTimes(1);
});

test("a long-lived signal does not retain finished calls", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const { signal } = new AbortController();
  const add = vi.spyOn(signal, "addEventListener");
  const finished: WeakRef<CallOptions>[] = [];
  const finish = async (client: CrmPlatformClient): Promise<void> => {
    const options = { signal };
    finished.push(new WeakRef(options));
    await client.domainsV1.get("1", options).catch(() => {});
  };
  for (let count = 0; count < 5; count += 1)
    await finish(createClient({ fetch: () => new Promise(() => {}), timeoutMs: 5, maxRetries: 0 }));
  for (let count = 0; count < 5; count += 1) await finish(createClient({ fetch: aDomain }));
  await nextTurn();
  collectGarbage();
  // The engine may keep the last value of each loop for a while.
  expect(finished.filter((options) => options.deref()).length).toBeLessThanOrEqual(2);
  expect(signal.aborted).toBe(false);
  expect(add).toHaveBeenCalledTimes(1);
});
