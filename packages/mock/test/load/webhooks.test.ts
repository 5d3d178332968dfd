import { readFile } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { databases } from "../store/stores.ts";
import { type Server, startServer } from "../torture/server.ts";
import { type Respond, receiveWebhooks } from "../webhooks/receiver.ts";

const contacts = "/crm/objects/2026-03/contacts";
const changes = 10_000;
const records = 100;
/** The number of changes in a request, and in a delivery. */
const batchSize = 5;

test("delivers 10,000 property changes to an unreliable receiver, across a restart", async () => {
  const database = await databases.file();
  let server = await started(database);
  const account = await server.platform.account();
  const failures = { failed: 0, lost: 0 };
  let count = 0;
  // 20% of the requests fail, and 5% of the responses are lost after the receiver has processed the request.
  const respond: Respond = (response, { events }) => {
    count += 1;
    if (count % 20 === 0) {
      failures.lost += 1;
      accept(events);
      response.destroy();
      return;
    }
    if (count % 5 === 1) {
      failures.failed += 1;
      response.writeHead(503).end();
      return;
    }
    accept(events);
    response.end();
  };
  const accepted = new Map<string, number>();
  const accept: (events: readonly { readonly [field: string]: unknown }[]) => void = (events) => {
    for (const { objectId, propertyValue } of events) {
      const key = `${objectId} ${propertyValue}`;
      accepted.set(key, (accepted.get(key) ?? 0) + 1);
    }
  };
  const receiver = await receiveWebhooks(account.app.clientSecret, respond);
  onTestFinished(() => receiver.close());
  const path = `/webhooks/2026-03/${account.app.appId}`;
  const settings = { targetUrl: receiver.url, throttling: { maxConcurrentRequests: 50 } };
  await account.call({ method: "PUT", path: `${path}/settings`, body: settings });
  const subscription = { eventType: "contact.propertyChange", active: true, propertyName: "company" };
  await account.call({ path: `${path}/subscriptions`, body: subscription });
  const inputs = Array.from({ length: records }, () => ({ properties: {} }));
  const created = await account.call({ path: `${contacts}/batch/create`, body: { inputs } });
  const ids: string[] = created.body.results.map(({ id }: { id: string }) => id);

  const change = async (from: number, to: number) => {
    const { platform } = server;
    let next = from;
    const write = async () => {
      while (next < to) {
        const values = Array.from({ length: batchSize }, () => next++);
        const inputs = values.map((value) => ({ id: ids[value % records], properties: { company: `Company ${value}` } }));
        const call = { path: `${contacts}/batch/update`, body: { inputs } };
        expect((await platform.call({ token: account.accessToken, ...call })).status).toBe(200);
      }
    };
    await Promise.all(Array.from({ length: 8 }, write));
  };
  await change(0, changes / 2);
  const memory = [await peakMemory(server)];
  server.child.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
  server = await started(database);
  await change(changes / 2, changes);

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
  expect(receiver.rejected).toEqual([]);
  const duplicates = [...accepted.values()].reduce((sum, times) => sum + times - 1, 0);
  console.log(
    `${changes} changes, ${receiver.requests.length} requests, ${failures.failed} failed, ${failures.lost} lost responses, ` +
      `${duplicates} duplicates, peak memory ${memory.join(" and ")} MB`,
  );
  // Only lost responses, and attempts that the restart interrupted, cause duplicates.
  expect(duplicates).toBeLessThanOrEqual(batchSize * (failures.lost + settings.throttling.maxConcurrentRequests));
  for (const peak of memory) expect(peak).toBeLessThan(400);
});

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
