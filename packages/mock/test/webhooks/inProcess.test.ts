import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { promisify } from "node:util";
import { createMock, type Mock, serveMock } from "@crm-platform/mock";
import type { WebhookEvent } from "@crm-platform/types";
import { expect, onTestFinished, test, vi } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { createContact } from "../asUser.ts";
import { databases } from "../store/stores.ts";
import { receiveWebhooks } from "./receiver.ts";

type Account = Awaited<ReturnType<Mock["account"]>>;

const time = "2026-04-20T08:00:00Z";

test("a handler receives standard requests instead of the target URL, and an attempt fails if the handler throws an error or returns an error status", async () => {
  const mock = await opened();
  const account = await subscribed(mock);
  const requests: Request[] = [];
  const remove = mock.onWebhook((request) => {
    requests.push(request);
    if (requests.length === 1) throw new Error("broken handler");
    return requests.length === 2 ? new Response("too busy", { status: 503 }) : undefined;
  });
  for (let count = 1; count <= 3; count += 1) {
    await createContact(mock, account);
    await account.webhooks.deliveries({ waitFor: count });
  }
  const attempts = (await account.webhooks.deliveries()).map(({ state, attempts: [attempt] }) => [
    state,
    attempt?.error ?? attempt?.status,
  ]);
  expect(attempts).toEqual([
    ["pending", "broken handler"],
    ["pending", 503],
    ["delivered", 204],
  ]);
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(Array.from({ length: 3 }, () => "POST https://app.example/hooks"));
  expect(await requests[0]?.json()).toMatchObject([{ subscriptionType: "contact.creation", attemptNumber: 0 }]);

  remove();
  await createContact(mock, account);
  const [, , , blocked] = await account.webhooks.deliveries({ waitFor: 4 });
  expect(blocked).toMatchObject({ state: "failed", attempts: [{ error: expect.stringContaining("--webhook-hosts app.example") }] });
});

const usedResponse = async () => {
  const response = new Response("used");
  await response.text();
  return response;
};
const lockedResponse = () => {
  const response = new Response("locked");
  response.body?.getReader();
  return response;
};

test.each<[string, Parameters<Mock["onWebhook"]>[0], object]>([
  ["throws null", () => thrown(null), { error: "The handler threw null instead of an Error" }],
  ["throws a string", () => thrown("too busy"), { error: "The handler threw 'too busy' instead of an Error" }],
  ["throws an error without a message", () => thrown(new RangeError()), { error: "RangeError" }],
  [
    "throws an object whose message cannot be read",
    () => thrown(Object.defineProperty({}, "message", { get: () => thrown(null) })),
    { error: "The handler threw an object whose message cannot be read" },
  ],
  ["returns another value", () => ({ status: "too busy" }), { status: 204 }],
  ["returns an object with a status and a body", () => ({ status: 200, body: "ok" }), { status: 200 }],
  ["returns a response whose body has been used", usedResponse, { status: 200 }],
  ["returns a response whose body is locked", lockedResponse, { status: 200 }],
])("the attempt has a result if the handler %s", async (_, handler, result) => {
  const mock = await opened();
  const account = await subscribed(mock);
  mock.onWebhook(handler);
  await createContact(mock, account);
  const [delivery] = await account.webhooks.deliveries({ waitFor: 1 });
  expect(delivery?.attempts).toMatchObject([result]);
});

test("an attempt is released from memory when it has ended", async () => {
  // Objects are counted in a new process, because counting them in the large heap of a test process takes seconds.
  const source = `
    import { queryObjects } from "node:v8";
    import { createMock } from "@crm-platform/mock";
    const mock = await createMock();
    const { app: { appId }, seed, tokens, webhooks } = await mock.account();
    const { accessToken } = await tokens.createUserToken();
    const headers = { authorization: "Bearer " + accessToken, "content-type": "application/json" };
    const create = async () => {
      const body = JSON.stringify({ properties: {} });
      await (await mock.fetch(mock.url + "/crm/objects/2026-03/contacts", { method: "POST", headers, body })).text();
    };
    const times = { createdAt: "${time}", updatedAt: "${time}" };
    await seed({
      webhookSettings: [{ appId, targetUrl: "https://app.example/hooks", throttling: { maxConcurrentRequests: 10 }, ...times }],
      webhookSubscriptions: [{ appId, id: "1", eventType: "contact.creation", active: true, ...times }],
    });
    mock.onWebhook(() => {});
    let attempts = 0;
    const signalsAfter = async (count) => {
      attempts += count;
      await Promise.all(Array.from({ length: count }, create));
      const delivered = await webhooks.deliveries({ state: "delivered", waitFor: attempts, limit: attempts, timeout: 30_000 });
      if (delivered.length < attempts) throw new Error("Only " + delivered.length + " webhooks were delivered.");
      return queryObjects(AbortSignal, { format: "count" });
    };
    const before = await signalsAfter(10);
    console.log(await signalsAfter(100) - before);
    await mock.close();
  `;
  const flags = ["--conditions=@crm-platform/source", "--input-type=module", "--eval", source];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: import.meta.dirname, timeout: 120_000 });
  expect(Number(stdout)).toBeLessThan(50);
});

test("a write under fake timers is delivered", async () => {
  const mock = await opened();
  const account = await subscribed(mock);
  mock.onWebhook(() => {});
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await createContact(mock, account);
  vi.useRealTimers();
  expect(await account.webhooks.deliveries({ waitFor: 1 })).toMatchObject([{ state: "delivered" }]);
});

test("a handler that is not a function is rejected", async () => {
  const mock = await opened();
  expect(() => mock.onWebhook("x" as never)).toThrow("onWebhook: the handler must be a function.");
});

test("a retry is due no later than the end of the supported time", async () => {
  const mock = await opened();
  const account = await subscribed(mock);
  await account.clock.freeze("9999-12-31T23:59:59Z");
  mock.onWebhook(() => new Response(null, { status: 500 }));
  await createContact(mock, account);
  const [delivery] = await account.webhooks.deliveries({ waitFor: 1 });
  expect(delivery?.dueAt).toBe("9999-12-31T23:59:59.999Z");
});

test.each(["file", "postgres"] as const)("on %s, first attempts are made even if the clock is set back", async (kind) => {
  const database = await databases[kind]();
  const first = await createMock({ database });
  const account = await first.account();
  const receiver = await receiveWebhooks(account.app.clientSecret, (response) => receiver.requests.length > 1 && response.end());
  onTestFinished(() => receiver.close());
  await subscribe(account, receiver.url);
  await createContact(first, account);
  await expect.poll(() => receiver.requests.length).toBe(1);
  await account.clock.freeze("2020-01-01T00:00:00Z");
  await first.close();
  const mock = await opened({ database });
  const [delivery] = await mock.webhooks.deliveries(account.accountId, { waitFor: 1 });
  expect(delivery).toMatchObject({ state: "delivered", attempts: [{ attemptNumber: 0, sentAt: "2020-01-01T00:00:00Z" }] });
});

test.each([
  ["memory", 10],
  ["memory", 1],
  ["postgres", 1],
] as const)("a fault delivers the first event after the second, in %s with up to %i concurrent requests", async (kind, maxConcurrent) => {
  const mock = await opened({ database: await databases[kind]() });
  const account = await subscribed(mock, undefined, maxConcurrent);
  const received: unknown[] = [];
  mock.onWebhook(async (request) => {
    const events = (await request.json()) as { objectId: number }[];
    received.push(...events.map(({ objectId }) => objectId));
  });
  const match = { accountId: account.accountId, operationId: "webhooks.receiveEvents", nth: 1 };
  await mock.faults.add({ match, effect: { type: "reorder" } });
  const first = await createContact(mock, account);
  await expect.poll(async () => (await mock.faults.list()).map(({ met }) => met)).not.toEqual([0]);
  const second = await createContact(mock, account);
  await account.webhooks.deliveries({ waitFor: 2 });
  expect(received).toEqual([Number(second), Number(first)]);
});

test("a held delivery without a next one is sent after three seconds on the account's clock", async () => {
  const mock = await opened();
  const account = await subscribed(mock);
  mock.onWebhook(() => undefined);
  await account.clock.freeze();
  await mock.faults.add({ match: { accountId: account.accountId, operationId: "webhooks.receiveEvents" }, effect: { type: "reorder" } });
  await createContact(mock, account);
  await expect.poll(async () => (await mock.faults.list(account.accountId)).map(({ met }) => met)).toEqual([1]);
  await account.clock.advance({ seconds: 3 });
  expect(await account.webhooks.deliveries({ waitFor: 1, timeout: 2_000 })).toMatchObject([
    { state: "delivered", attempts: { length: 1 } },
  ]);
});

test("held deliveries are sent together, even if the receiver responds to none of them before", async () => {
  const mock = await opened();
  const account = await subscribed(mock);
  let received = 0;
  let release = () => {};
  const allReceived = new Promise<void>((resolve) => {
    release = resolve;
  });
  mock.onWebhook(async () => {
    received += 1;
    if (received === 3) release();
    await allReceived;
  });
  await mock.faults.add({ match: { accountId: account.accountId, operationId: "webhooks.receiveEvents" }, effect: { type: "reorder" } });
  for (let count = 0; count < 3; count += 1) await createContact(mock, account);
  const deliveries = await account.webhooks.deliveries({ waitFor: 3 });
  expect(deliveries.map(({ state, attempts }) => [state, attempts.length])).toEqual(Array.from({ length: 3 }, () => ["delivered", 1]));
});

test.each(["memory", "postgres"] as const)("on every database, events about associations have the same order: %s", async (kind) => {
  const mock = await opened({ database: await databases[kind]() });
  const account = await mock.account();
  const ids = ["9", "3", "7", "1", "5"];
  await account.seed({ records: { contacts: [{ id: "4" }], companies: ids.map((id) => ({ id })) } });
  await subscribe(account, undefined, undefined, ["contact.associationChange", "company.associationChange"]);
  mock.onWebhook(() => undefined);
  const inputs = ids.map((id) => ({ from: { id: "4" }, to: { id }, type: "contact_to_company_unlabeled" }));
  for (const operation of ["create", "archive"]) {
    const headers = { authorization: `Bearer ${account.accessToken}`, "content-type": "application/json" };
    const path = `/crm/v3/associations/contacts/companies/batch/${operation}`;
    await mock.fetch(mock.url + path, { method: "POST", headers, body: JSON.stringify({ inputs }) });
  }
  const deliveries = await account.webhooks.deliveries({ waitFor: 2 });
  const pairs = deliveries.map(({ events }) => events.map((event) => "fromObjectId" in event && [event.fromObjectId, event.toObjectId]));
  const bothDirections = (id: string) => [
    [4, Number(id)],
    [Number(id), 4],
  ];
  expect(pairs).toEqual([ids.flatMap(bothDirections), ids.toSorted().flatMap(bothDirections)]);
});

test("a target URL with http:// can have an allowed host", async () => {
  const mock = await opened({ webhookHosts: ["App"] });
  const account = await subscribed(mock);
  const statuses = [];
  for (const host of ["app:3000", "other:3000"]) statuses.push((await setTarget(mock, account, `http://${host}/hooks`)).status);
  expect(statuses).toEqual([200, 400]);
});

test("if the receiver closes a reused connection without a response, a retry is made immediately", async () => {
  const requests: number[] = [];
  const server = createServer((socket) => {
    const connection = requests.push(0) - 1;
    socket.on("data", (data) => {
      if (!data.includes("POST ")) return;
      requests[connection] = (requests[connection] ?? 0) + 1;
      if (connection === 0 && requests[0] === 2) socket.destroy();
      else socket.write("HTTP/1.1 204 No Content\r\n\r\n");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const mock = await opened();
  const account = await subscribed(mock, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  for (const count of [1, 2]) {
    await createContact(mock, account);
    await account.webhooks.deliveries({ waitFor: count });
  }
  const deliveries = await account.webhooks.deliveries({ state: "delivered", waitFor: 2 });
  const attempts = deliveries.map((one) => one.attempts.map(({ attemptNumber, status, error }) => [attemptNumber, status ?? error]));
  expect([requests, attempts]).toEqual([
    [2, 1],
    [
      [[0, 204]],
      [
        [0, "The receiver closed the reused connection without a response"],
        [1, 204],
      ],
    ],
  ]);
});

test.each(["/hooks?", "?", "/a%2Fb?c=%20d"])("receivers can verify requests to a target URL that ends with %s", async (target) => {
  const mock = await opened();
  const account = await mock.account();
  const receiver = await receiveWebhooks(account.app.clientSecret);
  onTestFinished(() => receiver.close());
  await subscribe(account, `${new URL(receiver.url).origin}${target}`);
  await createContact(mock, account);
  await account.webhooks.deliveries({ waitFor: 1 });
  expect([receiver.rejections, receiver.requests.length]).toEqual([[], 1]);
});

const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));

test.each(["127.0.0.1", "::1"].filter((address) => addresses.includes(address)))(
  "a receiver on %s gets requests to localhost",
  async (address) => {
    const server = createHttpServer((_, response) => response.end());
    server.listen(0, address);
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const mock = await opened();
    for (const host of ["localhost", "localhost.", "app.localhost"]) {
      const account = await subscribed(mock, `http://${host}:${port}`);
      await createContact(mock, account);
      const [delivery] = await account.webhooks.deliveries({ waitFor: 1 });
      expect(delivery?.attempts).toMatchObject([{ status: 200 }]);
    }
  },
);

test("a delivery to an allowed host is attempted, and the failed connection is reported", async () => {
  const mock = await opened({ webhookHosts: ["0.0.0.0"] });
  const account = await subscribed(mock, "https://0.0.0.0:9/hooks");
  await createContact(mock, account);
  const [delivery] = await account.webhooks.deliveries({ waitFor: 1 });
  const headers = expect.objectContaining({ "x-platform-signature-v3": expect.any(String) });
  expect(delivery).toMatchObject({ state: "pending", attempts: [{ headers, error: expect.stringContaining("ECONNREFUSED") }] });
});

test("the control API rejects webhooks that are sent to it", async () => {
  const mock = await opened();
  const server = await serveMock({ mock, port: 0 });
  onTestFinished(() => server.close());
  const account = await subscribed(mock, `${server.url}/__mock/v1/reset`);
  await createContact(mock, account);
  const [delivery] = await account.webhooks.deliveries({ waitFor: 1 });
  expect(delivery).toMatchObject({ state: "pending", attempts: [{ status: 403 }] });
});

test("deliveries are filtered by their exact event type", async () => {
  const mock = await opened();
  const account = await subscribed(mock);
  mock.onWebhook(() => undefined);
  await createContact(mock, account);
  const counts = [];
  for (const eventType of ["contact.creation", "contact_creation", "CONTACT.CREATION", "contact.%", "%"]) {
    counts.push((await account.webhooks.deliveries({ eventType })).length);
  }
  expect(counts).toEqual([1, 0, 0, 0, 0]);
});

test("the mock closes the connection if the receiver switches protocols, or if the response body does not end", async () => {
  const responses = ["HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: a\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\nbody"];
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    const response = responses[connections.push(socket) - 1];
    socket.once("data", () => socket.write(response ?? ""));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const mock = await opened();
  const account = await subscribed(mock, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  for (const count of [1, 2]) {
    await createContact(mock, account);
    await account.webhooks.deliveries({ waitFor: count });
  }
  const statuses = (await account.webhooks.deliveries()).map(({ attempts }) => attempts.map(({ status }) => status));
  expect(statuses).toEqual([[101], [200]]);
  await expect.poll(() => connections.map(({ closed }) => closed), { timeout: 3_000 }).toEqual([true, true]);
});

test("closing the mock after a handler has thrown an error causes no unhandled rejection", async () => {
  // Vitest fails after an unhandled rejection.
  const mock = await opened();
  const account = await subscribed(mock);
  let count = 0;
  mock.onWebhook(() => {
    count += 1;
    if (count === 1) throw new Error("broken handler");
    return new Promise<undefined>(() => undefined);
  });
  await createContact(mock, account);
  await account.webhooks.deliveries({ waitFor: 1 });
  await createContact(mock, account);
  await expect.poll(() => count).toBe(2);
  await expect(mock.close()).resolves.toBeUndefined();
});

test("deliveries of the demo account fail without a request", async () => {
  const mock = await opened({ demo: true });
  await createContact(mock, { accountId: 4815162 });
  const [delivery] = await mock.webhooks.deliveries(4815162, { waitFor: 1 });
  expect(delivery).toMatchObject({ state: "failed", attempts: [{ headers: {}, error: expect.stringContaining("Nothing was sent") }] });
});

test("an app from an older database gets no webhooks until it requests a token, which stores its client secret", async () => {
  const database = await databases.file();
  const first = await createMock({ database });
  const account = await subscribed(first);
  await first.close();
  const store = await openStore({ database });
  await store.transaction(account.accountId, async ({ documents }) => {
    const [app] = await documents.list("app");
    if (app) await documents.put("app", [{ key: app.key, document: { ...app.document, clientSecret: undefined } as never }]);
  });
  await store.close();

  const mock = await opened({ database });
  mock.onWebhook(() => undefined);
  await createContact(mock, account);
  const [failed] = await mock.webhooks.deliveries(account.accountId, { waitFor: 1 });
  expect(failed).toMatchObject({ state: "failed", attempts: [{ error: expect.stringContaining("no client secret") }] });
  const { clientId, clientSecret } = account.app;
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: account.refreshToken,
  });
  expect((await mock.fetch(`${mock.url}/oauth/2026-03/token`, { method: "POST", body })).status).toBe(200);
  await mock.webhooks.replay(account.accountId, failed?.number ?? 0);
  expect(await mock.webhooks.deliveries(account.accountId, { state: "delivered", waitFor: 1 })).toHaveLength(1);
});

test("after a reset, the result of an earlier attempt is not stored in a new delivery with the same number", async () => {
  const mock = await opened({ idSeed: "a" });
  const respond: ((response: Response) => void)[] = [];
  mock.onWebhook(() => (respond.length < 2 ? new Promise<Response>((resolve) => respond.push(resolve)) : undefined));
  const first = await subscribed(mock);
  await createContact(mock, first);
  await expect.poll(() => respond.length).toBe(1);
  const [before] = await first.webhooks.deliveries();
  await mock.reset();
  const second = await subscribed(mock);
  await createContact(mock, second);
  await expect.poll(() => respond.length).toBe(2);
  respond[0]?.(new Response(null, { status: 500 }));
  await createContact(mock, second);
  await second.webhooks.deliveries({ waitFor: 1 });
  respond[1]?.(new Response(null, { status: 204 }));
  const deliveries = await second.webhooks.deliveries({ waitFor: 2 });
  expect(deliveries.map(({ number, state, attempts }) => [number, state, attempts.map(({ status }) => status)])).toEqual([
    [before?.number, "delivered", [204]],
    [expect.any(Number), "delivered", [204]],
  ]);
});

test.each<[string, (mock: Mock, account: Account) => Promise<unknown>, string[]]>([
  ["a reset", (mock) => mock.reset(), []],
  ["a new target URL", changeTarget, Array(2).fill("https://new.example/hooks")],
])("after %s, waiting deliveries are not sent to the old target", async (_, change, expected) => {
  const mock = await opened();
  const account = await subscribed(mock, "https://old.example/hooks", 1);
  let endAttempt = (): void => undefined;
  const urls: string[] = [];
  mock.onWebhook(({ url }) => {
    urls.push(url);
    return urls.length === 1 ? new Promise<undefined>((resolve) => (endAttempt = () => resolve(undefined))) : undefined;
  });
  for (let count = 1; count <= 3; count += 1) await createContact(mock, account);
  await expect.poll(() => urls).toEqual(["https://old.example/hooks"]);
  await change(mock, account);
  endAttempt();
  const other = await subscribed(mock, "https://other.example/hooks");
  await createContact(mock, other);
  await other.webhooks.deliveries({ waitFor: 1 });
  await expect.poll(() => urls.slice(1).sort()).toEqual([...expected, "https://other.example/hooks"]);
});

test.each(["x", "1e400", "-1", ""])("a state cannot contain a subscription with the id %o", async (id) => {
  const account = await (await opened()).account();
  const subscription = {
    appId: account.app.appId,
    id,
    eventType: "contact.creation",
    active: true,
    createdAt: time,
    updatedAt: time,
  } as const;
  await expect(account.seed({ webhookSubscriptions: [subscription] })).rejects.toThrow(
    "webhookSubscriptions[0].id must consist of 1 to 15 digits and not start with 0",
  );
});

test("the app ids in a state and in a filter must be positive", async () => {
  const account = await (await opened()).account();
  const throttling = { maxConcurrentRequests: 1 };
  const settings = { appId: 0, targetUrl: "https://a.example", throttling, createdAt: time, updatedAt: time };
  await expect(account.seed({ webhookSettings: [settings] })).rejects.toThrow("webhookSettings[0].appId must be at least 1");
  await expect(account.webhooks.deliveries({ appId: -(2 ** 63) })).rejects.toThrow("appId must be at least 1");
});

function thrown(value: unknown): never {
  throw value;
}

async function changeTarget(mock: Mock, account: Account): Promise<void> {
  expect((await setTarget(mock, account, "https://new.example/hooks")).status).toBe(200);
}

function setTarget(mock: Mock, { app: { appId }, accessToken }: Account, targetUrl: string): Promise<Response> {
  const body = JSON.stringify({ targetUrl, throttling: { maxConcurrentRequests: 1 } });
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  return mock.fetch(`${mock.url}/webhooks/2026-03/${appId}/settings`, { method: "PUT", headers, body });
}

async function opened(options: Parameters<typeof createMock>[0] = {}): Promise<Mock> {
  const mock = await createMock(options);
  onTestFinished(() => mock.close());
  return mock;
}

async function subscribed(mock: Mock, targetUrl?: string, maxConcurrentRequests?: number): Promise<Account> {
  const account = await mock.account();
  await subscribe(account, targetUrl, maxConcurrentRequests);
  return account;
}

async function subscribe(
  { app: { appId }, seed }: Account,
  targetUrl = "https://app.example/hooks",
  maxConcurrentRequests = 10,
  eventTypes: readonly WebhookEvent["subscriptionType"][] = ["contact.creation"],
): Promise<void> {
  await seed({
    webhookSettings: [{ appId, targetUrl, throttling: { maxConcurrentRequests }, createdAt: time, updatedAt: time }],
    webhookSubscriptions: eventTypes.map((eventType, index) => {
      return { appId, id: String(index + 1), eventType, active: true, createdAt: time, updatedAt: time };
    }),
  });
}
