import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { createProxy, type RunningServer, serveMock, type Violation } from "@crm-platform/mock";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { exchange, portOf } from "./raw.ts";

const types = "/crm/v3/associations/companies/contacts/types";
const okay = JSON.stringify({ results: [] });
const violations: Violation[] = [];
const received: { request?: IncomingMessage; body?: string } = {};
let reply: { status: number; reason?: string; headers?: string[]; body?: string | Buffer };
let upstream: Server;
let server: RunningServer;

// These tests use HTTP, because the proxy then also forwards data that a `Request` or `Response` cannot represent.
beforeAll(async () => {
  upstream = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.request = request;
    received.body = Buffer.concat(chunks).toString();
    response.sendDate = false;
    response.writeHead(reply.status, reply.reason ?? "OK", reply.headers ?? ["Content-Type", "application/json"]).end(reply.body);
  });
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  const { port } = upstream.address() as AddressInfo;
  const proxy = createProxy({
    upstream: new URL(`http://127.0.0.1:${port}`),
    onViolation: (violation) => violations.push(violation),
    onError: (error) => expect.fail(String(error)),
  });
  server = await serveMock({ mock: proxy, port: 0 });
});
afterAll(async () => {
  await server.close();
  await new Promise((resolve) => upstream.close(resolve));
});
beforeEach(() => {
  reply = { status: 200, body: okay };
  violations.length = 0;
});

function send(line: string, headers: readonly string[] = [], body = ""): Promise<string> {
  const head = [`${line} HTTP/1.1`, "Host: proxy.test", "Authorization: Bearer abc", "Connection: close", ...headers, "", ""];
  return exchange(portOf(server.url), head.join("\r\n") + body);
}

test("a request arrives with exactly its own headers", async () => {
  await send(`GET ${types}`, ["X-Mine: 1", "x-MINE: 2", "Accept-Encoding: br"]);
  expect(received.request?.rawHeaders).toEqual([
    "Host",
    `127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    "Authorization",
    "Bearer abc",
    "X-Mine",
    "1",
    "x-MINE",
    "2",
    "Accept-Encoding",
    "br",
    "Connection",
    "close",
  ]);
});

test.each(["/a/../b", "//a//b/./c", "/%7e?x=%zz&y=[1]|2", "/crm/v3/associations/x/../companies/contacts/types"])(
  "%s arrives unchanged",
  async (target) => {
    await send(`GET ${target}`);
    expect(received.request?.url).toBe(target);
  },
);

test("an absolute request target arrives as its path", async () => {
  await send("GET http://other.test/a/../b?c");
  expect(received.request?.url).toBe("/a/../b?c");
  await send("GET http://other.test?c");
  expect(received.request?.url).toBe("/?c");
});

test.each(["GET", "DELETE", "OPTIONS", "PROPFIND", "POST"])("%s arrives with its body", async (method) => {
  await send(`${method} ${types}`, ["Content-Length: 3"], "abc");
  expect([received.request?.method, received.body]).toEqual([method, "abc"]);
});

test("a chunked body arrives complete", async () => {
  await send("POST /x", ["Transfer-Encoding: chunked"], "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
  expect([received.request?.headers["content-length"], received.body]).toEqual(["5", "abcde"]);
});

test("TRACE is forwarded", async () => {
  expect(await send(`TRACE ${types}`)).toMatch(/^HTTP\/1\.1 200 /);
  expect(received.request?.method).toBe("TRACE");
});

test("a response is returned unchanged", async () => {
  reply = {
    status: 299,
    reason: "Fine By Me",
    headers: ["X-One", "1", "x-ONE", "2", "Set-Cookie", "a=1", "Set-Cookie", "b=2"],
    body: "abc",
  };
  const [head = "", body] = (await send("GET /x")).split("\r\n\r\n");
  expect(head.split("\r\n").slice(0, 5)).toEqual(["HTTP/1.1 299 Fine By Me", "X-One: 1", "x-ONE: 2", "Set-Cookie: a=1", "Set-Cookie: b=2"]);
  expect(head).not.toMatch(/^(content-type|date):/im);
  expect(body).toContain("abc");
});

test.each([600, 999])("the status %i is returned", async (status) => {
  reply = { status, body: "{}" };
  expect(await send(`GET ${types}`)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test("a response to HEAD has the length of the omitted body", async () => {
  reply = { status: 200, headers: ["Content-Type", "application/json", "Content-Length", "1234"] };
  expect(await send(`HEAD ${types}`)).toMatch(/^content-length: 1234$/im);
  expect(violations).toEqual([]);
});

test.each([
  { encoding: "gzip", encode: gzipSync },
  { encoding: "br", encode: brotliCompressSync },
])("a body with the encoding $encoding is forwarded unchanged and validated", async ({ encoding, encode }) => {
  const headers = ["Content-Type", "application/json", "Content-Encoding", encoding];
  const encoded = encode('{"results": [1]}');
  reply = { status: 200, headers: [...headers, "Content-Length", String(encoded.byteLength)], body: encoded };
  expect((await send(`GET ${types}`)).split("\r\n\r\n")[1]).toBe(encoded.toString("latin1"));
  expect(violations.map(({ in: field, code }) => [field, code])).toEqual([["results[0]", "type"]]);
});

test("a client that disconnects aborts the request to the upstream", async () => {
  const usual = upstream.listeners("request");
  const ended = new Promise((resolve) => {
    upstream.removeAllListeners("request").once("request", (_, response) => {
      response.once("close", resolve);
      client.destroy();
    });
  });
  const client = connect(portOf(server.url), "127.0.0.1", () => client.write("GET /x HTTP/1.1\r\nHost: proxy.test\r\n\r\n"));
  await ended;
  for (const listener of usual) upstream.on("request", listener as () => void);
});

test("an incomplete upstream response results in a 502", async () => {
  const usual = upstream.listeners("request");
  upstream.removeAllListeners("request").once("request", (_, response) => {
    response.writeHead(200, { "content-length": 10 }).write("abc");
    setTimeout(() => response.destroy(), 20);
  });
  expect(await send("GET /x")).toMatch(/^HTTP\/1\.1 502 .*"category":"BAD_GATEWAY"/s);
  for (const listener of usual) upstream.on("request", listener as () => void);
});
