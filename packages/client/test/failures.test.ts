import { type AddressInfo, createServer } from "node:net";
import { inspect } from "node:util";
import { ApiError, createClient, ParseError } from "@crm-platform/client";
import { createExampleMock, type RunningServer, serveMock } from "@crm-platform/mock";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { recording } from "./recording.ts";

const accessToken = "story-access-token-4815162";
let server: RunningServer;

beforeAll(async () => {
  server = await serveMock({ mock: createExampleMock(), port: 0 });
});
afterAll(() => server.close());

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
    expect(`${inspect(error)}${JSON.stringify(error)}`).not.toMatch(/secret-/);
  });

  test("a path that carries a token is not told", async () => {
    const { fetch } = recording(() => Response.json({ category: "OBJECT_NOT_FOUND", message: "No." }, { status: 404 }));
    const error = await createClient({ fetch })
      .oauth.getAccessToken("secret-token")
      .catch((reason: unknown) => reason);
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
