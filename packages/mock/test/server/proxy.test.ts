import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createExampleMock, createProxy, serveMock, type Violation, violationLine } from "@crm-platform/mock";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { operation, operations } from "../document.ts";
import { exampleRequest } from "../exampleRequest.ts";

const mock = createExampleMock();
const responses = { next: undefined as { status: number; headers: Record<string, string>; body: string } | undefined };
const received: { request?: IncomingMessage; body?: string } = {};
let upstream: Server;
let proxy: ReturnType<typeof createProxy>;
const violations: Violation[] = [];

// The upstream sends the configured response or, by default, the mock's response.
beforeAll(async () => {
  upstream = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.request = request;
    received.body = Buffer.concat(chunks).toString();
    const reply = responses.next ?? (await fromMock(request, received.body));
    response.writeHead(reply.status, reply.headers).end(request.method === "HEAD" ? undefined : reply.body);
  });
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  const { port } = upstream.address() as AddressInfo;
  proxy = createProxy({ upstream: new URL(`http://127.0.0.1:${port}/base/`), onViolation: (violation) => violations.push(violation) });
});
afterAll(() => new Promise((resolve) => upstream.close(resolve)));
beforeEach(() => {
  responses.next = undefined;
  violations.length = 0;
});

async function fromMock({ method = "", url = "", headers }: IncomingMessage, body: string) {
  const init = { method, headers: headers as Record<string, string>, body: body === "" ? null : body };
  const response = await mock.fetch(new Request(`http://mock.test${url.replace("/base", "")}`, init));
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

test("every operation is forwarded without a violation", async () => {
  for (const op of operations) {
    const response = await proxy.fetch(exampleRequest(op));
    expect(response.status, op.id).toBeLessThan(300);
    expect(violations, op.id).toEqual([]);
  }
});

test("a request arrives unchanged, except for hop-by-hop headers", async () => {
  const op = operation("meetings.batchRead");
  const body = ` ${JSON.stringify(op.requests[0]?.value)}\n`;
  const example = exampleRequest(op, { headers: { "x-mine": "1", "x-hop": "2", connection: "x-hop" } });
  const headers = example.headers;
  await proxy.fetch(new Request(`${example.url}?archived=true`, { method: "POST", headers, body }));
  expect(received.body).toBe(body);
  expect(received.request?.url).toBe("/base/crm/objects/2026-03/meetings/batch/read?archived=true");
  expect(received.request?.headers).toMatchObject({ "x-mine": "1", authorization: headers.get("authorization") });
  expect(received.request?.headers).not.toHaveProperty("x-hop");
});

test("a response is returned unchanged, and its violations are reported", async () => {
  responses.next = { status: 200, headers: { "content-type": "application/json", "x-theirs": "1" }, body: '{"results": [ 1 ]}' };
  const response = await proxy.fetch(exampleRequest(operation("associationsV3.listTypes")));
  expect([response.status, response.headers.get("x-theirs"), await response.text()]).toEqual([200, "1", '{"results": [ 1 ]}']);
  expect(violations).toMatchObject([
    {
      direction: "response",
      operationId: "associationsV3.listTypes",
      in: "results[0]",
      code: "type",
      message: "results[0] must be an object",
    },
  ]);
});

test.each([
  ["a wrong media type", { status: 200, headers: { "content-type": "text/html" }, body: "<h1>" }, "content-type"],
  ["an invalid media type", { status: 200, headers: { "content-type": "json;;" }, body: "{}" }, "content-type"],
  ["a missing body", { status: 200, headers: { "content-type": "application/json" }, body: "" }, "body"],
  ["a body that is not JSON", { status: 200, headers: { "content-type": "application/json" }, body: "{" }, "body"],
])("%s is reported", async (_, reply, where) => {
  responses.next = reply;
  await proxy.fetch(exampleRequest(operation("associationsV3.listTypes")));
  expect(violations.map((violation) => violation.in)).toContain(where);
  for (const violation of violations) expect(violation.message).toMatch(new RegExp(`^${violation.in} (is required|must be )`));
});

async function reportedIn(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<string[]> {
  responses.next = { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
  await proxy.fetch(exampleRequest(operation("meetings.batchRead")));
  return violations.map(violationLine);
}

const partial = { status: "COMPLETE", results: [], startedAt: "2026-04-20T08:00:00Z", completedAt: "2026-04-20T08:00:00Z", numErrors: 1 };
const inMeetings = "response meetings.batchRead POST /crm/objects/2026-03/meetings/batch/read";

test("a missing field that the document describes as often absent is a known deviation", async () => {
  const error = { status: "404", category: "OBJECT_NOT_FOUND", message: "Not found", context: {} };
  expect(await reportedIn(207, { ...partial, errors: [error] })).toEqual([
    `known ${inMeetings} errors[0].errors: errors[0].errors is required`,
    `known ${inMeetings} errors[0].links: errors[0].links is required`,
  ]);
  expect(violations.every((violation) => violation.known)).toBe(true);
});

test("an invalid field, or a missing field with other evidence, is not a known deviation", async () => {
  const error = { status: "404", category: "OBJECT_NOT_FOUND", message: "Not found", errors: 1, links: [] };
  expect(await reportedIn(207, { ...partial, errors: [error] })).toEqual([
    `${inMeetings} errors[0].context: errors[0].context is required`,
    `${inMeetings} errors[0].errors: errors[0].errors must be an array`,
    `${inMeetings} errors[0].links: errors[0].links must be an object`,
  ]);
});

test("headers are reported in the same form", async () => {
  const limited = { status: "error", message: "Slow down", correlationId: "1f0c6c2e-5a0e-4d38-9d53-0c4c6d9b7a11", category: "RATE_LIMITS" };
  expect(await reportedIn(429, { ...limited, errorType: "RATE_LIMIT", policyName: "DAILY" }, { "retry-after": "soon" })).toEqual([
    `${inMeetings} retry-after: retry-after must be an integer`,
  ]);
});

test("in process, an invalid status results in a 502", async () => {
  responses.next = { status: 600, headers: {}, body: "{}" };
  const response = await proxy.fetch(new Request("http://proxy.test/nowhere"));
  expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
    502,
    "The upstream returned the invalid status 600.",
  ]);
});

test("a request that violates the contract is forwarded and reported", async () => {
  const op = operation("meetings.batchRead");
  responses.next = { status: 204, headers: {}, body: "" };
  await proxy.fetch(
    exampleRequest(op, { headers: { authorization: "Bearer a b" }, body: { inputs: [{}], properties: [], propertiesWithHistory: [] } }),
  );
  expect(violations.filter((violation) => violation.direction === "request").map(({ in: field, code }) => [field, code])).toEqual([
    ["Authorization", "security"],
    ["inputs[0].id", "required"],
  ]);
  violations.length = 0;
  await proxy.fetch(new Request(exampleRequest(op), { method: "POST", body: "{" }));
  expect(violations[0]).toMatchObject({ direction: "request", in: "body", code: "VALIDATION_ERROR" });
  violations.length = 0;
  await proxy.fetch(new Request(exampleRequest(op).url, { method: "POST", body: "{}", headers: { authorization: "Bearer a" } }));
  expect(violations[0]).toMatchObject({ direction: "request", in: "content-type", code: "UNSUPPORTED_MEDIA_TYPE" });
});

test("a path value that cannot be decoded is forwarded and reported", async () => {
  await proxy.fetch(new Request("http://proxy.test/cos-domains/v1/domains/%ff", { headers: { authorization: "Bearer a" } }));
  expect(violations[0]).toMatchObject({ direction: "request", operationId: "domainsV1.get", in: "domainId", code: "percentEncoding" });
  expect(received.request?.url).toBe("/base/cos-domains/v1/domains/%ff");
});

test("requests for operations that are not in the document are reported", async () => {
  const response = await proxy.fetch(new Request("http://proxy.test/oauth/v1/introspect/demo-access-token", { method: "POST", body: "x" }));
  expect(response.status).toBe(404);
  expect(violations.map(violationLine)).toEqual([
    "request - POST /oauth/v1/introspect/{…} path: The document has no operation POST for this path. Did you mean GET /oauth/v1/refresh-tokens/{token} (oauthV1.getRefreshToken)?",
  ]);
});

test("no violation contains a secret", async () => {
  const secret = "9b0e7a4c-52d3-4f8e-a1c6-7d2f3e4b5a68";
  const token = operation("oauthV1.createToken");
  const request = (path: string, init: RequestInit) => proxy.fetch(new Request(`http://proxy.test${path}`, init));
  await request(token.path, { method: "POST", body: new URLSearchParams({ grant_type: secret, client_secret: secret }) });
  await request(token.path, { method: "POST", body: `{"client_secret":"${secret}"`, headers: { "content-type": "application/json" } });
  await request(`/oauth/v1/access-tokens/${secret.repeat(15)}`, { method: "GET" });
  await request(`/oauth/v1/access-tokens/${secret}/`, { method: "GET" });
  await request(`/content/api/v2/pages?limit=${secret}`, { method: "GET", headers: { authorization: secret } });
  responses.next = {
    status: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ access_token: [secret], expires_in: secret }),
  };
  await proxy.fetch(exampleRequest(token));
  expect(violations.length).toBeGreaterThan(6);
  expect(JSON.stringify(violations)).not.toContain(secret);
});

test("a violation is formatted as one line", () => {
  const violation = { direction: "request", method: "GET", path: "/", in: "a\nb\u001b[2J", code: "x", message: "m" } as const;
  expect(violationLine(violation)).toBe("request - GET / a�b�[2J: m");
});

test("a response to HEAD without a body is not reported", async () => {
  const { url, headers } = exampleRequest(operation("pages.list"));
  const response = await proxy.fetch(new Request(url, { method: "HEAD", headers }));
  expect([response.status, violations]).toEqual([200, []]);
});

test("redirects are returned instead of followed", async () => {
  responses.next = { status: 302, headers: { location: "https://elsewhere.example/" }, body: "" };
  const response = await proxy.fetch(exampleRequest(operation("pages.list")));
  expect([response.status, response.headers.get("location")]).toEqual([302, "https://elsewhere.example/"]);
});

test("a listener that throws does not stop the proxy, and onError receives each error", async () => {
  const reported: [string, string | undefined][] = [];
  const throwing = createProxy({
    upstream: new URL(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}/base`),
    onViolation: ({ in: place }) => {
      throw new Error(place);
    },
    onError: (error, { operationId }) => reported.push([(error as Error).message, operationId]),
  });
  responses.next = { status: 201, headers: {}, body: "" };
  expect((await throwing.fetch(new Request("http://proxy.test/nowhere"))).status).toBe(201);
  const body = { inputs: [{}, {}], properties: [], propertiesWithHistory: [] };
  expect((await throwing.fetch(exampleRequest(operation("meetings.batchRead"), { body }))).status).toBe(201);
  expect(reported.slice(0, 3)).toEqual([
    ["path", undefined],
    ["inputs[0].id", "meetings.batchRead"],
    ["inputs[1].id", "meetings.batchRead"],
  ]);
});

test("an unreachable upstream results in a 502", async () => {
  const gone = await serveMock({ mock, port: 0 });
  await gone.close();
  const nowhere = createProxy({ upstream: new URL(gone.url), onViolation: () => {} });
  const response = await nowhere.fetch(exampleRequest(operation("pages.list")));
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({
    status: "error",
    category: "BAD_GATEWAY",
    message: `The upstream ${gone.url} did not respond: ECONNREFUSED.`,
  });
});
