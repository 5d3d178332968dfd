import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ControlledAccount, createMock, type Mock, serveMock } from "@crm-platform/mock";
import { judged, median, printTable, timeOf } from "./library/measure.ts";
import { startPlain } from "./library/servers.ts";

const rounds = 5;
const deliveries = 1_000;
const concurrency = 10;
const writes = 100;
const warmUps = 50;
const precedingWrites = 5;
const pauseMs = 10;

/** Measures deliveries to a local target, and the time that a webhook subscription adds to a write. */
export async function benchWebhooks(): Promise<void> {
  await using target = await startPlain();
  await using folder = await mkdtempDisposable(join(tmpdir(), "crm-platform-bench-"));
  const databases = { memory: "memory", file: `file:${join(folder.path, "webhooks.sqlite")}` };
  for (const [name, database] of Object.entries(databases)) {
    const mock = await createMock({ database });
    try {
      await benchDeliveries(name, mock, target.url);
      await benchWrites(name, mock, target.url);
    } finally {
      await mock.close();
    }
  }
}

async function benchDeliveries(name: string, mock: Mock, targetUrl: string): Promise<void> {
  const account = await mock.account({ clock: { mode: "frozen" } });
  await subscribe(mock, account, targetUrl);
  const { accountId } = account;
  const rates: { mock: number; fetch: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    // The first attempts fail, so that all retries are due at the same time.
    const fault = await mock.faults.add({ match: { accountId, operationId: "webhooks.receiveEvents" }, effect: { type: "reset" } });
    for (let index = 0; index < deliveries; index += 1) await account.records.create("contacts");
    await account.webhooks.deliveries({ state: "pending", waitFor: deliveries, timeout: 30_000, limit: deliveries });
    await mock.faults.delete(fault.faultId);
    const mockMs = await timeOf(async () => {
      await account.clock.advance({ minutes: 1 });
      await delivered(account);
    });
    const [delivery] = await account.webhooks.deliveries({ state: "delivered", limit: 1 });
    const { headers = {} } = delivery?.attempts.at(-1) ?? {};
    const fetchMs = await timeOfFetches(targetUrl, { method: "POST", headers, body: JSON.stringify(delivery?.events) });
    // The first round only warms up the mock and `fetch`.
    if (round > 0) rates.push({ mock: (deliveries / mockMs) * 1000, fetch: (deliveries / fetchMs) * 1000 });
  }
  const [ofMock, ofFetch] = [median(rates.map((rate) => rate.mock)), median(rates.map((rate) => rate.fetch))];
  printTable(
    `Webhooks: ${deliveries} deliveries, ${name} (median of ${rounds} rounds, ${concurrency} connections)`,
    ["sender", "requests/s", "relative to fetch", "target"],
    [
      ["fetch", ofFetch.toFixed(0), "1.00", ""],
      ["the mock", ofMock.toFixed(0), (ofMock / ofFetch).toFixed(2), judged(ofMock / ofFetch, 0.4, "at least")],
    ],
  );
}

function timeOfFetches(url: string, request: RequestInit): Promise<number> {
  let left = deliveries;
  const sender = async () => {
    while (left-- > 0) await (await fetch(url, request)).text();
  };
  return timeOf(() => Promise.all(Array.from({ length: concurrency }, sender)));
}

async function delivered({ webhooks }: ControlledAccount): Promise<void> {
  while ((await webhooks.deliveries({ state: "pending", limit: 1 })).length > 0) await sleep(pauseMs);
}

/** Writes to two accounts in turn. Waits for all deliveries before the next write. */
async function benchWrites(name: string, mock: Mock, targetUrl: string): Promise<void> {
  const server = await serveMock({ mock, port: 0 });
  try {
    const [plain, subscribed, other] = [await mock.account(), await mock.account(), await mock.account()];
    await subscribe(mock, subscribed, targetUrl);
    const times = new Map<ControlledAccount, number[]>([plain, subscribed].map((account) => [account, []]));
    for (let index = -warmUps; index < rounds * writes; index += 1) {
      for (const account of index % 2 === 0 ? [plain, subscribed] : [subscribed, plain]) {
        // A write takes longer after a pause, so other writes precede it.
        for (let count = 0; count < precedingWrites; count += 1) await timeOfWrite(server.url, other);
        const time = await timeOfWrite(server.url, account);
        if (index >= 0) times.get(account)?.push(time);
        await delivered(subscribed);
      }
    }
    const [without, withSubscription] = [plain, subscribed].map((account) => median(times.get(account) ?? [])) as [number, number];
    printTable(
      `Webhooks: time of records.create, ${name} (median of ${rounds * writes} requests)`,
      ["write", "ms", "added", "target"],
      [
        ["without a subscription", without.toFixed(2), "", ""],
        [
          "with a subscription",
          withSubscription.toFixed(2),
          `${((withSubscription / without - 1) * 100).toFixed(0)}%`,
          judged(withSubscription / without, 1.15, "at most"),
        ],
      ],
    );
  } finally {
    await server.close();
  }
}

function timeOfWrite(url: string, { accessToken }: ControlledAccount): Promise<number> {
  return timeOf(async () => {
    const response = await fetch(`${url}/crm/objects/2026-03/contacts`, {
      method: "POST",
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      body: JSON.stringify({ properties: { firstname: "Jonas" } }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
  });
}

async function subscribe(mock: Mock, { app, accessToken }: ControlledAccount, targetUrl: string): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  const call = async (method: string, path: string, body: object) => {
    const response = await mock.fetch(`${mock.url}/webhooks/2026-03/${app.appId}/${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
  };
  await call("PUT", "settings", { targetUrl, throttling: { maxConcurrentRequests: concurrency } });
  await call("POST", "subscriptions", { eventType: "contact.creation", active: true });
}
