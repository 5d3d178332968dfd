import { createClient } from "@crm-platform/client";
import { type ChaosKind, type ChaosOptions, chaos } from "@crm-platform/client/testing";
import { createMock } from "@crm-platform/mock";
import { describe, expect, test } from "vitest";
import { aDomain, recording } from "./recording.ts";
import { failureOf, withoutBackOff } from "./service.ts";

const quiet = { logLevel: "off" } as const;

async function sequence(options: ChaosOptions): Promise<(ChaosKind | undefined)[]> {
  const seen: (ChaosKind | undefined)[] = [];
  const layer = chaos({ slowMs: 0, ...options, onChaos: ({ kind }) => seen.splice(-1, 1, kind) });
  const client = createClient({ fetch: aDomain, middleware: [layer], maxRetries: 0, ...quiet });
  for (let count = 0; count < 200; count += 1) {
    seen.push(undefined);
    await client.domainsV1.get("1").catch(() => {});
  }
  return seen;
}

describe("chaos", () => {
  test("equal seeds affect the same requests", async () => {
    const first = await sequence({ seed: 7, rate: 0.3 });
    expect(await sequence({ seed: 7, rate: 0.3 })).toEqual(first);
    expect(await sequence({ seed: 8, rate: 0.3 })).not.toEqual(first);
    expect(await sequence({ rate: 0.3 })).toEqual(await sequence({ rate: 0.3 }));
    const kinds = new Set(first.filter(Boolean));
    expect([...kinds].sort()).toEqual(["droppedResponse", "rateLimited", "slow", "truncated", "unavailable", "unreachable"]);
    const met = first.filter(Boolean).length;
    expect(met).toBeGreaterThan(40);
    expect(met).toBeLessThan(80);
  });

  test.each([
    { rate: 0, met: 0 },
    { rate: 1, met: 200 },
  ])("a rate of $rate affects $met of 200 requests", async ({ rate, met }) => {
    expect((await sequence({ rate })).filter(Boolean)).toHaveLength(met);
  });

  test.each([-0.1, 1.1, Number.NaN])("rejects a rate of %d", (rate) => {
    expect(() => chaos({ rate })).toThrow("rate must be between 0 and 1");
  });

  test("rejects a negative delay and an unknown kind", () => {
    expect(() => chaos({ slowMs: -1 })).toThrow(new TypeError("slowMs must be a whole number of at least 0; received number -1"));
    expect(() => chaos({ kinds: ["unavailble" as never] })).toThrow(/^chaos: unknown kind unavailble; expected: unreachable, /);
  });

  test.each([
    { kind: "unreachable" as const, failure: { name: "NetworkError" }, sent: 0 },
    { kind: "droppedResponse" as const, failure: { name: "NetworkError" }, sent: 1 },
    { kind: "truncated" as const, failure: { name: "NetworkError" }, sent: 1 },
    { kind: "rateLimited" as const, failure: { name: "ApiError", status: 429, retryAfterMs: 0 }, sent: 0 },
    { kind: "unavailable" as const, failure: { name: "ApiError", status: 503 }, sent: 0 },
  ])("$kind", async ({ kind, failure, sent }) => {
    const { requests, fetch } = recording(aDomain);
    const client = createClient({ fetch, middleware: [chaos({ rate: 1, kinds: [kind] })], maxRetries: 0 });
    expect(await failureOf(client.domainsV1.get("1"))).toMatchObject(failure);
    expect(requests).toHaveLength(sent);
  });

  test("slow", async () => {
    const start = performance.now();
    const client = createClient({ fetch: aDomain, middleware: [chaos({ rate: 1, kinds: ["slow"], slowMs: 80, seed: 3 })] });
    expect(await client.domainsV1.get("1")).toHaveProperty("id");
    expect(performance.now() - start).toBeGreaterThan(2);
  });
});

test("300 calls with chaos neither lose nor duplicate data", async () => {
  withoutBackOff();
  const mock = await createMock();
  const account = await mock.account();
  const ids = Array.from({ length: 100 }, (_, index) => String(index + 1));
  await account.seed({
    records: { tickets: ids.map((id) => ({ id })) },
    domains: ids.map((id) => ({ id, domain: `d${id}.example` })),
    emails: [{ id: 1, from: "support@hub.example" }],
  });
  const met: number[] = [];
  const layer = chaos({ rate: 0.3, seed: 5, slowMs: 2, onChaos: () => void met.push(1) });
  const options = { baseUrl: mock.url, fetch: mock.fetch, accessToken: account.accessToken, middleware: [layer], maxRetries: 20 };
  const client = createClient({ ...options, ...quiet });
  const domains = ids.map(async (id) => (await client.domainsV1.get(id)).id);
  const archived = ids.map((id) => client.tickets.archive(id).withResponse());
  const sent = ids.map((id) => client.transactionalEmailV1.send({ emailId: 1, message: { to: `user${id}@customer.example` } }));
  expect(await Promise.all(domains)).toEqual(ids);
  expect((await Promise.all(archived)).every(({ status }) => status === 204)).toBe(true);
  expect((await Promise.all(sent)).every(({ sendResult }) => sendResult === "SENT")).toBe(true);
  expect(met.length).toBeGreaterThan(80);
  const { records } = await account.snapshot();
  expect(records?.["tickets"]?.every(({ archivedAt }) => archivedAt !== undefined)).toBe(true);
  const recipients = (await account.outbox()).map(({ message }) => message.to);
  expect(recipients.sort()).toEqual(ids.map((id) => `user${id}@customer.example`).sort());
});
