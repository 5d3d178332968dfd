import { type ConnectionOptions, createConnection } from "@crm-platform/client";
import { createFetch } from "@crm-platform/client/fetch";
import { createMock, serveMock } from "@crm-platform/mock";
import { type OperationId, operationTable, type paths } from "@crm-platform/types";
import ky, { HTTPError } from "ky";
import createClient from "openapi-fetch";
import { describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import { operationIds } from "./exampleCalls.ts";
import { aDomain, recording } from "./recording.ts";
import { failureOf, withoutBackOff } from "./service.ts";

const baseUrl = "http://service.example";
const domain = `${baseUrl}/cms/domains/2026-03/1`;

function fetchOf(options: Partial<ConnectionOptions>): ReturnType<typeof createFetch> {
  return createFetch(createConnection({ baseUrl, logLevel: "off", ...options }));
}

function failing(status: number, headers: Record<string, string> = {}): () => Response {
  return () => Response.json({ category: "X", message: "No." }, { status, headers });
}

describe("libraries that accept a fetch", () => {
  async function account() {
    const mock = await createMock();
    const { accessToken } = await mock.account({
      state: { records: { contacts: [{ id: "1", properties: { email: "ana@example.com" } }] } },
    });
    return createConnection({ baseUrl: mock.url, fetch: mock.fetch, accessToken });
  }

  test("openapi-fetch calls operations by their path, with types", async () => {
    const connection = await account();
    const client = createClient<paths>({ baseUrl: connection.baseUrl, fetch: createFetch(connection) });
    const contacts = { objectType: "contacts" };
    const { data } = await client.GET("/crm/objects/2026-03/{objectType}", {
      params: { path: contacts, query: { properties: ["email"] } },
    });
    expect(data?.results.map(({ properties }) => properties["email"])).toEqual(["ana@example.com"]);
    const body = { properties: { email: "ana@example.com" } };
    const { error, response } = await client.POST("/crm/objects/2026-03/{objectType}", { params: { path: contacts }, body });
    expect([response.status, error?.category]).toEqual([409, "CONFLICT"]);
    expectTypeOf(error?.message).toEqualTypeOf<string | undefined>();
    const archived = await client.DELETE("/crm/objects/2026-03/{objectType}/{recordId}", {
      params: { path: { ...contacts, recordId: "1" } },
    });
    expect([archived.response.status, archived.response.body]).toEqual([204, null]);
  });

  test("ky gets responses and errors", async () => {
    const connection = await account();
    const api = ky.create({ prefix: connection.baseUrl, fetch: createFetch(connection), retry: 0 });
    const found = await api.post("crm/objects/2026-03/contacts/search", { json: { query: "ana" } }).json<{ total: number }>();
    expect(found.total).toBe(1);
    const failure = await api.get("crm/objects/2026-03/contacts/2").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HTTPError);
    expect((failure as HTTPError).response.status).toBe(404);
  });

  test("accepts what fetch accepts, and a path of the service", async () => {
    const { requests, fetch } = recording(aDomain);
    const send = fetchOf({ fetch });
    expectTypeOf(send).toExtend<(input: string | URL | Request, init?: RequestInit) => Promise<Response>>();
    const path = "/cms/domains/2026-03/1";
    for (const input of [domain, new URL(domain), new Request(domain), path]) expect((await send(input)).status).toBe(200);
    expect(requests.map(({ url }) => url)).toEqual([domain, domain, domain, domain]);
  });

  test.each(operationIds)("sends %s as that operation", async (id) => {
    const { method, path } = operationTable[id as OperationId];
    let sent: unknown;
    const send = fetchOf({
      baseUrl: `${baseUrl}/proxy`,
      middleware: [
        (request, _, { operationId }) => {
          sent = [operationId, request.url];
          return new Response(null, { status: 204 });
        },
      ],
    });
    const url = `${baseUrl}/proxy${path.replaceAll(/\{\w+\}/g, "a%2Fb")}?limit=1&limit=2`;
    await send(url, { method });
    expect(sent).toEqual([id, url]);
  });
});

describe("a connection's options", () => {
  test("sends the token, and renews a rejected one", async () => {
    const { requests, fetch } = recording((_, nth) => (nth === 1 ? failing(401)() : aDomain()));
    const response = await fetchOf({ fetch, accessToken: ({ rejected }) => (rejected ? "new" : "old") })(domain);
    expect(response.status).toBe(200);
    expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer old", "Bearer new"]);
  });

  test("sends the caller's authorization instead of the token, which it does not renew", async () => {
    const { requests, fetch } = recording(failing(401));
    const rejections: (string | undefined)[] = [];
    const accessToken = ({ rejected }: { readonly rejected?: string | undefined }) => `token-${rejections.push(rejected)}`;
    const send = fetchOf({ fetch, accessToken });
    for (const headers of [{ Authorization: "Bearer secret-caller" }, new Headers({ authorization: "Basic c2VjcmV0OmNhbGxlcg==" })]) {
      expect((await send(domain, { headers })).status).toBe(401);
    }
    expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer secret-caller", "Basic c2VjcmV0OmNhbGxlcg=="]);
    expect(rejections).toEqual([]);
    expect((await send(domain)).status).toBe(401);
    expect(rejections).toEqual([undefined, "token-1"]);
  });

  test("removes the caller's authorization from error bodies", async () => {
    const echo = (request: Request) => Response.json({ message: request.headers.get("authorization") }, { status: 400 });
    const response = await fetchOf({ fetch: echo })(domain, { headers: { authorization: "Bearer secret-caller" } });
    expect(await response.text()).not.toContain("secret-caller");
  });

  test.each([
    { given: "a read", status: 500, url: domain, method: "GET", expected: 3 },
    { given: "a create", status: 500, url: `${baseUrl}/crm/objects/2026-03/contacts`, method: "POST", expected: 1 },
    { given: "a create", status: 429, url: `${baseUrl}/crm/objects/2026-03/contacts`, method: "POST", expected: 3 },
    { given: "a search", status: 500, url: `${baseUrl}/crm/objects/2026-03/contacts/search`, method: "POST", expected: 3 },
  ])("sends $given that gets $status at most $expected times", async ({ status, url, method, expected }) => {
    withoutBackOff();
    const { requests, fetch } = recording(failing(status, { "retry-after": "0" }));
    const response = await fetchOf({ fetch })(url, method === "GET" ? {} : { method, body: "{}" });
    expect([response.status, requests.length]).toEqual([status, expected]);
  });

  test("sends an email once, although its response is lost", async () => {
    withoutBackOff();
    const mock = await createMock();
    const server = await serveMock({ mock, port: 0 });
    onTestFinished(() => server.close());
    const account = await mock.account({ state: { emails: [{ id: 4126643121 }] } });
    await mock.faults.add({ match: { operationId: "transactionalEmail.send", nth: 1 }, effect: { type: "dropResponse" } });
    const send = fetchOf({ baseUrl: server.url, accessToken: account.accessToken });
    const body = JSON.stringify({ emailId: 4126643121, message: { to: "ana@example.com" } });
    const headers = { "content-type": "application/json" };
    const response = await send(`${server.url}/marketing/transactional/2026-03/single-email/send`, { method: "POST", body, headers });
    expect(response.status).toBe(200);
    expect((await account.snapshot()).sentEmails).toHaveLength(1);
  });

  test("limits the size of a response", async () => {
    const error = await failureOf(fetchOf({ fetch: () => new Response("x".repeat(101)), maxResponseBytes: 100 })(domain));
    expect(error.message).toContain("maxResponseBytes (100)");
  });

  test("limits the time of a request", async () => {
    const error = await failureOf(fetchOf({ fetch: () => new Promise(() => {}), timeoutMs: 1, maxRetries: 0 })(domain));
    expect(error.name).toBe("TimeoutError");
  });

  test("rejects with the reason of an aborted signal, as fetch does", async () => {
    const reason = new Error("the user left the page");
    const outcome = fetchOf({ fetch: aDomain })(domain, { signal: AbortSignal.abort(reason) });
    await expect(outcome).rejects.toBe(reason);
  });
});

describe("safety", () => {
  test("removes secrets from error bodies and network errors", async () => {
    const echo = async (request: Request): Promise<Response> =>
      Response.json(
        { category: "X", message: `${request.headers.get("authorization")} ${await request.text()}` },
        { status: 400, headers: { "set-cookie": "session=secret-token", "retry-after": "7", "x-correlation-id": "c-1" } },
      );
    const init = { method: "POST", body: JSON.stringify({ client_secret: "secret-client", token: "secret-given" }) };
    const url = `${baseUrl}/oauth/2026-03/token/introspect`;
    const response = await fetchOf({ fetch: echo })(url, init);
    expect(await response.text()).not.toContain("secret-");
    expect([...response.headers]).toEqual([
      ["content-type", "application/json"],
      ["retry-after", "7"],
      ["x-correlation-id", "c-1"],
    ]);
    const form = {
      method: "POST",
      body: "token=secret-given",
      headers: { "content-type": "Application/X-WWW-Form-URLEncoded; Charset=UTF-8" },
    };
    expect(await (await fetchOf({ fetch: echo })(url, form)).text()).not.toContain("secret-");
    const repeated = { ...form, body: "client_secret=secret-one&client_secret=secret-two&token=a" };
    expect(await (await fetchOf({ fetch: echo })(url, repeated)).text()).not.toContain("secret-");
    const broken = fetchOf({
      accessToken: "secret-token",
      maxRetries: 0,
      fetch: (request) => {
        throw new TypeError(`cannot send ${request.headers.get("authorization")}`);
      },
    });
    expect((await failureOf(broken(domain))).message).not.toContain("secret-");
  });

  test.each([
    { given: "another host", url: "http://attacker.example/cms/domains/2026-03/1" },
    { given: "the user name of another host", url: `${baseUrl}@attacker.example/cms/domains/2026-03/1` },
    { given: "a longer host", url: `${baseUrl}.attacker.example/cms/domains/2026-03/1` },
    { given: "another path of the host", url: domain },
    { given: "a path that leads out of the base URL", url: `${baseUrl}/proxy/../cms/domains/2026-03/1` },
    { given: "an unknown operation", url: `${baseUrl}/proxy/cms/domains/2026-03/1/secret-token` },
    { given: "an encoded dot segment", url: `${baseUrl}/proxy/cms/domains/2026-03/%2e%2e%2fx/..` },
  ])("sends nothing to $given", async ({ url }) => {
    const { requests, fetch } = recording(aDomain);
    const send = fetchOf({ baseUrl: `${baseUrl}/proxy`, fetch, accessToken: "secret-token" });
    const outcome = await send(url).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(TypeError);
    expect(String(outcome)).not.toContain("secret-token");
    expect(requests).toEqual([]);
  });

  const multipart = new FormData();
  multipart.set("file", "secret-file");
  test.each([
    { given: "multipart", body: multipart, type: "multipart/form-data" },
    { given: "binary", body: new Uint8Array([0, 255]), type: "without a media type" },
    { given: "malformed JSON", body: "{secret-", type: "text/plain" },
  ])("sends no $given body", async ({ body, type }) => {
    const { requests, fetch } = recording(aDomain);
    const error = await fetchOf({ fetch })(`${baseUrl}/crm/objects/2026-03/contacts`, { method: "POST", body }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain("must be JSON (application/json) or a form (application/x-www-form-urlencoded)");
    expect(error.message).toContain(type);
    expect(error.message).not.toContain("secret-");
    expect(requests).toEqual([]);
  });

  test("sends nothing to a path with a malformed percent-encoding", async () => {
    const { requests, fetch } = recording(aDomain);
    const error = await fetchOf({ fetch })(`${baseUrl}/cms/domains/2026-03/%zz`).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain("malformed percent-encoding");
    expect(requests).toEqual([]);
  });
});

test("returns a 304 without a body", async () => {
  const response = await fetchOf({ fetch: () => new Response(null, { status: 304 }) })(domain);
  expect([response.status, response.body]).toEqual([304, null]);
});
