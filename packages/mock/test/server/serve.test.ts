import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { Server } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { createExampleMock, createMock, serveMock } from "@crm-platform/mock";
import { describe, expect, onTestFinished, test } from "vitest";
import { stopClock } from "../control/stoppedClock.ts";
import { exchange, portOf } from "./raw.ts";

const mock = createExampleMock();

test("an empty host name is rejected, because Node would listen on every address", async () => {
  const error = await serveMock({ mock, port: 0, hostname: "" }).catch((reason: unknown) => reason);
  expect(String(error)).toBe("TypeError: serveMock: hostname must be a host name or an address such as 127.0.0.1, and must not be empty.");
});

test.each(["/content/api/v2/pages", "/content/api/v2/page%73"])("a response is sent even if onServed throws: %s", async (path) => {
  const reported: unknown[] = [];
  const onServed = () => {
    throw new Error("of the listener");
  };
  const throwing = createExampleMock({ onServed, onError: (error, where) => reported.push(String(error), where.operationId) });
  const server = await serveMock({ mock: throwing, port: 0 });
  const headers = { authorization: "Bearer any" };
  expect([(await fetch(server.url + path, { headers })).status, reported]).toEqual([200, ["Error: of the listener", "pages.list"]]);
  await server.close();
});

/** Servers accept connections in order. Once a later request has been served, all earlier ones have been received. */
async function arrived(url: string): Promise<void> {
  for (let count = 0; count < 3; count += 1) await (await fetch(`${url}/__mock/v1/health`, { headers: { connection: "close" } })).text();
}

describe("a client that waits for requests", () => {
  test("a client that waits for requests receives a response as soon as the server closes", async () => {
    const stateful = await createMock();
    onTestFinished(() => stateful.close());
    const server = await serveMock({ mock: stateful, port: 0, drainMs: 3_600_000 });
    stopClock();
    await (await fetch(`${server.url}/nowhere`)).text();
    const waiting = fetch(`${server.url}/__mock/v1/requests?waitFor=5&timeout=30000`);
    await arrived(server.url);
    const closed = server.close();
    expect(((await (await waiting).json()) as { results: unknown[] }).results).toHaveLength(1);
    await closed;
  });

  test.each(["/__mock/v1/requests", "/__mock/v1/request%73"])("the wait ends when the client disconnects: %s", async (path) => {
    const served: (string | undefined)[] = [];
    const stateful = await createMock({ onServed: ({ operation }) => served.push(operation?.operationId) });
    onTestFinished(() => stateful.close());
    const server = await serveMock({ mock: stateful, port: 0 });
    const client = new AbortController();
    const waiting = fetch(`${server.url}${path}?waitFor=5&timeout=30000`, { signal: client.signal });
    await arrived(server.url);
    client.abort();
    await expect(waiting).rejects.toThrow();
    await expect.poll(() => served).toContain("requests.list");
    await server.close();
  });
});

function keepIdleConnections(): void {
  const onRequest = (message: unknown): void => {
    (message as { readonly server: Server }).server.keepAliveTimeout = 0;
  };
  subscribe("http.server.request.start", onRequest);
  onTestFinished(() => void unsubscribe("http.server.request.start", onRequest));
}

test("close finishes requests in progress, and does not accept new requests", async () => {
  const stateful = await createMock();
  onTestFinished(() => stateful.close());
  const { accessToken } = await stateful.account();
  await stateful.faults.add({ match: { operationId: "domainsV1.list" }, effect: { type: "latency", milliseconds: 300 } });
  keepIdleConnections();
  const server = await serveMock({ mock: stateful, port: 0, drainMs: 3_600_000 });
  const socket = connect(portOf(server.url), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const head = ["GET /cos-domains/v1/domains HTTP/1.1", "Host: mock.test", `Authorization: Bearer ${accessToken}`];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  const inFlight = once(socket.setEncoding("utf8"), "data");
  await expect.poll(async () => (await stateful.faults.list())[0]?.matched).toBe(1);
  const closed = server.close();
  await expect(fetch(server.url)).rejects.toThrow("fetch failed");
  const [response] = await inFlight;
  expect(response).toMatch(/^HTTP\/1\.1 200 .*"total":0/s);
  await closed;
});

test("close ends connections that take too long, and releases the port", async () => {
  const server = await serveMock({ mock, port: 0, drainMs: 50 });
  const port = Number(new URL(server.url).port);
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.write("POST /oauth/v1/token HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n");
  await server.close();
  await closed;
  await (await serveMock({ mock, port })).close();
});

test("close does not wait for silent connections", async () => {
  const server = await serveMock({ mock, port: 0, drainMs: 3_600_000 });
  const socket = connect(portOf(server.url), "127.0.0.1");
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("connect", resolve));
  // Resolves after the server has received the request.
  await fetch(server.url);
  await server.close();
});

test("close waits for the first request on a connection that was just accepted", async () => {
  const server = await serveMock({ mock, port: 0 });
  const socket = connect(portOf(server.url), "127.0.0.1");
  await once(socket, "connect");
  await arrived(server.url);
  const closed = server.close();
  socket.end("GET /nowhere HTTP/1.1\r\nHost: mock.test\r\nConnection: close\r\n\r\n");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /);
  await closed;
});

test("does not modify globals", async () => {
  const before = [globalThis.Request, globalThis.Response];
  const server = await serveMock({ mock, port: 0 });
  expect([globalThis.Request, globalThis.Response]).toEqual(before);
  await server.close();
});

// `fetch` cannot send these requests.
describe("raw requests get responses", () => {
  const head = (line: string, ...headers: string[]) =>
    [line, "Host: mock.test", "Authorization: Bearer abc", "Connection: close", ...headers, "", ""].join("\r\n");
  const read = "/crm/objects/2026-03/meetings/batch/read";
  const json = "Content-Type: application/json";
  const raw: [title: string, request: string, status: number][] = [
    ["malformed JSON", `${head(`POST ${read} HTTP/1.1`, json, "Content-Length: 1")}{`, 400],
    ["malformed JSON in chunks", `${head(`POST ${read} HTTP/1.1`, json, "Transfer-Encoding: chunked")}1\r\n{\r\n0\r\n\r\n`, 400],
    [
      "a body whose declared length is too large, and which is never sent",
      head(`POST ${read} HTTP/1.1`, json, "Content-Length: 999999999"),
      413,
    ],
    ["a target with scheme and host", head("GET http://other.test/content/api/v2/pages HTTP/1.1"), 200],
    ["dots that a client did not resolve", head("GET /content/x/../api/v2/pages HTTP/1.1"), 200],
    ["a path that starts with two slashes", head("GET //other.test/content/api/v2/pages HTTP/1.1"), 404],
    ["an invalid percent-encoding in a value", head("GET /cos-domains/v1/domains/%ff HTTP/1.1"), 400],
    ["a method that OpenAPI does not support", head("PROPFIND /content/api/v2/pages HTTP/1.1"), 405],
    ["TRACE", head("TRACE /content/api/v2/pages HTTP/1.1"), 405],
  ];

  test.each(raw)("%s", async (_, request, status) => {
    const server = await serveMock({ mock, port: 0 });
    const response = await exchange(portOf(server.url), request);
    expect(response.split("\r\n")[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    await server.close();
  });
});
