import { inspect } from "node:util";
import {
  AbortedError,
  ApiError,
  CallError,
  createClient,
  isApiError,
  isCallError,
  NetworkError,
  OAuthError,
  ParseError,
  TimeoutError,
} from "@crm-platform/client";
import { createMock } from "@crm-platform/mock";
import { describe, expect, test } from "vitest";
import { readAny } from "../src/engine/index.ts";
import { recording } from "./recording.ts";
import { failureOf } from "./service.ts";

const forever = new Promise<never>(() => {});
const json = { "content-type": "application/json" };
const grant = { grant_type: "refresh_token", refresh_token: "r-1", client_id: "c", client_secret: "s-1" } as const;
const tokens = (respond: () => Response) => failureOf(createClient({ fetch: respond, maxRetries: 0 }).oauthV1.createToken(grant));
const domain = (respond: () => Response | Promise<Response>, options = {}) =>
  failureOf(createClient({ fetch: respond, maxRetries: 0 }).domainsV1.get("1", options));

describe("error classes", () => {
  test.each([
    { name: "ApiError", type: ApiError, what: "404", failure: () => domain(() => Response.json({}, { status: 404 })) },
    {
      name: "ParseError",
      type: ParseError,
      what: "Invalid 200 response",
      detail: ": not the expected JSON",
      failure: () => domain(() => new Response("{", { headers: json })),
    },
    {
      name: "NetworkError",
      type: NetworkError,
      what: "Request failed",
      detail: ": no",
      failure: () => domain(() => Promise.reject(new TypeError("no"))),
    },
    {
      name: "TimeoutError",
      type: TimeoutError,
      what: "Request timed out after 5 ms",
      failure: () => domain(() => forever, { timeoutMs: 5 }),
    },
    {
      name: "AbortedError",
      type: AbortedError,
      what: "Request aborted",
      failure: () => domain(() => forever, { signal: AbortSignal.timeout(5) }),
    },
  ])("$name", async ({ name, type, what, detail = "", failure }) => {
    const error = await failure();
    expect(error).toBeInstanceOf(type);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name, operationId: "domainsV1.get", attempts: 1 });
    expect(error.message).toBe(`${what}: GET /cos-domains/v1/domains/{domainId}${detail}`);
    expect(error.stack).toContain(error.message);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ name, operationId: "domainsV1.get", attempts: 1 });
    expect(isCallError(error)).toBe(true);
  });

  test("an OAuthError prefers the reason to a legacy message", async () => {
    const body = { error: "invalid_grant", message: "bad request", error_description: "Gone." };
    const { message } = await tokens(() => Response.json(body, { status: 400 }));
    expect(message).toBe("400 invalid_grant: POST /oauth/v1/token: Gone.");
  });

  test("only OAuthError extends ApiError", async () => {
    const error = await tokens(() => Response.json({ error: "invalid_grant", error_description: "Gone." }, { status: 400 }));
    expect(error).toBeInstanceOf(OAuthError);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: "OAuthError", category: "invalid_grant", operationId: "oauthV1.createToken", attempts: 1 });
    expect(error.message).toBe("400 invalid_grant: POST /oauth/v1/token: Gone.");
    expect(await domain(() => new Response("{"))).not.toBeInstanceOf(ApiError);
  });

  test.each([
    { given: "an error body from a proxy", failure: () => tokens(() => Response.json({ error: "Bad Gateway" }, { status: 502 })) },
    { given: "an error that is not a string", failure: () => tokens(() => Response.json({ error: { code: 1 } }, { status: 400 })) },
    { given: "a category", failure: () => tokens(() => Response.json({ error: "x", category: "X" }, { status: 400 })) },
    { given: "another operation", failure: () => domain(() => Response.json({ error: "invalid_grant" }, { status: 400 })) },
  ])("$given is not an OAuthError", async ({ failure }) => {
    const error = await failure();
    expect(error.name).toBe("ApiError");
    expect(error.message).not.toContain("object Object");
    expect(["X", undefined]).toContain((error as ApiError).category);
  });

  test("isCallError narrows by name", () => {
    const correlationIdOf = (error: unknown): string | undefined =>
      isCallError(error) && error.name === "ApiError" ? error.correlationId : undefined;
    expect(correlationIdOf(new Error("x"))).toBeUndefined();
  });

  test("the brand of a CallError is not visible", async () => {
    const error = await domain(() => new Response("{"));
    expect(`${inspect(error)}${JSON.stringify(error)}`).not.toContain("@crm-platform");
    expect(isCallError({ name: "AnyError", operationId: "deploy" })).toBe(false);
  });

  test("isCallError recognizes errors from another copy of the module, and rejects other values", async () => {
    const copy: typeof import("../src/index.ts") = await import(/* @vite-ignore */ `../src/index.ts?${"copy"}`);
    const errors: typeof import("../src/engine/errors.ts") = await import(/* @vite-ignore */ `../src/engine/errors.ts?${"copy"}`);
    expect(copy).toHaveProperty("createClient");
    const operation = { id: "domainsV1.get", method: "GET", path: "/x", retry: "safe", authenticated: true } as const;
    const foreign = new errors.NetworkError({ operation, attempts: 1, secrets: [] }, "Request failed");
    expect(foreign).not.toBeInstanceOf(CallError);
    expect(isCallError(foreign)).toBe(true);
    for (const other of [undefined, null, "text", 5, {}, new Error("x"), new TypeError("x"), new DOMException("x", "AbortError")]) {
      expect(isCallError(other)).toBe(false);
    }
    expect(isCallError({ operationId: "domainsV1.get", path: "/x", attempt: 1 })).toBe(false);
  });
});

describe("the fields of an ApiError", () => {
  test("an ApiError has the fields of the platform's error body", async () => {
    const mock = await createMock();
    const { accessToken } = await mock.account({ scopes: [] });
    const error = await failureOf(createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken }).domainsV1.list());
    if (!(error instanceof ApiError)) throw error;
    expect(error).toMatchObject({ status: 403, category: "MISSING_SCOPES", policyName: undefined, retryAfterMs: undefined });
    expect(error.correlationId).toMatch(/^[0-9a-f-]{36}$/);
    expect(error.errors.length).toBeGreaterThan(0);
    expect(error.body).toMatchObject({ status: "error", category: "MISSING_SCOPES" });
  });

  test("an ApiError has the individual validation errors", async () => {
    const mock = await createMock();
    const { accessToken } = await mock.account();
    const client = createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken });
    const error = await failureOf(client.eventDefinitions.create({ label: "x".repeat(101), name: "1" }));
    if (!(error instanceof ApiError)) throw error;
    expect(error.errors.map((detail) => detail.in).sort()).toEqual(["label", "name"]);
  });

  test("an ApiError has the rate limit and the delay", async () => {
    const mock = await createMock();
    const { accessToken } = await mock.account();
    await mock.faults.add({ effect: { type: "rateLimit", policyName: "SECONDLY", retryAfter: 7 } });
    const error = await failureOf(createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken, maxRetries: 0 }).domainsV1.list());
    expect(error).toMatchObject({ status: 429, policyName: "SECONDLY", retryAfterMs: 7000 });
  });

  test("an ApiError has the correlation id from the header if the body has none", async () => {
    const error = await domain(() => new Response("", { status: 500, headers: { "x-correlation-id": "abc" } }));
    expect(error).toMatchObject({ status: 500, correlationId: "abc", category: undefined, errors: [], body: "" });
    expect(error.message).toBe("500: GET /cos-domains/v1/domains/{domainId}");
  });

  test.each([
    { given: "HTML", body: "<html>Bad gateway</html>" },
    { given: "an empty string", body: "" },
    { given: "null", body: "null" },
    { given: "an array", body: "[1]" },
    { given: "a number", body: "5" },
    { given: "broken JSON", body: '{"category": "X' },
    { given: "fields of other types", body: '{"message": 42, "errors": "none", "correlationId": null, "category": null}' },
    { given: "a message that is an object", body: '{"message": {"text": "No."}}' },
    { given: "a message that cannot be converted to a string", body: '{"message": {"toString": 1}, "error_description": {"toString": 1}}' },
  ])("an error response with $given as its body is an ApiError", async ({ body }) => {
    const error = await domain(() => new Response(body, { status: 400, headers: json }));
    expect(error).toMatchObject({ name: "ApiError", status: 400, errors: [], attempts: 1 });
  });

  test("string fields of an ApiError are strings or undefined", async () => {
    const body = { category: 5, correlationId: { a: 1 }, policyName: ["DAILY"], message: 7 };
    const error = await domain(() => Response.json(body, { status: 400 }));
    expect(error).toMatchObject({ category: undefined, correlationId: undefined, policyName: undefined, body });
  });

  test("the body of an ApiError is a string if the JSON is nested too deeply", async () => {
    const body = `{"category":"X","deep":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    expect(await domain(() => new Response(body, { status: 404 }))).toMatchObject({ name: "ApiError", status: 404, body });
  });

  test("an error with a truncated body keeps its status", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) });
    expect(await domain(() => new Response(body, { status: 404 }))).toMatchObject({ name: "ApiError", status: 404 });
  });
});

describe("success responses", () => {
  test.each([
    { given: "broken JSON", body: '{"id": "1"', type: "application/json" },
    { given: "an unterminated string", body: '"abc', type: "application/json" },
    { given: "JSON followed by more", body: '{"id":"1"}{"id":"2"}', type: "application/json" },
    { given: "a proxy's page", body: "<html>Please log in</html>", type: "text/html" },
    { given: "text", body: "OK", type: "text/plain" },
    { given: "bytes", body: "\u0000\u0001", type: "application/octet-stream" },
    { given: "broken JSON without a type", body: "{", type: "" },
    { given: "an empty body", body: "", type: "application/json" },
    { given: "null", body: "null", type: "application/json" },
    { given: "a scalar", body: '"maintenance"', type: "application/json" },
  ])("a success response with $given is a ParseError", async ({ body, type }) => {
    const error = await domain(() => new Response(body, { headers: { "content-type": type } }));
    expect(error).toMatchObject({ name: "ParseError", status: 200 });
  });

  test.each([
    { given: "204", response: () => new Response(null, { status: 204 }), data: undefined },
    { given: "205", response: () => new Response(null, { status: 205 }), data: undefined },
    { given: "202 with a body", response: () => Response.json({ id: "1" }, { status: 202 }), data: { id: "1" } },
    {
      given: "JSON under another type",
      response: () => new Response('{"id":"1"}', { headers: { "content-type": "text/plain" } }),
      data: { id: "1" },
    },
  ])("$given", async ({ response, data }) => {
    const { fetch } = recording(response);
    expect(await createClient({ fetch }).domainsV1.get("1")).toEqual(data);
  });

  test.each([
    { given: "an empty body", body: "", data: undefined },
    { given: "null", body: "null", data: null },
    { given: "a scalar", body: "5", data: 5 },
  ])("a success response with $given is returned as data if the document declares it", async ({ body, data }) => {
    const operation = { id: "x.y", method: "GET", path: "/x", retry: "safe", authenticated: false, read: readAny } as const;
    const { fetch } = recording(() => new Response(body));
    expect(await createClient({ fetch }).connection.call(operation, [], undefined)).toEqual(data);
  });
});

describe("any value thrown by fetch or middleware becomes a NetworkError", () => {
  const hostile = Object.defineProperty(new Error("odd"), "detail", {
    enumerable: true,
    get: () => {
      throw new Error("not to be read");
    },
  });

  test.each([
    { given: "an error with a getter that throws", thrown: hostile },
    { given: "an object without a prototype", thrown: Object.create(null) as unknown },
    { given: "undefined", thrown: undefined },
  ])("$given", async ({ thrown }) => {
    expect(await domain(() => Promise.reject(thrown))).toMatchObject({ name: "NetworkError", attempts: 1 });
  });
});

test("isApiError recognizes errors with a status, and their category", async () => {
  const conflict = await domain(() => Response.json({ category: "CONFLICT", message: "No.", correlationId: "c-1" }, { status: 409 }));
  const grantError = await tokens(() => Response.json({ error: "invalid_grant", error_description: "No." }, { status: 400 }));
  const network = await domain(() => Promise.reject(new TypeError("no")));
  const errors = [conflict, grantError, network, new Error("CONFLICT"), undefined];
  expect(errors.map((error) => isApiError(error))).toEqual([true, true, false, false, false]);
  expect(errors.map((error) => isApiError(error, "CONFLICT"))).toEqual([true, false, false, false, false]);
  expect(errors.map((error) => isApiError(error, "invalid_grant"))).toEqual([false, true, false, false, false]);
});
