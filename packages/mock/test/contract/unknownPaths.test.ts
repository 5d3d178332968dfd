import { createMock } from "@crm-platform/mock";
import type { ErrorBody } from "@crm-platform/types";
import { expect, onTestFinished, test } from "vitest";

async function started() {
  const mock = await createMock();
  onTestFinished(() => mock.close());
  const send = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const response = await mock.fetch(mock.url + path, { method, headers });
    return { status: response.status, message: ((await response.json()) as ErrorBody).message };
  };
  return { mock, send };
}

function noMatch(method: string, path: string): string {
  return `No operation matches ${method} ${path}.`;
}

test.each([
  ["DELETE", "/crm/v3/objekts/tickets/901", "DELETE /crm/v3/objects/tickets/{ticketId} (tickets.archive)"],
  ["GET", "/cos-domain/v1/domains", "GET /cos-domains/v1/domains (domainsV1.list)"],
  ["POST", "/oauth/v3/tokens", "POST /oauth/v3/token (oauth.createToken)"],
  ["POST", "/crm/v3/objects/contacts/batch/reed", "POST /crm/v3/objects/{objectType}/batch/read (records.batchRead)"],
  ["GET", "/cms/v3/domain", "GET /cms/v3/domains (domains.list)"],
  ["POST", "/crm/v4/associations/contacts/companies/batch/creat", "(associations.batchCreate)"],
  ["GET", "/crm/v4/associations/definitions/configurations/all", "(associations.listAllLimits)"],
  ["DELETE", "/crm/objects/2026-03/tickets/{ticketId}/x", "(tickets.archive)"],
  ["PUT", "/__mock/v1/clocks", "PUT /__mock/v1/clock (clock.set)"],
])("the error for %s %s suggests the nearest operation", async (method, path, nearest) => {
  const { send } = await started();
  const { status, message } = await send(method, path);
  expect(status).toBe(404);
  expect(message).toContain(`${noMatch(method, path)} Did you mean `);
  expect(message).toContain(`${nearest}?`);
});

test.each(["/favicon.ico", "/crm/v3/objects", "/v1/accounts", `/${"cos-domains/".repeat(15)}`])(
  "the error for GET %s contains no suggestion",
  async (path) => {
    const { send } = await started();
    expect(await send("GET", path)).toEqual({ status: 404, message: `${noMatch("GET", path)} GET /openapi.json lists the operations.` });
  },
);

test.each([
  [
    "/crm/v9/objects/contacts",
    "records.list has these versions: GET /crm/v3/objects/{objectType}, GET /crm/objects/2025-09/{objectType}, GET /crm/objects/2026-03/{objectType}, GET /crm/objects/2026-09/{objectType}.",
  ],
  ["/crm/v4/objects/contacts/12", "GET /crm/v3/objects/{objectType}/{recordId}, "],
  ["/cos-domains/v7/domains", "domainsV1.list has these versions: GET /cos-domains/v1/domains."],
  ["/crm/objects/2024-03/contacts", "GET /crm/objects/2025-09/{objectType}, "],
])("the error for GET %s names the versions that exist", async (path, versions) => {
  const { send } = await started();
  const { status, message } = await send("GET", path);
  expect(status).toBe(404);
  expect(message).toContain(noMatch("GET", path));
  expect(message).toContain(versions);
});

test.each([
  ["PATCH", "/cos-domains/v1/domains", "GET (domainsV1.list)"],
  ["PUT", "/broadcast/v1/broadcasts", "GET (broadcasts.list) and POST (broadcasts.create)"],
  ["DELETE", "/oauth/authorize", "GET and POST"],
  ["PUT", "/crm/v3/properties/contacts", "GET (properties.list) and POST (properties.create)"],
  ["PUT", "/crm/objects/2026-03/tickets/9601", "DELETE (tickets.archive) and GET (records.get) and PATCH (records.update)"],
])("the error for %s %s lists the methods of the path and their operations", async (method, path, methods) => {
  const { send } = await started();
  expect(await send(method, path)).toEqual({ status: 405, message: `${noMatch(method, path)} This path supports ${methods}.` });
});

test.each(["/crm/v3/objekts/tickets/901", "/crm/v4/objects/contacts/1/association/tickets"])(
  "the error for GET %s does not suggest DELETE",
  async (path) => {
    const { send } = await started();
    expect((await send("GET", path)).message).not.toContain("DELETE");
  },
);

test("an unknown operation is a violation in the account's journal", async () => {
  const { mock, send } = await started();
  const { accountId, accessToken } = await mock.account();
  const headers = { authorization: `Bearer ${accessToken}` };
  const messages = [
    (await send("GET", "/crm/v4/objects/tickets/901", headers)).message,
    (await send("PATCH", "/cos-domains/v1/domains", headers)).message,
  ];
  await send("GET", "/calendar/v1/events", headers);
  const entries = await mock.requests.list({ accountId, onlyProblems: true });
  expect(entries.map(({ path, status, problems }) => ({ path, status, problems }))).toEqual([
    { path: "/crm/v4/objects/tickets/901", status: 404, problems: [{ in: "path", code: "operation", message: messages[0] }] },
    { path: "/cos-domains/v1/domains", status: 405, problems: [{ in: "method", code: "operation", message: messages[1] }] },
  ]);
});

test("the journal does not contain mistyped control API calls or favicon requests", async () => {
  const { mock, send } = await started();
  const { accessToken } = await mock.account();
  const headers = { authorization: `Bearer ${accessToken}` };
  const statuses: number[] = [];
  for (const [method, path] of [
    ["GET", "/__mock/v1/acounts"],
    ["PUT", "/__mock/v1/reset"],
    ["GET", "/__mock"],
    ["GET", "/%5f%5fmock/v1/acounts"],
    ["GET", "/favicon.ico"],
  ] as const) {
    statuses.push((await send(method, path, headers)).status);
  }
  await send("GET", "/__mocks/v1", headers);
  expect(statuses).toEqual([404, 405, 404, 404, 404]);
  expect((await mock.requests.list()).map(({ path }) => path)).toEqual(["/__mocks/v1"]);
});

test("possible credentials are hidden in the error and in the journal", async () => {
  const { mock, send } = await started();
  const { accountId, accessToken, refreshToken, app } = await mock.account({ accessToken: "known-77", accountId: 77 });
  const credentials = [
    accessToken,
    refreshToken,
    app.clientId,
    app.clientSecret,
    "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl",
    "abcdefghijklmnopqrstuvwxyzabcdef",
    "CxQ7fk29LmZp",
    "12345678901234567890",
    "tickets-4815162",
    `${"%41".repeat(30)}-77`,
  ];
  for (const credential of credentials) {
    for (const path of [`/nothing/${credential}`, `/oauth/v1/access-tokn/${credential}/x`, `/${credential}`, `/a/b-${credential}/c`]) {
      const { message } = await send("GET", path);
      expect([path, message.includes(credential)]).toEqual([path, false]);
    }
  }
  // Only the previous segment shows that this short word is a credential.
  for (const path of [
    "/oauth/v2/access-tokens/sesame",
    "/oauth/v1/refresh-token/sesame/x",
    "/api-key/sesame",
    "/auth/codes/sesame",
    "/secrets/a/sesame",
    "/foo/Bearer%20sesame",
    "/foo/token:sesame",
    "/foo/sk_live_sesame",
  ])
    expect([path, (await send("GET", path)).message.includes("sesame")]).toEqual([path, false]);
  const text = JSON.stringify(await mock.requests.list());
  for (const credential of [...credentials, "sesame"]) expect([credential, text.includes(credential)]).toEqual([credential, false]);
  expect(accountId).toBe(77);
});

test.each([
  "2026-03",
  "0-5",
  "v3",
  "{ticketId}",
  "<id>",
  "site-pages",
  "512001",
  "e_commerce",
  "firstName",
  "single-email-v2",
  "tickets-2",
  "1234567890123456789",
])("%s is shown unchanged", async (part) => {
  const { send } = await started();
  expect((await send("GET", `/nothing/${part}`)).message).toContain(noMatch("GET", `/nothing/${part}`));
});

test("the message for a very long path is short", async () => {
  const { send } = await started();
  for (const path of [`/${"x".repeat(100_000)}`, `/${"a/".repeat(50_000)}`, `/${"ab1/".repeat(50)}`]) {
    expect((await send("GET", path)).message.length).toBeLessThan(400);
  }
});

test.each([
  ["/crm/objects/2026-09/contacts/1/associations/companies", ["/crm/v4/objects", "/crm/objects/2025-09", "/crm/objects/2026-03"]],
  ["/webhooks/v9/1/settings", ["/webhooks/v3", "/app-webhooks/2025-09", "/webhooks/2026-03"]],
])("the error for GET %s names every version of the operation", async (path, prefixes) => {
  const { send } = await started();
  const { status, message } = await send("GET", path);
  expect(status).toBe(404);
  for (const prefix of prefixes) expect(message).toContain(`GET ${prefix}/`);
});

test.each(["PUT", "PATCH", "POST", "DELETE"])("%s / is not allowed", async (method) => {
  const { send } = await started();
  expect((await send(method, "/")).status).toBe(405);
});
