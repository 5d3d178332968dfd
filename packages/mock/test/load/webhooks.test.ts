import { readFile } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import type { Platform, TestAccount } from "../behavior/platform.ts";
import { databases } from "../store/stores.ts";
import { type Server, startServer } from "../torture/server.ts";
import { receiveWebhooks, subscribe } from "../webhooks/receiver.ts";

const contacts = "/crm/objects/2026-03/contacts";
const changes = 10_000;
const records = 100;
/** The number of changes in a request, and in a delivery. */
const batchSize = 5;
const maxConcurrentRequests = 50;

test("delivers 10,000 property changes to an unreliable receiver, across a restart", async () => {
  const database = await databases.file();
  let server = await started(database);
  const account = await server.platform.account();
  const { receiver, accepted, failures } = await unreliableReceiver(account.app.clientSecret);
  await subscribe(account, receiver.url, maxConcurrentRequests, [{ eventType: "contact.propertyChange", propertyName: "company" }]);
  const inputs = Array.from({ length: records }, () => ({ properties: {} }));
  const created = await account.call({ path: `${contacts}/batch/create`, body: { inputs } });
  const ids: string[] = created.body.results.map(({ id }: { id: string }) => id);

  await change(server.platform, account, ids, 0, changes / 2);
  const memory = [await peakMemory(server)];
  server.child.kill("SIGTERM");
  expect((await server.end).code).toBe(0);
  server = await started(database);
  await change(server.platform, account, ids, changes / 2, changes);

  const deliveries = async (state: string) => {
    const { body } = await server.platform.control("GET", `/accounts/${account.accountId}/webhooks/deliveries?state=${state}`);
    return body.results;
  };
  const isDone = async (): Promise<boolean> => {
    // The retries of failed attempts are due within 24 hours.
    await server.platform.control("PUT", "/clock", { advance: 4 * 3_600_000 });
    return (await deliveries("pending")).length === 0;
  };
  await expect.poll(isDone, { interval: 250 }).toBe(true);
  memory.push(await peakMemory(server));

  const expected = Array.from({ length: changes }, (_, value) => `${ids[value % records]} Company ${value}`);
  expect(expected.filter((key) => !accepted.has(key))).toEqual([]);
  expect(await deliveries("failed")).toEqual([]);
  expect((await deliveries("delivered")).length).toBe(1_000);
  expect(receiver.rejections).toEqual([]);
  const duplicates = [...accepted.values()].reduce((sum, times) => sum + times - 1, 0);
  console.log(
    `${changes} changes, ${receiver.requests.length} requests, ${failures.failed} failed, ${failures.lost} lost responses, ` +
      `${duplicates} duplicates, peak memory ${memory.join(" and ")} MB`,
  );
  // Only lost responses, and attempts that the restart interrupted, cause duplicates.
  expect(duplicates).toBeLessThanOrEqual(batchSize * (failures.lost + maxConcurrentRequests));
  for (const peak of memory) expect(peak).toBeLessThan(400);
});

/** 20% of the requests fail, and 5% of the responses are lost after the receiver has processed the request. */
async function unreliableReceiver(clientSecret: string) {
  const failures = { failed: 0, lost: 0 };
  const accepted = new Map<string, number>();
  let count = 0;
  const receiver = await receiveWebhooks(clientSecret, (response, { events }) => {
    count += 1;
    if (count % 5 === 1) {
      failures.failed += 1;
      response.writeHead(503).end();
      return;
    }
    for (const { objectId, propertyValue } of events) {
      const key = `${objectId} ${propertyValue}`;
      accepted.set(key, (accepted.get(key) ?? 0) + 1);
    }
    if (count % 20 === 0) {
      failures.lost += 1;
      response.destroy();
      return;
    }
    response.end();
  });
  onTestFinished(() => receiver.close());
  return { receiver, accepted, failures };
}

/** Sets the companies of the contacts to the values between `from` and `to`. */
async function change(platform: Platform, { accessToken }: TestAccount, ids: readonly string[], from: number, to: number): Promise<void> {
  let next = from;
  const write = async () => {
    while (next < to) {
      const values = Array.from({ length: batchSize }, () => next++);
      const inputs = values.map((value) => ({ id: ids[value % records], properties: { company: `Company ${value}` } }));
      const call = { path: `${contacts}/batch/update`, body: { inputs } };
      expect((await platform.call({ token: accessToken, ...call })).status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: 8 }, write));
}

async function started(database: string): Promise<Server> {
  const server = await startServer(database);
  onTestFinished(() => server.kill());
  return server;
}

/** Returns the peak memory of a process in megabytes, or 0 if the system does not provide it. */
async function peakMemory({ child }: Server): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
