import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { createMock, type Mock, type MockOptions, serveMock, type WebhookDelivery } from "@crm-platform/mock";
import { expect, onTestFinished, test, vi } from "vitest";
import { readCommand } from "../../src/cli/readCommand.ts";
import { serve } from "../../src/cli/start.ts";
import { createContact } from "../asUser.ts";
import type { TestAccount } from "../behavior/platform.ts";
import { platformAt } from "../behavior/platform.ts";
import { databases } from "../store/stores.ts";
import { type Receiver, receiveWebhooks, subscribe } from "./receiver.ts";

interface Attempted {
  readonly delivery: WebhookDelivery;
  readonly receiver: Receiver;
}

/** Lets a client of the server choose the target of its webhooks. Resolves to the first delivery. */
async function attempted(hostname: string, target: (port: string) => string, options: MockOptions = {}): Promise<Attempted> {
  const mock = await createMock(options);
  onTestFinished(() => mock.close());
  const server = await serveMock({ mock, port: 0, hostname });
  onTestFinished(() => server.close());
  const created = await platformAt(mock.url, mock.fetch).account();
  const { call } = platformAt(server.url, fetch);
  const account: TestAccount = { ...created, call: (request) => call({ token: created.accessToken, ...request }) };
  const receiver = await receiveWebhooks(account.app.clientSecret);
  onTestFinished(() => receiver.close());
  await subscribe(account, target(new URL(receiver.url).port), 1, [{ eventType: "contact.creation" }]);
  await createContact(mock, account);
  return { delivery: await firstDelivery(mock, account), receiver };
}

async function firstDelivery({ webhooks }: Mock, { accountId }: { readonly accountId: number }): Promise<WebhookDelivery> {
  const [delivery] = await webhooks.deliveries(accountId, { waitFor: 1 });
  if (!delivery) throw new Error("There is no delivery.");
  return delivery;
}

/** Resolves hooks.example to addresses without a DNS server. */
function resolveHooks(...addresses: string[]): void {
  const { lookup: original } = dns;
  const all = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  const lookup = vi.spyOn(dns, "lookup").mockImplementation(((
    name: string,
    options: dns.LookupOptions,
    callback: (...words: unknown[]) => void,
  ) => {
    if (name !== "hooks.example") return original(name, options, callback);
    return options.all ? callback(null, all) : callback(null, all[0]?.address, all[0]?.family);
  }) as typeof dns.lookup);
  syncBuiltinESMExports();
  onTestFinished(() => {
    lookup.mockRestore();
    syncBuiltinESMExports();
  });
}

const hosts = ["127.0.0.1", "localhost", "app.localhost"];

test.each(hosts)("a mock that other machines can reach sends no webhooks to %s", async (host) => {
  const { delivery, receiver } = await attempted("0.0.0.0", (port) => `http://${host}:${port}/hooks`);
  expect(receiver.requests).toEqual([]);
  const error = `Nothing was sent, because ${host} is a loopback or link-local address, and other machines can reach the mock. To allow it, start the mock with --webhook-hosts localhost`;
  expect(delivery).toMatchObject({ state: "failed", attempts: [{ headers: {}, error }] });
});

test.each([
  ["listens on 127.0.0.1", "127.0.0.1", {}],
  ["lists localhost in webhookHosts", "0.0.0.0", { webhookHosts: ["localhost"] }],
])("a mock that %s sends webhooks to its own machine", async (_, hostname, options) => {
  const { receiver } = await attempted(hostname, (port) => `http://localhost:${port}/hooks`, options);
  expect(receiver.requests.length).toBe(1);
});

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["::1", "::1"],
  ["::ffff:127.0.0.1", "::ffff:127.0.0.1"],
  ["0.0.0.0", "0.0.0.0"],
  ["169.254.169.254", "169.254.169.254"],
  ["192.0.2.1, 127.0.0.1", "127.0.0.1"],
])("a listed host that resolves to %s receives no webhooks from a mock that other machines can reach", async (addresses, address) => {
  resolveHooks(...addresses.split(", "));
  const { delivery, receiver } = await attempted("0.0.0.0", (port) => `http://hooks.example:${port}/`, { webhookHosts: ["hooks.example"] });
  expect(receiver.requests).toEqual([]);
  const error = expect.stringContaining(`hooks.example resolves to ${address}, a loopback or link-local address`);
  expect(delivery).toMatchObject({ state: "failed", attempts: [{ error }] });
});

test("a listed host that resolves to a listed address receives webhooks", async () => {
  resolveHooks("127.0.0.1");
  const webhookHosts = ["hooks.example", "127.0.0.1"];
  const { receiver } = await attempted("0.0.0.0", (port) => `http://hooks.example:${port}/hooks`, { webhookHosts });
  expect(receiver.requests.length).toBe(1);
});

test("the command sends no pending deliveries to its own machine when it starts with --host 0.0.0.0", async () => {
  const database = await databases.file();
  const before = await createMock({ database, wallClock: () => Date.now() - 3_600_000 });
  before.onWebhook(() => new Response("", { status: 503 }));
  const account = await platformAt(before.url, before.fetch).account();
  const receiver = await receiveWebhooks(account.app.clientSecret);
  onTestFinished(() => receiver.close());
  await subscribe(account, receiver.url, 1, [{ eventType: "contact.creation" }]);
  await createContact(before, account);
  expect(await firstDelivery(before, account)).toMatchObject({ state: "pending", attempts: [{ status: 503 }] });
  await before.close();

  const read = readCommand(["start", "--port", "0", "--host", "0.0.0.0", "--database", database]);
  if (read.name !== "start") throw new Error("The arguments do not select the start command.");
  const server = await serve(read.options, new AbortController().signal);
  onTestFinished(() => server.close());
  const { control } = platformAt(server.url.replace("0.0.0.0", "127.0.0.1"), fetch);
  const { body } = await control("GET", `/accounts/${account.accountId}/webhooks/deliveries?state=failed&waitFor=1`);
  expect(body).toMatchObject({ results: [{ attempts: [{ status: 503 }, { error: expect.stringContaining("--webhook-hosts") }] }] });
  expect(receiver.requests).toEqual([]);
});
