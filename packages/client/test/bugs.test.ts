import { createClient, rateLimiter } from "@crm-platform/client";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { aDomain, recording } from "./recording.ts";
import { failureOf, withoutBackOff } from "./service.ts";

const quiet = { logLevel: "off" } as const;
const failing = (status: number, headers: Record<string, string> = {}): Response => Response.json({ category: "X" }, { status, headers });

describe("the client avoids bugs that other clients have", () => {
  test("a second client does not use up the retries of the first", async () => {
    withoutBackOff();
    const first = recording((_, nth) => (nth <= 3 ? failing(503) : aDomain()));
    const second = recording(() => failing(503));
    const one = createClient({ fetch: first.fetch, maxRetries: 3, ...quiet });
    const other = createClient({ fetch: second.fetch, maxRetries: 0, ...quiet });
    const [domain, failure] = await Promise.all([one.domainsV1.get("1"), failureOf(other.domainsV1.get("1"))]);
    expect(domain).toHaveProperty("id");
    expect(failure.attempts).toBe(1);
    expect([first.requests.length, second.requests.length]).toEqual([4, 1]);
  });

  test("changing the token does not reset the limiter", async () => {
    const { requests, fetch } = recording(aDomain);
    let token = "one";
    const rateLimit = rateLimiter({ requests: 2, intervalMs: 60_000 });
    const client = createClient({ fetch, accessToken: () => token, rateLimit });
    await client.domainsV1.get("1");
    token = "two";
    await client.domainsV1.get("2");
    expect(rateLimit.state.free).toBe(0);
    expect((await failureOf(client.domainsV1.get("3", { deadlineMs: 40 }))).name).toBe("TimeoutError");
    expect(requests).toHaveLength(2);
  });

  test("changing the token does not end the pause after a 429", async () => {
    const { requests, fetch } = recording((_, nth) => (nth === 1 ? failing(429, { "retry-after": "30" }) : aDomain()));
    let token = "one";
    const client = createClient({ fetch, accessToken: () => token, ...quiet });
    await failureOf(client.domainsV1.get("1", { maxRetries: 0 }));
    token = "two";
    expect((await failureOf(client.domainsV1.get("2", { deadlineMs: 40 }))).name).toBe("TimeoutError");
    expect(requests).toHaveLength(1);
  });

  test.each([500, 501, 502, 503, 504, 599])("a %i resolves", async (status) => {
    const { fetch } = recording(() => new Response("{}", { status, headers: { "content-type": "application/json" } }));
    const client = createClient({ fetch, maxRetries: 0 });
    expect(await failureOf(client.domainsV1.get("1"))).toMatchObject({ status });
    expect(await failureOf(client.domainsV1.get("1").withResponse())).toMatchObject({ status });
    expect(await failureOf(client.domainsV1.list().toArray())).toMatchObject({ status });
  });

  test("there is a default timeout", async () => {
    const { requests, fetch } = recording(() => new Promise<never>(() => {}));
    const timers = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => timers.mockRestore());
    const controller = new AbortController();
    const call = failureOf(createClient({ fetch }).domainsV1.get("1", { signal: controller.signal }));
    while (requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(30_000);
    controller.abort();
    await call;
  });

  test("the retry count does not leak between concurrent calls", async () => {
    withoutBackOff();
    const { requests, fetch } = recording(async (request, nth) => {
      await new Promise((resolve) => setTimeout(resolve, nth % 7));
      const isFirst = !request.headers.has("x-retry-count");
      const isOdd = Number(request.url.split("/").at(-1)) % 2 === 1;
      return isOdd && isFirst ? failing(503) : aDomain();
    });
    const client = createClient({ fetch, maxRetries: 1, ...quiet });
    await Promise.all(Array.from({ length: 30 }, (_, index) => client.domainsV1.get(String(index))));
    const counts = new Map<string, (string | null)[]>();
    for (const { url, headers } of requests) counts.set(url, [...(counts.get(url) ?? []), headers.get("x-retry-count")]);
    const expected = Array.from({ length: 30 }, (_, index) => (index % 2 === 1 ? [null, "1"] : [null]));
    expect([...counts].sort(([one], [other]) => numberOf(one) - numberOf(other)).map(([, seen]) => seen)).toEqual(expected);
  });
});

function numberOf(url: string): number {
  return Number(url.split("/").at(-1));
}
