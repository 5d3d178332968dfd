import { createMock, type Mock, serveMock, type Wire } from "@crm-platform/mock";
import { scopes } from "@crm-platform/types";
import { describe, expect, onTestFinished, test } from "vitest";
import { asUser } from "../asUser.ts";
import { platformAt } from "../behavior/platform.ts";
import { controlledMock } from "../control/controlling.ts";
import { databases, kindsOfDatabase } from "../store/stores.ts";

const now = "2026-04-20T08:00:00Z";
const frozen = { mode: "frozen", at: now } as const;
const contacts = "/crm/objects/2026-03/contacts";

describe.each(kindsOfDatabase)("a user token, in %s", (kind) => {
  test("its writes have the user as their source and emit webhooks, and may set undefined properties with `uncheckedValues`", async () => {
    const { mock } = await controlledMock({ database: await databases[kind]() });
    const account = await mock.account({ clock: frozen, userId: 7, uncheckedValues: true });
    const common = { appId: account.app.appId, createdAt: now, updatedAt: now };
    await account.seed({
      webhookSettings: [{ ...common, targetUrl: "https://app.example/hooks", throttling: { maxConcurrentRequests: 1 } }],
      webhookSubscriptions: [{ ...common, id: "1", eventType: "contact.creation", active: true }],
    });
    mock.onWebhook(() => undefined);
    const user = await asUser(mock, account);
    const { id } = await user.records.create("contacts", { properties: { firstname: "Jonas", own: "value" } });
    const version = { timestamp: now, sourceType: "CRM_UI" };
    expect((await account.snapshot()).records?.["contacts"]).toMatchObject([
      { id, properties: { firstname: [{ ...version, value: "Jonas" }], own: [{ ...version, value: "value" }] } },
    ]);
    const [delivery] = await account.webhooks.deliveries({ waitFor: 1 });
    expect(delivery?.events).toMatchObject([{ subscriptionType: "contact.creation", changeSource: "CRM_UI", sourceId: "7" }]);
    expect(await user.properties.get("contacts", "own")).toMatchObject({ name: "own", type: "string" });
  });

  test("its requests are neither journaled nor passed to onServed, and rate limits and faults do not apply to them", async () => {
    const served: string[] = [];
    const { mock } = await controlledMock({ database: await databases[kind](), onServed: ({ shownPath }) => served.push(shownPath) });
    const account = await mock.account({ clock: frozen, rateLimits: true, dailyLimit: 1 });
    await mock.faults.add({ effect: { type: "status", status: 503 } });
    const { accessToken } = await account.tokens.createUserToken();
    const headers = { authorization: `Bearer ${accessToken}` };
    const before = [served.length, await account.snapshot()];
    const statuses = await Promise.all(
      [contacts, contacts, "/crm/nowhere", `${contacts}?limit=x`].map(
        async (path) => (await mock.fetch(mock.url + path, { headers })).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 404, 400]);
    expect(await mock.requests.list()).toEqual([]);
    expect([served.length, await account.snapshot()]).toEqual(before);
    expect((await account.tokens.list()).results).toHaveLength(2);
    expect((await mock.accounts.get(account.accountId)).counts.tokens).toBe(2);
  });

  test("it does not expire, and ends with its account, even if another account gets the same id", async () => {
    const { mock } = await controlledMock({ database: await databases[kind]() });
    const { accountId } = await mock.account({ clock: frozen });
    const tokens: string[] = [];
    const statuses = () =>
      Promise.all(
        tokens.map(async (token) => (await mock.fetch(mock.url + contacts, { headers: { authorization: `Bearer ${token}` } })).status),
      );
    const issue = async () => tokens.push((await mock.tokens.createUserToken(accountId)).accessToken);
    await issue();
    await issue();
    expect(new Set(tokens).size).toBe(1);
    tokens.pop();
    await mock.clock.advance({ days: 10_000 }, accountId);
    await mock.clock.freeze("2000-01-01T00:00:00Z", accountId);
    expect(await statuses()).toEqual([200]);
    await mock.deleteAccount(accountId);
    expect(await statuses()).toEqual([401]);
    await expect(mock.tokens.createUserToken(accountId)).rejects.toMatchObject({ category: "OBJECT_NOT_FOUND" });
    await mock.account({ accountId });
    await issue();
    expect(await statuses()).toEqual([401, 200]);
    await mock.reset();
    await mock.account({ accountId });
    await issue();
    expect(await statuses()).toEqual([401, 401, 200]);
  });
});

test("a user token has every scope, but represents no app", async () => {
  const { mock } = await controlledMock();
  const account = await mock.account({ scopes: ["tickets"] }, { objectSchemas: [{ objectTypeId: "2-7", name: "bicycle" }] });
  const { accessToken: token } = await account.tokens.createUserToken();
  const { call } = platformAt(mock.url, mock.fetch);
  const paths = [contacts, "/crm/objects/2026-03/2-7", "/cms/domains/2026-03", "/content/api/v2/pages", "/crm/properties/2026-03/deals"];
  expect(await Promise.all(paths.map(async (path) => (await call({ path, token })).status))).toEqual(paths.map(() => 200));
  expect(Object.keys(scopes).length).toBeGreaterThan(paths.length);
  const settings = await call({ path: `/webhooks/2026-03/${account.app.appId}/settings`, token });
  expect([settings.status, settings.body.message]).toEqual([404, "The access token belongs to a user, not to an app."]);
  expect((await call({ path: `/oauth/v1/access-tokens/${token}` })).status).toBe(404);
  const { clientId: client_id, clientSecret: client_secret } = account.app;
  const form = { token, client_id, client_secret };
  expect((await call({ path: "/oauth/2026-03/token/introspect", form })).body).toEqual({ active: false });
  await call({ path: "/oauth/2026-03/token/revoke", form });
  expect((await call({ path: contacts, token })).status).toBe(200);
});

test("with `uncheckedValues`, apps cannot set undefined properties, and users cannot set those that only the platform sets", async () => {
  const { mock, call } = await controlledMock();
  const account = await mock.account({ uncheckedValues: true });
  await account.seed({ properties: { contacts: [{ name: "old", archivedAt: now }] } });
  const { accessToken: user } = await account.tokens.createUserToken();
  const codeOf = async (token: string, name: string) => {
    const { status, body } = await call({ path: contacts, token, body: { properties: { [name]: "1" } } });
    return status === 201 ? status : body.errors[0].code;
  };
  expect(await codeOf(account.accessToken, "own")).toBe("PROPERTY_DOESNT_EXIST");
  const names = ["old", "", "x".repeat(1_000), "hs_merged_into_object_id", "hs_object_id", "own"];
  const undefinedCode = "PROPERTY_DOESNT_EXIST";
  expect(await Promise.all(names.map((name) => codeOf(user, name)))).toEqual([
    ...Array.from({ length: 4 }, () => undefinedCode),
    "READ_ONLY_VALUE",
    201,
  ]);
  expect(await codeOf(account.accessToken, "own")).toBe(201);
});

describe("only clients of the control API get a user token", () => {
  const elsewhere = { incoming: { socket: { remoteAddress: "203.0.113.9" } } } as unknown as Wire;
  const from = async (mock: Mock, headers: Record<string, string>, accountId: number) => {
    const path = `/__mock/v1/accounts/${accountId}/user-token`;
    return (await mock.pass(new Request(`http://127.0.0.1:4010${path}`, { method: "POST", headers }), elsewhere)).status;
  };

  test("without a control token, another machine does not", async () => {
    const { mock } = await controlledMock();
    const { accountId, accessToken } = await mock.account();
    expect(await from(mock, {}, accountId)).toBe(403);
    expect(await from(mock, { authorization: `Bearer ${accessToken}` }, accountId)).toBe(403);
  });

  test("with a control token, only a client that sends it does, and the user token gives no access to the control API", async () => {
    const { mock } = await controlledMock({ controlToken: "a-control-token" });
    const { accountId, accessToken } = await mock.account();
    const { accessToken: user } = await mock.tokens.createUserToken(accountId);
    const statuses = [accessToken, user, "a-control-token"].map((token) => from(mock, { authorization: `Bearer ${token}` }, accountId));
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
  });

  test("over HTTP, it is issued to this machine", async () => {
    const mock = await createMock();
    const server = await serveMock({ mock, port: 0 });
    onTestFinished(async () => {
      await server.close();
      await mock.close();
    });
    const { accountId } = await mock.account();
    const { status, body } = await platformAt(server.url, fetch).control("POST", `/accounts/${accountId}/user-token`);
    expect([status, body]).toEqual([200, await mock.tokens.createUserToken(accountId)]);
    const headers = { authorization: `Bearer ${body.accessToken}` };
    expect((await fetch(server.url + contacts, { headers })).status).toBe(200);
  });
});

test("the journal hides a user token", async () => {
  const { mock, call } = await controlledMock();
  const account = await mock.account();
  const { accessToken: token } = await account.tokens.createUserToken();
  const body = { properties: { firstname: `The token is ${token}.` } };
  await call({ path: `${contacts}?note=${token}`, token: account.accessToken, body });
  await call({ path: `/crm/${token}`, token: account.accessToken });
  const journal = JSON.stringify(await mock.requests.list({ waitFor: 2 }));
  expect(journal).toContain("The token is [redacted]");
  expect(journal).not.toContain(token.slice(0, 20));
});
