import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { serveMock } from "@crm-platform/mock";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { controlledMock } from "../control/controlling.ts";
import { portOf } from "./raw.ts";

const batchCreate = "/crm/v3/associations/contacts/tickets/batch/create";
const batchRead = "/crm/objects/2026-03/meetings/batch/read";
const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const MiB = 1024 * 1024;

async function served() {
  const { mock, account } = await controlledMock();
  const server = await serveMock({ mock, port: 0 });
  onTestFinished(() => server.close());
  const { accessToken, accountId } = await account();
  return { mock, server, accountId, port: portOf(server.url), authorization: `Bearer ${accessToken}` };
}

describe("an oversized body is rejected before it is parsed", () => {
  const values = (count: number) => `[${Array(count).fill("{}").join()}]`;
  test.each([
    ["3.4 million objects", values(3_400_000), "The body is larger than 2 MiB."],
    ["680,000 objects", values(680_000), "The body has more than 25000 values."],
    ["objects with a field each", `[${Array(13_000).fill('{"a":1}').join()}]`, "The body has more than 25000 values."],
    ["a million levels", "[".repeat(MiB), "The body is nested more than 100 levels deep."],
    ["levels of objects", '{"a":'.repeat(101), "The body is nested more than 100 levels deep."],
  ])("%s", async (_, body, message) => {
    const { server, authorization } = await served();
    const parse = vi.spyOn(JSON, "parse");
    const response = await fetch(server.url + batchRead, { method: "POST", headers: { ...json, authorization }, body });
    const parsed = parse.mock.calls.filter(([text]) => text === body);
    parse.mockRestore();
    expect(await response.json()).toMatchObject({ category: "PAYLOAD_TOO_LARGE", message });
    expect([response.status, parsed.length]).toEqual([413, 0]);
  });

  test.each([
    ["900,000 fields", Array.from({ length: 900_000 }, (_, index) => `k${index}=1`).join("&"), "The body is larger than 65536 bytes."],
    ["60,000 fields without a name", "&".repeat(60_000), "The form has more than 1000 fields."],
  ])("a form of %s", async (_, body, message) => {
    const { server } = await served();
    const response = await fetch(`${server.url}/oauth/v1/token`, { method: "POST", headers: form, body });
    expect([response.status, await response.json()]).toMatchObject([413, { category: "PAYLOAD_TOO_LARGE", message }]);
  });

  test("the content of strings is not counted as values", async () => {
    const { server, authorization } = await served();
    const body = JSON.stringify({ inputs: [], properties: ['[{,\\"'.repeat(50_000), "\\"], propertiesWithHistory: [] });
    const response = await fetch(server.url + batchRead, { method: "POST", headers: { ...json, authorization }, body });
    expect(response.status).toBe(200);
  });
});

describe("a request without a valid access token is rejected before its body arrives", () => {
  test.each([
    ["of a known length", ["Content-Length: 1000000"]],
    ["in chunks", ["Transfer-Encoding: chunked"]],
    ["with a length above all limits", ["Content-Length: 100000000"]],
  ])("a body %s", async (_, fields) => {
    const { port } = await served();
    const socket = opened(port, [`POST ${batchRead} HTTP/1.1`, "Host: mock", "Content-Type: application/json", ...fields]);
    expect(await responseOf(socket)).toMatch(/^HTTP\/1\.1 401 .*INVALID_AUTHENTICATION/s);
  });

  test("a body within the limit does not close the connection", async () => {
    const { port } = await served();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const send = () =>
      new Promise<[number | undefined, boolean]>((resolve, reject) => {
        const sent = request({ port, agent, method: "POST", path: batchRead, headers: json }, (response) => {
          response.resume().once("end", () => resolve([response.statusCode, sent.reusedSocket]));
        });
        sent.once("error", reject).end("x".repeat(MiB));
      });
    expect([await send(), await send()]).toEqual([
      [401, false],
      [401, true],
    ]);
  });
});

test("a token that expires while a slow body arrives is rejected", async () => {
  const { mock, account } = await controlledMock();
  const { accountId, accessToken } = await account();
  const body = new ReadableStream<Uint8Array>(
    {
      // `pull` is called when the mock reads the body, after it has checked the token.
      async pull(controller) {
        const now = performance.now();
        const clock = vi.spyOn(performance, "now").mockImplementation(() => now + 60_000);
        onTestFinished(() => void clock.mockRestore());
        await mock.clock.advance({ hours: 1 }, accountId);
        controller.enqueue(new TextEncoder().encode('{"inputs": [], "properties": [], "propertiesWithHistory": []}'));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { ...json, authorization: `Bearer ${accessToken}` };
  const response = await mock.fetch(mock.url + batchRead, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  expect(await response.json()).toMatchObject({ category: "EXPIRED_AUTHENTICATION" });
});

/** Opens connections that do not send the last byte of their request. Resolves when the mock ends the first of them. */
function firstResponse(port: number, count: number, head: readonly string[], body: Uint8Array | string): Promise<string> {
  return Promise.race(Array.from({ length: count }, () => text(opened(port, head, body))));
}

describe("slow bodies of one client do not block others", () => {
  const almost = Buffer.alloc(2 * MiB - 1, " ");
  const postOf = (authorization: string) => [
    `POST ${batchRead} HTTP/1.1`,
    "Host: mock",
    "Content-Type: application/json",
    `Authorization: ${authorization}`,
    `Content-Length: ${2 * MiB}`,
  ];
  const formTo = (path: string, field: string) => [
    `POST ${path} HTTP/1.1`,
    "Host: mock",
    "Content-Type: application/x-www-form-urlencoded",
    field,
  ];
  const almostForm = "a".repeat(MiB / 16 - 1);
  const known = `Content-Length: ${MiB / 16}`;
  /** A valid body that is as large as the limit. */
  const whole = JSON.stringify({ inputs: [], properties: [], propertiesWithHistory: [] }).padEnd(2 * MiB);
  const sendTo = async (url: string, authorization: string) =>
    (await fetch(url + batchRead, { method: "POST", headers: { ...json, authorization }, body: whole })).status;

  test("an account can use half of the 64 MiB, and loses its slowest body when it uses more", async () => {
    const { mock, server, port, authorization } = await served();
    const { accessToken } = await mock.account();
    const rejected = await firstResponse(port, 41, postOf(authorization), almost);
    expect(rejected).toMatch(/^HTTP\/1\.1 503 /);
    expect(rejected.toLowerCase()).toMatch(/retry-after: 1\r\n/);
    expect(rejected).toContain("The rest of the body did not arrive before other requests needed its memory.");
    expect([await sendTo(server.url, `Bearer ${accessToken}`), await sendTo(server.url, authorization)]).toEqual([200, 200]);
  });

  test("several accounts together cannot use all of the 64 MiB", async () => {
    const { mock, server, port } = await served();
    const senders = await Promise.all(Array.from({ length: 4 }, () => mock.account()));
    const { accessToken } = await mock.account();
    await Promise.race(senders.map((sender) => firstResponse(port, 12, postOf(`Bearer ${sender.accessToken}`), almost)));
    expect(await sendTo(server.url, `Bearer ${accessToken}`)).toBe(200);
  });

  test("the bodies of closed connections no longer use memory", async () => {
    const { server, port, authorization } = await served();
    for (let round = 0; round < 4; round += 1) {
      const sockets = Array.from({ length: 12 }, () => opened(port, postOf(authorization), almost));
      await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.end(() => resolve()))));
      for (const socket of sockets) socket.destroy();
    }
    await expect.poll(() => sendTo(server.url, authorization)).toBe(200);
  });

  test.each([
    ["of a known length", known, almostForm],
    ["in chunks", "Transfer-Encoding: chunked", `ffff\r\n${almostForm}\r\n`],
  ])("forms %s block neither other forms from the same address nor requests with a token", async (_, field, body) => {
    const { mock, server, port, authorization } = await served();
    const { app, refreshToken } = await mock.account();
    const rejected = await firstResponse(port, 132, formTo("/oauth/v1/token", field), body);
    expect(rejected).toMatch(/^HTTP\/1\.1 503 .*SERVICE_UNAVAILABLE/s);
    const fields = { grant_type: "refresh_token", client_id: app.clientId, client_secret: app.clientSecret, refresh_token: refreshToken };
    const response = await fetch(`${server.url}/oauth/v1/token`, { method: "POST", headers: form, body: new URLSearchParams(fields) });
    expect([response.status, await sendTo(server.url, authorization)]).toEqual([200, 200]);
  });

  test("unfinished forms of the consent page do not block it", async () => {
    const { server, port } = await served();
    const rejected = await firstResponse(port, 132, [...formTo("/oauth/authorize", known), "Sec-Fetch-Site: same-origin"], almostForm);
    expect(rejected).toMatch(/^HTTP\/1\.1 503 /);
    const headers = { ...form, "sec-fetch-site": "same-origin" };
    const response = await fetch(`${server.url}/oauth/authorize`, {
      method: "POST",
      headers,
      body: `client_id=x&state=${"s".repeat(1000)}`,
    });
    expect(response.status).toBe(400);
  });
});

function opened(port: number, head: readonly string[], body: Uint8Array | string = ""): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(body);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Resolves to the first part of the response. Remains pending if there is no response. */
function responseOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
      if (text.includes("correlationId")) resolve(text);
    });
  });
}

async function outcomeOf(call: () => Promise<{ readonly status: number; readonly body: { readonly errors?: readonly unknown[] } }>) {
  const { status, body } = await call();
  return { status, listed: body.errors?.length ?? 0 };
}

describe("at most a thousand problems are listed", () => {
  const many = 24_000;
  const items = Array(many).fill({});
  const keys = Array.from({ length: many / 5 }, (_, index) => [`n${index}`, [{}]]);

  test("at most a thousand problems are listed even if unknown fields are rejected", async () => {
    const { call, account } = await controlledMock({ strict: true });
    const { accessToken } = await account();
    const wrong = { method: "POST", path: batchCreate, token: accessToken };
    const unknown = Array(many / 2 - 1).fill({ x: 1 });
    expect(await outcomeOf(() => call({ ...wrong, body: { inputs: unknown } }))).toEqual({ status: 400, listed: 1000 });
  });

  test.each([
    ["a list", { sentEmails: items }],
    ["a list in a list", { eventDefinitions: [{ properties: items }] }],
    ["lists by name", { records: Object.fromEntries(keys) }],
    ["record ids", { records: { contacts: Array.from({ length: many }, (_, index) => ({ id: `x${index}` })) } }],
    ["values by name", { records: { contacts: [{ id: "1", properties: Object.fromEntries(keys) }] } }],
  ])("at most a thousand problems of a state are listed: %s", async (_, body) => {
    const { call, account } = await controlledMock();
    const { accountId } = await account();
    const { listed, status } = await outcomeOf(() => call({ method: "POST", path: `/__mock/v1/accounts/${accountId}/seed`, body }));
    expect(status).toBe(400);
    expect(listed).toBeGreaterThan(100);
    expect(listed).toBeLessThanOrEqual(1000);
  });
});
