import { createClient, createConnection } from "@crm-platform/client";
import { list } from "@crm-platform/client/domains";
import { createExampleMock, type RunningServer, serveMock } from "@crm-platform/mock";
import { operationTable } from "@crm-platform/types";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { recording } from "./recording.ts";

const accessToken = "story-access-token-4815162";
let server: RunningServer;

beforeAll(async () => {
  server = await serveMock({ mock: createExampleMock(), port: 0 });
});
afterAll(() => server.close());

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
    const connection = createConnection({ fetch: createExampleMock().fetch, baseUrl: "http://mock.example", accessToken });
    expect((await list(connection)).total).toBe(2);
  });

  test("accepts any status of the 2xx range", async () => {
    const { fetch } = recording(() => Response.json({ id: "1203" }, { status: 299 }));
    const client = createClient({ fetch });
    expect(await client.eventDefinitions.create({ label: "Sensor calibrated" })).toEqual({ id: "1203" });
  });
});

describe("every operation is there, and the mock accepts what it sends", () => {
  const client = createClient({ fetch: createExampleMock().fetch, accessToken });
  const archive = [{ from: { id: "3101" }, to: { id: "5201" }, type: "contact_to_company" }];
  const legacy = { fromObjectId: "3101", toObjectId: "9601", category: "SERVICE_DEFINED" as const, definitionId: "15" };
  const application = { client_id: "6c1f0d2e-8a41-4b7c-9e55-000004815162", client_secret: "9b0e7a4c-52d3-4f8e-a1c6-7d2f3e4b5a68" };
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
      client.oauth.createToken({ grant_type: "refresh_token", refresh_token: "na1-2f6d8a10-7c35-4e9b-b0a4-000004815162", ...application }),
    "oauth.getAccessToken": () => client.oauth.getAccessToken(accessToken),
    "oauth.deleteRefreshToken": () => client.oauth.deleteRefreshToken("na1-2f6d8a10-7c35-4e9b-b0a4-000004815162"),
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
