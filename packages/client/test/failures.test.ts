import { inspect } from "node:util";
import { ApiError, createClient } from "@crm-platform/client";
import { createExampleMock, type RunningServer, serveMock } from "@crm-platform/mock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

  test("asking for the response only leaves no rejection behind", async () => {
    const { fetch } = recording(() => Response.json({}, { status: 500 }));
    await expect(createClient({ fetch, maxRetries: 0 }).domains.list().withResponse()).rejects.toThrow(ApiError);
  });
});
