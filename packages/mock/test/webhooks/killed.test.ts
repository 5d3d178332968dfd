import { setTimeout as sleep } from "node:timers/promises";
import { createMock } from "@crm-platform/mock";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createContact } from "../asUser.ts";
import type { TestAccount } from "../behavior/platform.ts";
import { platformAt } from "../behavior/platform.ts";
import { databases } from "../store/stores.ts";
import { type Server, startServer } from "../torture/server.ts";
import { type Receiver, type Respond, receiveWebhooks, subscribe } from "./receiver.ts";

const contacts = "/crm/objects/2026-03/contacts";

test.each(["file", "postgres"] as const)("if a mock on %s is killed, no event of an acknowledged write is lost", async (kind) => {
  const database = await databases[kind]();
  const first = await started(database);
  const account = await first.platform.account();
  const receiver = await subscribed(account, (response) => setTimeout(() => response.end(), 5));
  const ids: string[] = [];
  let isKilled = false;
  const writing = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!isKilled) {
        const response = await account.call({ path: contacts, body: { properties: {} } }).catch(() => undefined);
        if (response?.status === 201) ids.push(response.body.id);
      }
    }),
  );
  await expect.poll(() => receiver.requests.length).toBeGreaterThan(50);
  await first.kill();
  isKilled = true;
  await writing;
  // The killed process had claimed deliveries that it did not finish, so the next process must send them again.
  const second = await started(database);
  await second.platform.control("GET", "/health");
  const missing = () => {
    const objectIds = received(receiver);
    return ids.filter((id) => !objectIds.has(Number(id)));
  };
  await expect.poll(missing).toEqual([]);
  expect(receiver.rejections).toEqual([]);
  const { body } = await second.platform.control("GET", `/accounts/${account.accountId}/webhooks/deliveries?state=failed`);
  expect(body.results).toEqual([]);
});

test("a closed mock on Postgres leaves no delivery claimed", async () => {
  const database = await databases.postgres();
  const client = new pg.Client(database);
  await client.connect();
  onTestFinished(() => client.end());
  for (const count of [1, 5, 10, 15, 20]) {
    const mock = await createMock({ database });
    const { app, ...account } = await mock.account();
    const times = { createdAt: "2026-04-20T08:00:00Z", updatedAt: "2026-04-20T08:00:00Z" };
    await account.seed({
      webhookSettings: [{ appId: app.appId, targetUrl: "https://a.example", throttling: { maxConcurrentRequests: 10 }, ...times }],
      webhookSubscriptions: [{ appId: app.appId, id: "1", eventType: "contact.creation", active: true, ...times }],
    });
    let received = 0;
    mock.onWebhook(async () => {
      received += 1;
      await sleep(3);
    });
    await Promise.all(Array.from({ length: 30 }, () => createContact(mock, account)));
    await expect.poll(() => received).toBeGreaterThanOrEqual(count);
    await mock.close();
    const { rows } = await client.query("select number from webhook_deliveries where claimed_by is not null");
    expect(rows).toEqual([]);
  }
});

test("two processes on Postgres deliver each event once", async () => {
  const database = await databases.postgres();
  const { platform: one } = await started(database);
  const mock = await createMock({ database });
  onTestFinished(() => mock.close());
  const other = platformAt(mock.url, mock.fetch);
  const account = await one.account();
  const receiver = await subscribed(account, (response) => setTimeout(() => response.end(), 5));
  const [writers, perWriter] = [8, 25];
  const write = async (index: number) => {
    const platform = index % 2 === 0 ? one : other;
    for (let written = 0; written < perWriter; written += 1) {
      const { status } = await platform.call({ path: contacts, body: { properties: {} }, token: account.accessToken });
      expect(status).toBe(201);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, index) => write(index)));
  const pending = async () => (await one.control("GET", `/accounts/${account.accountId}/webhooks/deliveries?state=pending`)).body.results;
  await expect.poll(pending).toEqual([]);
  expect([receiver.requests.length, received(receiver).size]).toEqual([writers * perWriter, writers * perWriter]);
  expect(receiver.maxConcurrent()).toBeLessThanOrEqual(10);
});

async function started(database: string): Promise<Server> {
  const server = await startServer(database);
  onTestFinished(() => server.kill());
  return server;
}

async function subscribed(account: TestAccount, respond: Respond): Promise<Receiver> {
  const receiver = await receiveWebhooks(account.app.clientSecret, respond);
  onTestFinished(() => receiver.close());
  await subscribe(account, receiver.url, 10, [{ eventType: "contact.creation" }]);
  return receiver;
}

function received({ requests }: Receiver): Set<number | undefined> {
  return new Set(requests.flatMap(({ events }) => events.map(({ objectId }) => objectId)));
}
