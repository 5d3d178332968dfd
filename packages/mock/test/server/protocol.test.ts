import { createExampleMock, serveMock } from "@crm-platform/mock";
import { describe, expect, test } from "vitest";
import { expectValid } from "../contract/ajv.ts";
import { exchange, portOf } from "./raw.ts";

const mock = createExampleMock({ onError: (error) => expect.fail(String(error)) });
const host = "Host: mock.test";
const pages = "/content/api/v2/pages";
const chunked = "Transfer-Encoding: chunked";
const get = (target: string, ...headers: string[]) => [`GET ${target} HTTP/1.1`, ...headers, "", ""].join("\r\n");
const post = (path: string, ...headers: string[]) => [`POST ${path} HTTP/1.1`, host, ...headers, "", ""].join("\r\n");

// Requests that Node's parser or the adapter rejects do not reach the mock.
describe("the response to invalid HTTP has an error body, and the connection is closed", () => {
  const token = "/oauth/v1/token";
  const raw: [title: string, request: string, status: number, category: string][] = [
    ["data that is not HTTP", "hello\r\n\r\n", 400, "VALIDATION_ERROR"],
    ["a method that HTTP does not define", `GRAB ${pages} HTTP/1.1\r\n${host}\r\n\r\n`, 400, "VALIDATION_ERROR"],
    ["another version of HTTP", `GET ${pages} HTTP/9.9\r\n${host}\r\n\r\n`, 400, "VALIDATION_ERROR"],
    ["no host", get(pages), 400, "VALIDATION_ERROR"],
    ["an empty host", get(pages, "Host:"), 400, "VALIDATION_ERROR"],
    ["two hosts", get(pages, host, "HOST: other.test"), 400, "VALIDATION_ERROR"],
    ["a malformed host", get(pages, "Host: a b"), 400, "VALIDATION_ERROR"],
    ["an invalid numeric host", get(pages, "Host: 1.2.3.4.5"), 400, "VALIDATION_ERROR"],
    ["a host with a path", get(pages, "Host: mock.test/x"), 400, "VALIDATION_ERROR"],
    ["a header without a name", get(pages, host, ": x"), 400, "VALIDATION_ERROR"],
    ["headers that are too large", get(pages, host, `X-Long: ${"x".repeat(40_000)}`), 431, "HEADERS_TOO_LARGE"],
    ["a URL that the parser does not read", get(`${pages}?name=${"x".repeat(40_000)}`, host), 414, "URI_TOO_LONG"],
    ["a URL of several packets", get(`${pages}?name=${"x".repeat(1_000_000)}`, host), 414, "URI_TOO_LONG"],
    ["an invalid chunk", `${post(token, chunked)}zz\r\nabc\r\n0\r\n\r\n`, 400, "VALIDATION_ERROR"],
    ["two lengths", `${post(token, "Content-Length: 3", "Content-Length: 4")}abcd`, 400, "VALIDATION_ERROR"],
    ["a length and chunks", `${post(token, "Content-Length: 3", chunked)}abc`, 400, "VALIDATION_ERROR"],
    ["a length that is not a number", `${post(token, "Content-Length: x")}abc`, 400, "VALIDATION_ERROR"],
    ["OPTIONS for the whole server", `OPTIONS * HTTP/1.1\r\n${host}\r\n\r\n`, 400, "VALIDATION_ERROR"],
    ["CONNECT", `CONNECT mock.test:80 HTTP/1.1\r\n${host}\r\n\r\n`, 400, "VALIDATION_ERROR"],
    ["a backslash", get("/content\\api", host), 400, "VALIDATION_ERROR"],
    ["another scheme", get("ftp://mock.test/content", host), 400, "VALIDATION_ERROR"],
    ["an expectation", get(pages, host, "Expect: the-unexpected"), 417, "EXPECTATION_FAILED"],
    ["an expectation and a malformed host", get(pages, "Host: a b", "Expect: the-unexpected"), 400, "VALIDATION_ERROR"],
  ];

  test.each(raw)("%s", async (_, request, status, category) => {
    const server = await serveMock({ mock, port: 0 });
    expectErrorBody(await exchange(portOf(server.url), request), status, category);
    await server.close();
  });

  test("the error response does not quote the request", async () => {
    const server = await serveMock({ mock, port: 0 });
    const secret = "demo-access-token-4815162";
    const requests = [
      `${secret} / HTTP/1.1\r\n\r\n`,
      get(`\\${secret}`, host),
      get(`ftp://${secret}`, host),
      get("/", `Host: ${secret} x`),
    ];
    for (const request of requests) expect(await exchange(portOf(server.url), request)).not.toContain(secret);
    await server.close();
  });

  test("an error after the start of a response is not sent", async () => {
    const server = await serveMock({ mock, port: 0 });
    const response = await exchange(portOf(server.url), `${post("/nowhere", chunked)}zz\r\n`);
    expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
    await server.close();
  });
});

test("HTTP/1.0 does not require a host", async () => {
  const server = await serveMock({ mock, port: 0 });
  expect(await exchange(portOf(server.url), "GET /openapi.json HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  await server.close();
});

test("100-continue is supported", async () => {
  const server = await serveMock({ mock, port: 0 });
  const request = `${post("/oauth/v1/token", "Expect: 100-continue", "Connection: close", "Content-Length: 0")}`;
  expect(await exchange(portOf(server.url), request)).toMatch(/^HTTP\/1\.1 100 .*\r\n\r\nHTTP\/1\.1 400 /);
  await server.close();
});

describe("an incomplete request is rejected with a 408 after the timeout", () => {
  const form = "Content-Type: application/x-www-form-urlencoded";
  test.each([
    ["a body that stalls", `${post("/oauth/v1/token", form, "Content-Length: 10")}abc`],
    ["chunks that stall", `${post("/oauth/v1/token", form, chunked)}3\r\nabc\r\n`],
    ["headers that stall", `POST /oauth/v1/token HTTP/1.1\r\n${host}\r\n`],
  ])("%s", async (_, request) => {
    const server = await serveMock({ mock, port: 0, requestTimeoutMs: 200 });
    const response = await exchange(portOf(server.url), request);
    expectErrorBody(response, 408, "REQUEST_TIMEOUT");
    expect(response).toContain("The request was not complete after 0.2 seconds.");
    await server.close();
  });
});

test("every error that a mock throws is converted to a 500 with an error body", async () => {
  const server = await serveMock({ mock: { fetch: () => Promise.reject(new Error("a secret")) }, port: 0 });
  const response = await exchange(portOf(server.url), get("/", host));
  expectErrorBody(response, 500, "INTERNAL_ERROR");
  expect(response).not.toContain("secret");
  await server.close();
});

function expectErrorBody(response: string, status: number, category: string): void {
  const [head = "", text = ""] = response.split("\r\n\r\n");
  expect(head.split("\r\n")[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toMatch(/^connection: close$/im);
  expect(head).toMatch(/^content-type: application\/json;charset=utf-8$/im);
  const body = JSON.parse(text) as { correlationId: string };
  expect(body).toMatchObject({ status: "error", category });
  expect(head.toLowerCase()).toContain(`x-correlation-id: ${body.correlationId}`);
  expectValid("#/components/schemas/ErrorBody", body);
}
