import { createServer } from "node:http";
import { inspect } from "node:util";
import { createClient, createConnection, rateLimiter } from "@crm-platform/client";
import { refreshTokenAuth } from "@crm-platform/client/auth";
import { describe, expect, test } from "vitest";
import { type Operation, prepare, writeForm, writeQuery } from "../src/engine/index.ts";
import { recording } from "./recording.ts";
import { failureOf, listening } from "./service.ts";

const accessToken = "demo-access-token-4815162";

describe("requests", () => {
  test("requests send fields in the body and query parameters in the query", async () => {
    const { requests, fetch } = recording(() => Response.json({ results: [] }));
    const client = createClient({ baseUrl: "http://service.example/base/", fetch, accessToken: async () => "from-a-function" });
    await client.meetings.batchRead({
      inputs: [{ id: "1" }],
      properties: ["a"],
      propertiesWithHistory: [],
      archived: true,
      idProperty: undefined as never,
    });
    const request = requests[0] as Request;
    expect(`${request.method} ${request.url}`).toBe(
      "POST http://service.example/base/crm/objects/2026-03/meetings/batch/read?archived=true",
    );
    expect(request.headers.get("authorization")).toBe("Bearer from-a-function");
    expect(request.headers.get("content-type")).toBe("application/json");
    expect(await request.json()).toEqual({ inputs: [{ id: "1" }], properties: ["a"], propertiesWithHistory: [] });
  });

  test("requests serialize arrays in the query as the document specifies", async () => {
    const { requests, fetch } = recording(() => Response.json({ objects: [] }));
    await createClient({ fetch }).pages.list({ id__in: [730001, 730002], slug: "a&b=c", limit: 5 });
    expect(new URL((requests[0] as Request).url).search).toBe("?limit=5&slug=a%26b%3Dc&id__in=730001,730002");
  });

  test("token requests are forms without an access token", async () => {
    const { requests, fetch } = recording(() => Response.json({}));
    const grant = { grant_type: "refresh_token", refresh_token: "a b&c", client_id: "id", client_secret: "secret" } as const;
    await createClient({ fetch, accessToken }).oauthV1.createToken(grant);
    const request = requests[0] as Request;
    expect(request.headers.get("authorization")).toBeNull();
    expect(request.headers.get("content-type")).toBe("application/x-www-form-urlencoded");
    expect(await request.text()).toBe("grant_type=refresh_token&refresh_token=a+b%26c&client_id=id&client_secret=secret");
  });

  test("requests without a body have no content type", async () => {
    const { requests, fetch } = recording(() => Response.json({ password: "x" }));
    await createClient({ fetch }).smtpTokensV1.resetPassword("user@example");
    const request = requests[0] as Request;
    expect(request.headers.get("content-type")).toBeNull();
    expect(await request.text()).toBe("");
  });

  test.each(["..", ".", "", "\ud800", "a\udc00b", [".."], ["a", 1], {}, Number.NaN])(
    "rejects the id %j without sending a request or showing it",
    async (id) => {
      const { requests, fetch } = recording(() => new Response());
      const message = `tickets.archive: argument ticketId must be a number or a string other than "", "." and ".."; received ${typeof id}`;
      await expect(createClient({ fetch }).tickets.archive(id as string)).rejects.toThrow(new TypeError(message));
      expect(requests).toEqual([]);
    },
  );

  test("names a missing argument", async () => {
    const { requests, fetch } = recording(() => new Response());
    const list = createClient({ fetch }).records.list as (type?: unknown) => Promise<unknown>;
    await expect(list()).rejects.toThrow(new TypeError("records.list: argument objectType is missing; received undefined"));
    await expect(list(null)).rejects.toThrow("records.list: argument objectType is missing");
    expect(requests).toEqual([]);
  });

  test("requests encode ids in the path", async () => {
    const { requests, fetch } = recording(() => new Response(null, { status: 204 }));
    await createClient({ baseUrl: "http://service.example", fetch }).tickets.archive("1/../../x?y#z");
    expect((requests[0] as Request).url).toBe("http://service.example/crm/objects/2026-03/tickets/1%2F..%2F..%2Fx%3Fy%23z");
  });

  test("the headers of a call override the client's headers", async () => {
    const { requests, fetch } = recording(() => Response.json({}));
    const client = createClient({ fetch, headers: { "x-trace": "client", "x-other": "client" } });
    await client.domainsV1.get("1", { headers: { "x-trace": "call" } });
    expect((requests[0] as Request).headers.get("x-trace")).toBe("call");
    expect((requests[0] as Request).headers.get("x-other")).toBe("client");
  });

  test("requests contain only the given parameters", async () => {
    const { requests, fetch } = recording(() => new Response(null, { status: 204 }));
    const search: Operation = {
      id: "things.search",
      method: "GET",
      path: "/things",
      retry: "safe",
      authenticated: false,
      prepare,
      query: { parameters: [{ name: "constructor" }, { name: "toString" }, { name: "version" }], write: writeQuery },
      headers: [{ name: "valueOf" }, { name: "x-area" }],
    };
    await createConnection({ baseUrl: "http://service.example", fetch }).call(search, [], { version: 2, "x-area": "b" });
    const [request] = requests as [Request];
    expect(request.url).toBe("http://service.example/things?version=2");
    expect([...request.headers]).toEqual([["x-area", "b"]]);
  });

  async function sent(more: Partial<Operation>, parameters: unknown): Promise<Request> {
    const { requests, fetch } = recording(() => new Response(null, { status: 204 }));
    const operation: Operation = { id: "a.b", method: "POST", path: "/a", retry: "never", authenticated: false, prepare, ...more };
    await createConnection({ baseUrl: "http://service.example", fetch }).call(operation, [], parameters);
    return requests[0] as Request;
  }

  test("serializes arrays in a form", async () => {
    const body = { mediaType: "application/x-www-form-urlencoded", write: writeForm };
    const request = await sent({ body }, { list: ["a", "b c"], on: false, note: undefined });
    expect(await request.text()).toBe("list=a&list=b+c&on=false");
    expect(request.headers.get("content-type")).toBe("application/x-www-form-urlencoded");
  });
});

test.each([301, 302, 303, 307, 308])("a redirect with %i is an error and is not followed", async (status) => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.writeHead(status, { location: "/elsewhere" }).end();
  });
  const client = createClient({ baseUrl: await listening(server), accessToken });
  expect(await failureOf(client.tickets.archive("1"))).toMatchObject({ name: "ApiError", status, attempts: 1 });
  expect(seen).toEqual(["DELETE /crm/objects/2026-03/tickets/1"]);
});

describe("invalid options", () => {
  test.each<[string, () => unknown, string]>([
    ["createClient(null)", () => createClient(null as never), "the options must be an object"],
    ["createConnection()", () => createConnection(undefined as never), "baseUrl must be an http or https URL"],
    ["refreshTokenAuth()", () => refreshTokenAuth(undefined as never), "baseUrl must be an http or https URL"],
    ["rateLimiter()", () => rateLimiter(undefined as never), "rateLimiter: requests must be a number of at least 1; received undefined"],
  ])("%s says which option is missing", (_call, run, message) => {
    expect(run).toThrow(TypeError);
    expect(run).toThrow(message);
  });

  test.each([
    "nope",
    "",
    "/relative",
    "localhost:4010",
    "ftp://s.example",
    "http://user:hidden@s.example",
    "http://hidden@s.example",
    "http://s.example/?key=hidden",
    "http://s.example?",
    "http://s.example/#hidden",
  ])("rejects the base URL %j without including it in the error, unless it is undefined", (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow(/^baseUrl must be an http or https URL ((?!hidden).)*$/);
    expect(() => createClient().connection.withOptions({ baseUrl })).toThrow(TypeError);
    expect(() => createClient({ baseUrl: undefined })).not.toThrow();
  });

  test.each(["http://s.example", " http://S.example// ", "http://s.example:80/"])("normalizes the base URL %j", async (baseUrl) => {
    const { requests, fetch } = recording(() => Response.json({}));
    await createClient({ baseUrl, fetch }).domainsV1.get("1");
    expect(requests[0]?.url).toBe("http://s.example/cos-domains/v1/domains/1");
  });

  test.each([
    { given: "the value of a header", headers: { "x-api-key": "hidden\nvalue" }, message: "domainsV1.get: invalid header x-api-key" },
    { given: "the name of a header", headers: { "hidden name": "x" }, message: "domainsV1.get: invalid header name" },
  ])("rejects $given without including it in the error", async ({ headers, message }) => {
    const { requests, fetch } = recording(() => new Response());
    const error = await createClient({ fetch, headers })
      .domainsV1.get("1")
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(inspect(error)).toContain(message);
    expect(inspect(error, { showHidden: true })).not.toContain("hidden");
    expect(requests).toEqual([]);
  });

  test.each([undefined, null, 5, {}])("rejects a token source that returns %j, without sending a request", async (token) => {
    const { requests, fetch } = recording(() => Response.json({}));
    await expect(createClient({ fetch, accessToken: () => token as never }).domainsV1.get("1")).rejects.toThrow(
      TypeError(`domainsV1.get: invalid accessToken; received ${typeof token}`),
    );
    expect(requests).toEqual([]);
  });

  test.each(["", "secret\ntoken", "secret token", "secret\u00fc"])(
    "rejects the token %j without including it in the error",
    async (token) => {
      const { requests, fetch } = recording(() => new Response());
      const error = await createClient({ fetch, accessToken: () => token })
        .domainsV1.list()
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toBe("TypeError: domainsV1.list: invalid accessToken; received string");
      expect(inspect(error)).not.toContain("secret");
      expect(requests).toEqual([]);
    },
  );
});
