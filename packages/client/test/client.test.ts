import { type AddressInfo, createServer } from "node:net";
import { ApiError, createClient, createConnection, ParseError } from "@crm-platform/client";
import { list } from "@crm-platform/client/domains";
import { createMock, type RunningServer, serveMock } from "@crm-platform/mock";
import { operationTable } from "@crm-platform/types";
import { afterAll, beforeAll, describe, expect, expectTypeOf, onTestFinished, test } from "vitest";

const accessToken = "story-access-token-4815162";
let server: RunningServer;

beforeAll(async () => {
  server = await serveMock({ mock: createMock(), port: 0 });
});
afterAll(() => server.close());

/** A service that answers as it is told to, and keeps what it was asked. */
function recording(answer: () => Response): { requests: Request[]; fetch: (request: Request) => Promise<Response> } {
  const requests: Request[] = [];
  return {
    requests,
    fetch: async (request) => {
      requests.push(request.clone());
      return answer();
    },
  };
}

describe("a call", () => {
  test("reaches the service over HTTP and gives the body", async () => {
    const client = createClient({ baseUrl: server.url, accessToken });
    const { objects, total } = await client.domains.list({ limit: 10 });
    expect(total).toBe(2);
    expect(objects[0]?.domain).toBe("www.haldeninstruments.example");
  });

  test("gives the status and the response when asked", async () => {
    const client = createClient({ baseUrl: server.url, accessToken });
    const inputs = [{ id: "512001" }, { id: "512999" }];
    const answer = await client.meetings.batchRead({ inputs, properties: ["hs_meeting_title"], propertiesWithHistory: [] }).withResponse();
    expectTypeOf(answer.status).toEqualTypeOf<200 | 207>();
    if (answer.status !== 207) throw new Error(`status ${answer.status}`);
    expect(answer.data.errors?.[0]?.context["ids"]).toEqual(["512999"]);
    expect(answer.response.headers.get("content-type")).toContain("json");
  });

  test("with no body in the answer gives undefined", async () => {
    const client = createClient({ baseUrl: server.url, accessToken });
    expect(await client.tickets.archive("9601")).toBeUndefined();
  });

  test("works from a function of an area and a connection alone", async () => {
    const connection = createConnection({ fetch: createMock().fetch, baseUrl: "http://mock.example", accessToken });
    expect((await list(connection)).total).toBe(2);
  });

  test("accepts any status of the 2xx range", async () => {
    const { fetch } = recording(() => Response.json({ id: "1203" }, { status: 299 }));
    const client = createClient({ fetch });
    expect(await client.eventDefinitions.create({ label: "Sensor calibrated" })).toEqual({ id: "1203" });
  });
});

describe("every operation is there, and the mock accepts what it sends", () => {
  const client = createClient({ fetch: createMock().fetch, accessToken });
  const archive = [{ from: { id: "3101" }, to: { id: "5201" }, type: "contact_to_company" }];
  const legacy = { fromObjectId: "3101", toObjectId: "9601", category: "SERVICE_DEFINED" as const, definitionId: "15" };
  const application = { client_id: "6c1f0d2e-8a41-4b7c-9e55-3f1d2a7b9c04", client_secret: "9b0e7a4c-52d3-4f8e-a1c6-7d2f3e4b5a68" };
  const calls = {
    "meetings.batchRead": () =>
      client.meetings.batchRead({ inputs: [{ id: "512001" }], properties: [], propertiesWithHistory: [], archived: true }),
    "tickets.archive": () => client.tickets.archive("9601"),
    "associations.listTypes": () => client.associations.listTypes("contacts", "companies"),
    "associations.batchCreate": () => client.associations.batchCreate("contacts", "companies", { inputs: archive }),
    "associations.batchRead": () => client.associations.batchRead("contacts", "companies", { inputs: [{ id: "3101" }] }),
    "associations.batchArchive": () => client.associations.batchArchive("contacts", "companies", { inputs: archive }),
    "legacyAssociations.create": () => client.legacyAssociations.create(legacy),
    "legacyAssociations.batchCreate": () => client.legacyAssociations.batchCreate([legacy]),
    "legacyAssociations.delete": () => client.legacyAssociations.delete(legacy),
    "legacyAssociations.batchDelete": () => client.legacyAssociations.batchDelete([legacy]),
    "legacyAssociations.list": () => client.legacyAssociations.list(3101, 15, { limit: 100 }),
    "oauth.createToken": () =>
      client.oauth.createToken({ grant_type: "refresh_token", refresh_token: "na1-2f6d8a10-7c35-4e9b-b0a4-91e3c5d7f826", ...application }),
    "oauth.getAccessToken": () => client.oauth.getAccessToken(accessToken),
    "oauth.deleteRefreshToken": () => client.oauth.deleteRefreshToken("na1-2f6d8a10-7c35-4e9b-b0a4-91e3c5d7f826"),
    "transactionalEmail.send": () =>
      client.transactionalEmail.send({ emailId: 68420157, message: { to: "jonas.brandt@larkspurbikes.example" } }),
    "smtpTokens.list": () => client.smtpTokens.list(),
    "smtpTokens.create": () =>
      client.smtpTokens.create({ createdBy: "mara.lindqvist@haldeninstruments.example", campaignName: "Ticket received" }),
    "smtpTokens.resetPassword": () => client.smtpTokens.resetPassword("k7f3m9q2xd@4815162.smtp.crm-platform.example"),
    "pages.list": () => client.pages.list({ is_draft: false, slug__in: ["torque-sensors", "calibration"], order_by: "-created" }),
    "domains.list": () => client.domains.list(),
    "domains.get": () => client.domains.get("610001"),
    "eventDefinitions.create": () => client.eventDefinitions.create({ label: "Sensor calibrated" }),
    "broadcasts.listChannels": () => client.broadcasts.listChannels(),
    "broadcasts.list": () => client.broadcasts.list({ status: "WAITING" }),
    "broadcasts.get": () => client.broadcasts.get("d2b7f4a1-63c8-4e05-9a1d-0f8e5c3b7296"),
    "broadcasts.create": () =>
      client.broadcasts.create({ channelGuid: "8d0a4c6e-1f72-4b95-a3d8-5e9c7b2f6014", content: { body: "Hello" } }),
    "broadcasts.delete": () => client.broadcasts.delete("d2b7f4a1-63c8-4e05-9a1d-0f8e5c3b7296"),
  } satisfies Record<keyof typeof operationTable, () => { withResponse(): Promise<{ status: number }> }>;

  test("27 of them", () => {
    expect(Object.keys(calls).sort()).toEqual(Object.keys(operationTable).sort());
    expect(Object.keys(calls)).toHaveLength(27);
  });

  test.each(Object.entries(calls))("%s", async (id, call) => {
    const { status } = await call().withResponse();
    expect(operationTable[id as keyof typeof operationTable].successes).toContain(String(status));
  });
});

describe("what is sent", () => {
  test("fields go into the body, and query parameters into the query", async () => {
    const { requests, fetch } = recording(() => Response.json({ results: [] }));
    const client = createClient({ baseUrl: "http://service.example/base/", fetch, accessToken: async () => "from a function" });
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
    expect(request.headers.get("authorization")).toBe("Bearer from a function");
    expect(request.headers.get("content-type")).toBe("application/json");
    expect(await request.json()).toEqual({ inputs: [{ id: "1" }], properties: ["a"], propertiesWithHistory: [] });
  });

  test("a list in the query is written as the document says", async () => {
    const { requests, fetch } = recording(() => Response.json({ objects: [] }));
    await createClient({ fetch }).pages.list({ id__in: [730001, 730002], slug: "a&b=c", limit: 5 });
    expect(new URL((requests[0] as Request).url).search).toBe("?limit=5&slug=a%26b%3Dc&id__in=730001,730002");
  });

  test("the token request is a form, and carries no access token", async () => {
    const { requests, fetch } = recording(() => Response.json({}));
    const grant = { grant_type: "refresh_token", refresh_token: "a b&c", client_id: "id", client_secret: "secret" } as const;
    await createClient({ fetch, accessToken }).oauth.createToken(grant);
    const request = requests[0] as Request;
    expect(request.headers.get("authorization")).toBeNull();
    expect(request.headers.get("content-type")).toBe("application/x-www-form-urlencoded");
    expect(await request.text()).toBe("grant_type=refresh_token&refresh_token=a+b%26c&client_id=id&client_secret=secret");
  });

  test("an operation without a body sends none, and no content type", async () => {
    const { requests, fetch } = recording(() => Response.json({ password: "x" }));
    await createClient({ fetch }).smtpTokens.resetPassword("user@example");
    const request = requests[0] as Request;
    expect(request.headers.get("content-type")).toBeNull();
    expect(await request.text()).toBe("");
  });

  test.each(["..", ".", ""])("the id %j is refused before anything is sent", async (id) => {
    const { requests, fetch } = recording(() => new Response());
    await expect(createClient({ fetch }).tickets.archive(id)).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });

  test("an id cannot leave its place in the path", async () => {
    const { requests, fetch } = recording(() => new Response(null, { status: 204 }));
    await createClient({ baseUrl: "http://service.example", fetch }).tickets.archive("1/../../x?y#z");
    expect((requests[0] as Request).url).toBe("http://service.example/crm/objects/2026-03/tickets/1%2F..%2F..%2Fx%3Fy%23z");
  });

  test("headers of the call win over those of the client", async () => {
    const { requests, fetch } = recording(() => Response.json({}));
    const client = createClient({ fetch, headers: { "x-trace": "client", "x-other": "client" } });
    await client.domains.get("1", { headers: { "x-trace": "call" } });
    expect((requests[0] as Request).headers.get("x-trace")).toBe("call");
    expect((requests[0] as Request).headers.get("x-other")).toBe("client");
  });
});

describe("failures", () => {
  test("an error body becomes an ApiError with everything support asks for", async () => {
    const error = await createClient({ baseUrl: server.url })
      .domains.get("610001")
      .catch((reason: unknown) => reason);
    if (!(error instanceof ApiError)) throw error;
    expect(error).toMatchObject({ status: 401, category: "INVALID_AUTHENTICATION", operationId: "domains.get" });
    expect(error.correlationId).toMatch(/^[0-9a-f-]{36}$/);
    expect(error.message).toContain("401 INVALID_AUTHENTICATION: GET /cos-domains/v1/domains/{domainId}");
  });

  test("validation errors come one by one", async () => {
    const client = createClient({ baseUrl: server.url, accessToken });
    const error = await client.eventDefinitions.create({ label: "x".repeat(101), name: "1" }).catch((reason: unknown) => reason);
    if (!(error instanceof ApiError)) throw error;
    expect(error.errors.map((detail) => detail.in).sort()).toEqual(["label", "name"]);
  });

  test("an OAuth error becomes an ApiError too, and nothing tells the secrets that were sent", async () => {
    const secrets = { refresh_token: "secret-refresh-token", client_secret: "secret-of-the-client" };
    const client = createClient({ baseUrl: server.url });
    const call = client.oauth.createToken(
      { grant_type: "refresh_token", client_id: "", ...secrets },
      { headers: { prefer: "code=400, example=refreshTokenInvalid" } },
    );
    const error = await call.catch((reason: unknown) => reason);
    if (!(error instanceof ApiError)) throw error;
    expect(error.status).toBe(400);
    const { inspect } = await import("node:util");
    expect(`${inspect(error)}${JSON.stringify(error)}`).not.toMatch(/secret-/);
  });

  test("a path that carries a token is not told", async () => {
    const { fetch } = recording(() => Response.json({ category: "OBJECT_NOT_FOUND", message: "No." }, { status: 404 }));
    const error = await createClient({ fetch })
      .oauth.getAccessToken("secret-token")
      .catch((reason: unknown) => reason);
    const { inspect } = await import("node:util");
    expect(inspect(error)).not.toContain("secret-token");
    expect(error).toMatchObject({ message: "404 OBJECT_NOT_FOUND: GET /oauth/v1/access-tokens/{token}: No." });
  });

  test("a failure that is not JSON keeps its text", async () => {
    const { fetch } = recording(() => new Response("<html>Bad gateway</html>", { status: 502, headers: { "content-type": "text/html" } }));
    const error = await createClient({ fetch })
      .domains.list()
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "ApiError", status: 502, category: undefined, errors: [], body: "<html>Bad gateway</html>" });
  });

  test("broken JSON of a success is a ParseError, never data", async () => {
    const { fetch } = recording(() => new Response('{"total": 1', { headers: { "content-type": "application/json" } }));
    await expect(createClient({ fetch }).domains.list()).rejects.toThrow(ParseError);
  });

  test.each([
    { when: "before an answer", start: "" },
    { when: "in the middle of a body", start: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"total":' },
  ])("a signal ends the call with its reason, $when", async ({ start }) => {
    const silent = createServer((socket) => socket.on("error", () => {}).write(start));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const controller = new AbortController();
    silent.on("connection", (socket) => socket.once("data", () => setTimeout(() => controller.abort(new Error("no longer needed")), 20)));
    const call = createClient({ baseUrl: `http://127.0.0.1:${port}` }).domains.list({}, { signal: controller.signal });
    await expect(call).rejects.toThrow("no longer needed");
  });

  test("asking for the response only leaves no rejection behind", async () => {
    const { fetch } = recording(() => Response.json({}, { status: 500 }));
    await expect(createClient({ fetch }).domains.list().withResponse()).rejects.toThrow(ApiError);
  });
});

test("types refuse what the service would", () => {
  const client = createClient();
  // Never called: the compiler is what is tested.
  const wrong = (): unknown[] => [
    // @ts-expect-error an id is missing
    client.tickets.archive(),
    // @ts-expect-error inputs are missing
    client.meetings.batchRead({ properties: [], propertiesWithHistory: [] }),
    // @ts-expect-error a field that nothing has
    client.domains.list({ limits: 10 }),
    // @ts-expect-error the grant and its fields do not fit
    client.oauth.createToken({ grant_type: "authorization_code", refresh_token: "x", client_id: "x", client_secret: "x" }),
  ];
  expectTypeOf(wrong).toBeFunction();
  expectTypeOf(client.legacyAssociations.list).parameter(0).toEqualTypeOf<number>();
});
