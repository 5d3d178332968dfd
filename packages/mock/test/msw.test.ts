import { createMock, type Mock } from "@crm-platform/mock";
import { mockHandlers } from "@crm-platform/mock/msw";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

const server = setupServer();
let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
  server.listen({ onUnhandledFrame: "error" });
});
afterEach(() => server.resetHandlers());
afterAll(async () => {
  server.close();
  await mock.close();
});

describe.each(["https://api.example.com", "https://api.example.com/", "https://gateway.example.com/crm/platform"])("at %s", (baseUrl) => {
  const at = (path: string) => baseUrl.replace(/\/$/, "") + path;

  test("a call reads data that an earlier call wrote", async () => {
    server.use(...mockHandlers(mock, { baseUrl }));
    const { accessToken, seed } = await mock.account();
    await seed({ records: { meetings: [{ id: "512001", properties: { hs_meeting_title: "Kick-off" } }], tickets: [{ id: "901" }] } });
    const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };

    const body = JSON.stringify({ inputs: [{ id: "512001" }], properties: ["hs_meeting_title"], propertiesWithHistory: [] });
    const read = await fetch(at("/crm/objects/2026-03/meetings/batch/read"), { method: "POST", headers, body });
    expect([read.status, await read.json()]).toMatchObject([200, { results: [{ properties: { hs_meeting_title: "Kick-off" } }] }]);

    const archive = () => fetch(at("/crm/objects/2026-03/tickets/901"), { method: "DELETE", headers });
    expect((await archive()).status).toBe(204);
    const domains = await fetch(at("/cos-domains/v1/domains?limit=1"), { headers });
    expect([domains.status, await domains.json()]).toMatchObject([200, { total: 0 }]);
  });

  test("errors have the platform's format", async () => {
    server.use(...mockHandlers(mock, { baseUrl }));
    const rejected = await fetch(at("/cos-domains/v1/domains"));
    expect([rejected.status, await rejected.json()]).toMatchObject([401, { category: "INVALID_AUTHENTICATION" }]);
  });
});

describe("other requests", () => {
  const baseUrl = "https://api.example.com";

  test("requests to other hosts are not affected", async () => {
    server.use(
      ...mockHandlers(mock, { baseUrl }),
      http.get("https://other.example.com/", () => HttpResponse.text("other")),
    );
    expect(await (await fetch("https://other.example.com/")).text()).toBe("other");
  });

  test("a connection that a fault drops makes fetch reject", async () => {
    server.use(...mockHandlers(mock, { baseUrl }));
    const { accountId, accessToken } = await mock.account();
    await mock.faults.add({ match: { accountId, operationId: "domainsV1.list" }, effect: { type: "reset" } });
    const call = () => fetch(`${baseUrl}/cos-domains/v1/domains`, { headers: { authorization: `Bearer ${accessToken}` } });
    await expect(call()).rejects.toThrow(TypeError);
    await mock.faults.clear(accountId);
    await mock.faults.add({ match: { accountId, operationId: "domainsV1.list" }, effect: { type: "truncate" } });
    await expect(call().then((response) => response.text())).rejects.toThrow(TypeError);
  });
});
