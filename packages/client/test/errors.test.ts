import {
  AbortedError,
  ApiError,
  CallError,
  createClient,
  isCallError,
  NetworkError,
  OAuthError,
  ParseError,
  TimeoutError,
} from "@crm-platform/client";
import { createMock } from "@crm-platform/mock";
import { describe, expect, test } from "vitest";
import { recording } from "./recording.ts";
import { failureOf } from "./service.ts";

const forEver = new Promise<never>(() => {});
const json = { "content-type": "application/json" };
const domain = (answer: () => Response | Promise<Response>, options = {}) =>
  failureOf(createClient({ fetch: answer, maxRetries: 0 }).domains.get("1", options));

describe("the family", () => {
  test.each([
    { name: "ApiError", type: ApiError, failure: () => domain(() => Response.json({}, { status: 404 })) },
    { name: "OAuthError", type: OAuthError, failure: () => domain(() => Response.json({ error: "invalid_grant" }, { status: 400 })) },
    { name: "ParseError", type: ParseError, failure: () => domain(() => new Response("{", { headers: json })) },
    { name: "NetworkError", type: NetworkError, failure: () => domain(() => Promise.reject(new TypeError("no"))) },
    { name: "TimeoutError", type: TimeoutError, failure: () => domain(() => forEver, { timeoutMs: 5 }) },
    { name: "AbortedError", type: AbortedError, failure: () => domain(() => forEver, { signal: AbortSignal.timeout(5) }) },
  ])("$name", async ({ name, type, failure }) => {
    const error = await failure();
    expect(error).toBeInstanceOf(type);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name, operationId: "domains.get", attempts: 1 });
    expect(error.message).toContain("GET /cos-domains/v1/domains/{domainId}");
    expect(error.stack).toContain(error.message);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ name, operationId: "domains.get", attempts: 1 });
    expect(isCallError(error)).toBe(true);
  });

  test("an OAuthError is an ApiError, and no other is", async () => {
    expect(await domain(() => Response.json({ error: "invalid_grant" }, { status: 400 }))).toBeInstanceOf(ApiError);
    expect(await domain(() => new Response("{"))).not.toBeInstanceOf(ApiError);
  });

  test("isCallError knows the failures of another copy of the module, and nothing else", async () => {
    const copy: typeof import("../src/index.ts") = await import(/* @vite-ignore */ `../src/index.ts?${"copy"}`);
    const errors: typeof import("../src/engine/errors.ts") = await import(/* @vite-ignore */ `../src/engine/errors.ts?${"copy"}`);
    expect(copy).toHaveProperty("createClient");
    const operation = { id: "domains.get", method: "GET", path: "/x", retry: "safe", authenticated: true } as const;
    const foreign = new errors.NetworkError({ operation, attempts: 1, secrets: [] }, "No answer");
    expect(foreign).not.toBeInstanceOf(CallError);
    expect(isCallError(foreign)).toBe(true);
    for (const other of [undefined, null, "text", 5, {}, new Error("x"), new TypeError("x"), new DOMException("x", "AbortError")]) {
      expect(isCallError(other)).toBe(false);
    }
    expect(isCallError({ operationId: "domains.get", path: "/x", attempt: 1 })).toBe(false);
  });
});

describe("what an ApiError tells", () => {
  test("everything of the platform's own error body", async () => {
    const mock = await createMock();
    const { accessToken } = await mock.account({ scopes: [] });
    const error = await failureOf(createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken }).domains.list());
    if (!(error instanceof ApiError)) throw error;
    expect(error).toMatchObject({ status: 403, category: "MISSING_SCOPES", policyName: undefined, retryAfterMs: undefined });
    expect(error.correlationId).toMatch(/^[0-9a-f-]{36}$/);
    expect(error.errors.length).toBeGreaterThan(0);
    expect(error.body).toMatchObject({ status: "error", category: "MISSING_SCOPES" });
  });

  test("a limit: which, and how long", async () => {
    const mock = await createMock();
    const { accessToken } = await mock.account();
    await mock.faults.add({ effect: { type: "rateLimit", policyName: "SECONDLY", retryAfter: 7 } });
    const error = await failureOf(createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken, maxRetries: 0 }).domains.list());
    expect(error).toMatchObject({ status: 429, policyName: "SECONDLY", retryAfterMs: 7000 });
  });

  test("the id of the header where the body has none", async () => {
    const error = await domain(() => new Response("", { status: 500, headers: { "x-correlation-id": "abc" } }));
    expect(error).toMatchObject({ status: 500, correlationId: "abc", category: undefined, errors: [], body: "" });
    expect(error.message).toBe("500: GET /cos-domains/v1/domains/{domainId}");
  });

  test.each([
    { given: "HTML", body: "<html>Bad gateway</html>" },
    { given: "nothing", body: "" },
    { given: "null", body: "null" },
    { given: "a list", body: "[1]" },
    { given: "a number", body: "5" },
    { given: "broken JSON", body: '{"category": "X' },
    { given: "fields of other types", body: '{"message": 42, "errors": "none", "correlationId": null, "category": null}' },
    { given: "a message that is an object", body: '{"message": {"text": "No."}}' },
  ])("a failure with $given as its body is still an ApiError", async ({ body }) => {
    const error = await domain(() => new Response(body, { status: 400, headers: json }));
    expect(error).toMatchObject({ name: "ApiError", status: 400, errors: [], attempts: 1 });
  });

  test("a failure whose body breaks off keeps its status", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) });
    expect(await domain(() => new Response(body, { status: 404 }))).toMatchObject({ name: "ApiError", status: 404 });
  });
});

describe("what a success may be", () => {
  test.each([
    { given: "broken JSON", body: '{"id": "1"', type: "application/json" },
    { given: "half a text", body: '"abc', type: "application/json" },
    { given: "JSON and more", body: '{"id":"1"}{"id":"2"}', type: "application/json" },
    { given: "the page of a proxy", body: "<html>Please log in</html>", type: "text/html" },
    { given: "text", body: "OK", type: "text/plain" },
    { given: "bytes", body: "\u0000\u0001", type: "application/octet-stream" },
    { given: "broken JSON without a type", body: "{", type: "" },
  ])("$given is a ParseError, never data", async ({ body, type }) => {
    const error = await domain(() => new Response(body, { headers: { "content-type": type } }));
    expect(error).toMatchObject({ name: "ParseError", status: 200 });
  });

  test.each([
    { given: "204", response: () => new Response(null, { status: 204 }), data: undefined },
    { given: "an empty 200", response: () => new Response("", { headers: json }), data: undefined },
    { given: "202 with a body", response: () => Response.json({ id: "1" }, { status: 202 }), data: { id: "1" } },
    { given: "null", response: () => Response.json(null), data: null },
    {
      given: "JSON under another type",
      response: () => new Response('{"id":"1"}', { headers: { "content-type": "text/plain" } }),
      data: { id: "1" },
    },
  ])("$given", async ({ response, data }) => {
    const { fetch } = recording(response);
    expect(await createClient({ fetch }).domains.get("1")).toEqual(data);
  });
});
