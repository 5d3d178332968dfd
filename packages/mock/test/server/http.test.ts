import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectValid } from "../contract/ajv.ts";
import { operation } from "../document.ts";
import { exampleRequest } from "../exampleRequest.ts";
import { acceptedCases, form, type Given, json, limit, pages, read, rejectedCases } from "./httpCases.ts";
import { places, type Reachable, reachable } from "./wherever.ts";

describe.each(places)("%s", (place) => {
  let mock: Reachable;
  beforeAll(async () => {
    mock = await reachable(place, { bodyLimit: limit, onError: (error) => expect.fail(String(error)) });
  });
  afterAll(() => mock.close());

  function send({ method, path, headers = {}, body, endless = false }: Given): Promise<Response> {
    const stream: RequestInit = endless ? { body: endlessBody(), duplex: "half" } : { body: body ?? null };
    const init: RequestInit = { method, headers: { authorization: "Bearer abc", ...headers }, ...stream };
    return mock.fetch(new Request(mock.origin + path, init));
  }

  test.each(rejectedCases)("rejects %s", async (_, given, want) => {
    const response = await send(given);
    const body = (await response.json()) as { correlationId: string };
    expect(body).toMatchObject({ status: "error", category: want.category });
    expect(response.status).toBe(want.status);
    if (want.message)
      expect(body).toHaveProperty("message", typeof want.message === "string" ? want.message : expect.stringMatching(want.message));
    expect(response.headers.get("content-type")).toBe("application/json;charset=utf-8");
    expect(response.headers.get("x-correlation-id")).toBe(body.correlationId);
    if (given.method !== "OPTIONS") expect(response.headers.get("access-control-allow-origin")).toBe("*");
    for (const [name, value] of Object.entries(want.headers ?? {})) expect(response.headers.get(name)).toBe(value);
    expectValid("#/components/schemas/ErrorBody", body);
  });

  test.each(acceptedCases)("accepts %s", async (_, given, status) => {
    const response = await send(given);
    expect(`${response.status} ${await response.text()}`).toMatch(new RegExp(`^${status} `));
    expect({}).not.toHaveProperty("polluted");
  });

  test("does not repeat secrets in responses", async () => {
    const op = operation("oauthV1.createToken");
    const secret = "9b0e7a4c-52d3-4f8e-a1c6-7d2f3e4b5a68";
    const bodies = [
      `grant_type=refresh_token&client_secret=${secret}&client_secret=${secret}`,
      `grant_type=${secret}`,
      `client_secret=${secret}`,
    ];
    for (const body of bodies) {
      const request = new Request(mock.origin + op.path, { method: op.method, headers: form, body });
      expect(await (await mock.fetch(request)).text()).not.toContain(secret);
    }
  });

  test("treats a missing body at the token endpoint as an empty form", async () => {
    const response = await mock.fetch(new Request(`${mock.origin}/oauth/v1/token`, { method: "POST" }));
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        status: "BAD_GRANT_TYPE",
        error: "unsupported_grant_type",
        error_description: "missing or invalid grant type: grant_type is required",
        message: "missing or invalid grant type",
      },
    ]);
  });

  test("does not mention the body in errors of the token endpoint", async () => {
    const bodies = ["", "=", "a", "&&", "grant_type", "%ff=%fe", new Uint8Array([0xff])];
    for (const body of bodies) {
      const response = await mock.fetch(new Request(`${mock.origin}/oauth/v1/token`, { method: "POST", headers: form, body }));
      const text = await response.text();
      expect(response.status, text).toBe(400);
      expect(text).not.toMatch(/body/i);
    }
  });

  test("lists every problem once, and lists at most a thousand problems", async () => {
    const body = (count: number) => JSON.stringify({ inputs: [], properties: Array(count).fill(1), propertiesWithHistory: [] });
    const few = (await (await send({ method: "POST", path: read, headers: json, body: body(17) })).json()) as {
      message: string;
      errors: unknown[];
    };
    expect([few.message, few.errors.length]).toEqual([
      "The request is not valid: properties[0] must be a string (received number), and 16 more problems",
      17,
    ]);
    const many = (await (await send({ method: "POST", path: read, headers: json, body: body(5000) })).json()) as {
      message: string;
      errors: unknown[];
    };
    expect([many.message, many.errors.length]).toEqual([
      "The request is not valid: properties[0] must be a string (received number), and at least 999 more problems",
      1000,
    ]);
  });

  test("responds to HEAD in the same way as to GET, but without the body", async () => {
    const response = await send({ method: "HEAD", path: pages });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  test("supports CORS", async () => {
    const headers = {
      origin: "https://app.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type",
    };
    const preflight = await send({ method: "OPTIONS", path: read, headers });
    expect(preflight.status).toBe(204);
    // With CORS headers, a page can read why its request was rejected.
    expect((await send({ method: "OPTIONS", path: "/nowhere", headers })).status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-methods")?.split(",").sort()).toEqual([
      "DELETE",
      "GET",
      "HEAD",
      "PATCH",
      "POST",
      "PUT",
    ]);
    expect(preflight.headers.get("access-control-allow-headers")).toBe("authorization,content-type");
    expect((await send({ method: "GET", path: pages })).headers.get("access-control-expose-headers")).toBe("*");
  });

  test("serves the document with the mock's address as the only server, and forbids caching", async () => {
    const response = await send({ method: "GET", path: "/openapi.json" });
    expect(await response.json()).toMatchObject({ servers: [{ url: mock.origin, description: "This mock." }] });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  });

  test.each([
    [{ "x-forwarded-proto": "https", "x-forwarded-host": "mock.example, proxy.internal" }, "https://mock.example"],
    [{ "x-forwarded-host": "mock.example:8443" }, "http://mock.example:8443"],
    [{ "x-forwarded-proto": "javascript", "x-forwarded-host": 'mock.example/"><script>' }, undefined],
    [{ "x-forwarded-host": "1.2.3.4.5" }, undefined],
  ])("behind a proxy that sends %o, the server of the document is %s", async (headers, address) => {
    const response = await send({ method: "GET", path: "/openapi.json", headers });
    expect(await response.json()).toMatchObject({ servers: [{ url: address ?? mock.origin }] });
  });

  test("lists the mock's URLs at /", async () => {
    expect(await (await send({ method: "GET", path: "/openapi.json" })).json()).toMatchObject({ openapi: "3.1.0" });
    expect(await (await send({ method: "GET", path: "/" })).json()).toMatchObject({
      urls: expect.arrayContaining([`${mock.origin}/openapi.json`]),
    });
  });

  test("does not mix up concurrent requests", async () => {
    const op = operation("meetings.batchRead");
    const responses = await Promise.all(
      op.requests.flatMap((one) =>
        Array.from({ length: 20 }, () => mock.fetch(exampleRequest(op, { example: one.name, origin: mock.origin }))),
      ),
    );
    const expected = op.requests.flatMap((one) => Array<string>(20).fill(one.name));
    const examples = op.responses.flatMap((response) => response.examples);
    const bodies = await Promise.all(responses.map((response) => response.json()));
    expect(bodies).toEqual(expected.map((name) => examples.find((example) => example.name === name)?.value));
  });
});

function endlessBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(16 * 1024).fill(0x20)) });
}
