import { createClient, createConnection } from "@crm-platform/client";
import { list } from "@crm-platform/client/domainsV1";
import { createExampleMock, type RunningServer, serveMock } from "@crm-platform/mock";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { recording } from "./recording.ts";

const accessToken = "demo-access-token-4815162";
let server: RunningServer;

beforeAll(async () => {
  server = await serveMock({ mock: createExampleMock(), port: 0 });
});
afterAll(() => server.close());

describe("a call", () => {
  test("calls the service over HTTP and resolves to the body", async () => {
    const client = createClient({ baseUrl: server.url, accessToken });
    const { objects, total } = await client.domainsV1.list({ limit: 10 });
    expect(total).toBe(2);
    expect(objects[0]?.domain).toBe("www.haldeninstruments.example");
  });

  test("withResponse() adds the status and the response", async () => {
    const client = createClient({ baseUrl: server.url, accessToken });
    const inputs = [{ id: "512001" }, { id: "512999" }];
    const received = await client.meetings
      .batchRead({ inputs, properties: ["hs_meeting_title"], propertiesWithHistory: [] })
      .withResponse();
    expectTypeOf(received.status).toEqualTypeOf<200 | 207>();
    if (received.status !== 207) throw new Error(`status ${received.status}`);
    expect(received.data.errors?.[0]?.context["ids"]).toEqual(["512999"]);
    expect(received.response.headers.get("content-type")).toContain("json");
  });

  test("resolves to undefined for a response without a body", async () => {
    const client = createClient({ baseUrl: server.url, accessToken });
    expect(await client.tickets.archive("9601")).toBeUndefined();
  });

  test("works with an area's function and a connection", async () => {
    const connection = createConnection({ fetch: createExampleMock().fetch, baseUrl: "http://mock.example", accessToken });
    expect((await list(connection)).total).toBe(2);
  });

  test("accepts any 2xx status", async () => {
    const { fetch } = recording(() => Response.json({ id: "1203" }, { status: 299 }));
    const client = createClient({ fetch });
    expect(await client.eventDefinitions.create({ label: "Sensor calibrated" })).toEqual({ id: "1203" });
  });
});
