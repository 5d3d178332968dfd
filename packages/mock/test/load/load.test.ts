import { once } from "node:events";
import { request } from "node:http";
import { createMock } from "@crm-platform/mock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestAccount } from "../behavior/platform.ts";
import { databases } from "../store/stores.ts";
import { type Server, startServer } from "../torture/server.ts";
import { crowd, maxOpenFiles, sendLarge, slowSender } from "./clients.ts";

const mebibyte = 1024 * 1024;
// The number is lower if the machine does not allow 10,000 connections.
const idleConnections = Math.min(10_000, maxOpenFiles() - 1_000);
const path = "/crm/objects/2026-03/meetings/batch/read";

describe("a server under load", () => {
  let server: Server;
  let account: TestAccount;
  let port: number;
  beforeAll(async () => {
    server = await startServer("memory");
    account = await server.platform.account();
    await account.seed({ domains: [], records: { meetings: [{ id: "512001" }] } });
    port = Number(new URL(server.url).port);
    await send();
  });
  afterAll(() => server.kill());

  async function send(): Promise<void> {
    const body = { inputs: [{ id: "512001" }], properties: [], propertiesWithHistory: [] };
    const { status } = await account.call({ path, body });
    expect(status).toBe(200);
  }

  test("responds while oversized bodies arrive", async () => {
    let goOn = (): void => {};
    const isAnswered = new Promise<void>((resolve) => (goOn = resolve));
    const senders = Array.from({ length: 16 }, (_, index) =>
      sendLarge({ url: server.url, path, token: account.accessToken, bytes: 12 * mebibyte, inChunks: index % 2 === 0, half: isAnswered }),
    );
    for (let count = 0; count < 10; count += 1) await send();
    goOn();
    expect(await Promise.all(senders)).toEqual(senders.map(() => 413));
  });

  test("responds while 10,000 connections are idle and 200 clients send slowly", async () => {
    const idle = await crowd(port, idleConnections);
    const slow = await crowd(port, 200, slowSender(path, account.accessToken));
    for (let count = 0; count < 10; count += 1) await send();
    expect([idle.endedCount(), slow.endedCount()]).toEqual([0, 0]);
    idle.leave();
    slow.leave();
    await send();
  });
});

test("SIGTERM finishes requests in progress, accepts no new requests, and exits with 0", async () => {
  const database = await databases.file();
  const server = await startServer(database);
  const account = await server.platform.account();
  const headers = { authorization: `Bearer ${account.accessToken}`, "content-type": "application/json", expect: "100-continue" };
  const sending = request(`${server.url}/email/public/v1/smtpapi/tokens`, { method: "POST", agent: false, headers });
  const created = once(sending, "response");
  sending.flushHeaders();
  // The server has received the head and is waiting for the body.
  await once(sending, "continue");

  server.child.kill("SIGTERM");
  const failure = () => account.call({ path, body: {}, headers: { connection: "close" } }).catch((error: Error) => error.message);
  await expect.poll(failure).toBe("fetch failed");
  sending.end(JSON.stringify({ createdBy: "someone@hub.example", campaignName: "Spring" }));
  const [{ statusCode }] = await created;
  expect(statusCode).toBe(200);
  expect((await server.end).code).toBe(0);

  const next = await createMock({ database });
  expect((await next.snapshot(account.accountId)).smtpTokens).toHaveLength(1);
  await next.close();
});
