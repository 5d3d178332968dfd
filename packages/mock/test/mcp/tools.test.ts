import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMock, type MockOptions, serveMock, type Wire } from "@crm-platform/mock";
import { expect, onTestFinished, test } from "vitest";
import { agentInProcess } from "./agent.ts";

async function connected(options: MockOptions = {}) {
  const mock = await createMock(options);
  onTestFinished(() => mock.close());
  return { mock, ...(await agentInProcess(mock)) };
}

const contacts = { operation: "records.create", parameters: { objectType: "contacts" } };
const hanna = { properties: { email: "hanna@larkspurbikes.example" } };

test("a dry run answers with the changes and the webhooks, and leaves no trace", async () => {
  const { mock, call } = await connected();
  let webhooks = 0;
  mock.onWebhook(() => {
    webhooks += 1;
  });
  const { account } = await call("open_account", { template: "empty" });
  const [app] = (await mock.accounts.get(account)).apps;
  const appId = app?.appId ?? 0;
  const at = "2026-04-20T08:00:00Z";
  const settings = { targetUrl: "https://localhost:1/hooks", throttling: { maxConcurrentRequests: 10 } };
  await mock.seed(account, {
    webhookSettings: [{ appId, ...settings, createdAt: at, updatedAt: at }],
    webhookSubscriptions: [{ id: "1", appId, eventType: "contact.creation", active: true, createdAt: at, updatedAt: at }],
  });
  const before = await mock.snapshot(account);
  const accounts = await mock.accounts.list();

  const rehearsal = await call("call_operation", { account, ...contacts, body: hanna, dryRun: true });
  expect(rehearsal).toMatchObject({ dryRun: true, status: 201, total: 1, changes: [{ section: "records", change: "created" }] });
  expect(rehearsal.webhooks).toMatchObject([{ appId, events: [{ subscriptionType: "contact.creation" }] }]);

  expect(await mock.snapshot(account)).toEqual(before);
  expect(await mock.accounts.list()).toEqual(accounts);
  expect(await mock.requests.list()).toEqual([]);
  expect(await mock.webhooks.deliveries(account)).toEqual([]);
  expect(webhooks).toBe(0);
  const real = await call("call_operation", { account, ...contacts, body: hanna });
  expect(real.body.id).toBe(rehearsal.body.id);
  expect((await mock.account()).accountId).toBe(account + 1);
});

test("a dry run and a difference list all changes of a large batch, or say how many there are", async () => {
  const { call } = await connected();
  const { account } = await call("open_account", { template: "demo" });
  const types = [{ associationCategory: "SERVICE_DEFINED", associationTypeId: 1 }];
  const inputs = Array.from({ length: 100 }, (_, index) => ({
    properties: { email: `a${index}@larkspurbikes.example` },
    associations: [{ to: { id: "5201" }, types }],
  }));
  const batch = { account, operation: "records.batchCreate", parameters: { objectType: "contacts" }, body: { inputs } };
  const rehearsal = await call("call_operation", { ...batch, dryRun: true });
  expect([rehearsal.changes.length, rehearsal.total, rehearsal.hasMore]).toEqual([300, 300, false]);
  await call("snapshot", { account, name: "before" });
  await call("call_operation", batch);
  const { results, total, hasMore } = await call("difference", { account, since: "before", limit: 150 });
  expect([results.length, total, hasMore]).toEqual([150, 300, true]);
});

test("a call has the given scopes, and the reasons of errors are listed", async () => {
  const { call } = await connected();
  const { account } = await call("open_account", { template: "demo" });
  const call403 = { account, operation: "records.list", parameters: { objectType: "deals" }, scopes: ["tickets"] };
  expect(await call("call_operation", call403)).toMatchObject({ status: 403, body: { category: "MISSING_SCOPES" } });
  expect(await call("call_operation", { ...call403, dryRun: true })).toMatchObject({ status: 403, changes: [] });
  expect(await call("call_operation", { ...call403, scopes: ["crm.objects.deals.read"] })).toMatchObject({ status: 200 });
  await call("call_operation", { account, ...contacts, body: { propertys: {} } });
  const [entry] = await call("list_requests", { account, onlyProblems: true, limit: 1 });
  expect(entry).toMatchObject({ operationId: "records.create", status: 400, problems: [{ in: "properties" }, { in: "propertys" }] });
});

test("tokens are renewed after the clock has advanced past their life", async () => {
  const { call } = await connected();
  const { account } = await call("open_account", { template: "empty" });
  await call("advance_clock", { account, milliseconds: 3_600_000 });
  expect(await call("call_operation", { account, ...contacts, body: hanna })).toMatchObject({ status: 201 });
  const effects = await call("list_effects", { account });
  expect(effects).toEqual({ deliveries: [], emails: [] });
});

test("results contain no credentials", async () => {
  const { mock, call } = await connected({ demo: true });
  const opened = JSON.stringify(await call("open_account", { template: "empty" }));
  expect(opened).toMatch(/^\{"account":\d+,"appId":\d+\}$/);
  const account = 4815162;
  const token = await call("call_operation", {
    account,
    operation: "smtpTokens.create",
    body: { campaignName: "Spring", createContact: false },
  });
  expect([token.status, token.body.password]).toEqual([201, "[redacted]"]);
  expect(JSON.stringify(await call("list_requests", { account, bodies: true }))).not.toContain("demo-access-token");
  expect((await mock.accounts.get(account)).apps).toHaveLength(2);
});

test("secret fields are redacted, and data with the form of a credential is not", async () => {
  const { call } = await connected();
  const { account } = await call("open_account", { template: "empty" });
  await call("snapshot", { account, name: "before" });
  const create = { account, operation: "records.create", parameters: { objectType: "deals" } };
  for (const dealname of [`order-${account}`, `long-identifier-of-an-order-${account}`, `abcdefghijklmnop000020000001`]) {
    const deal = await call("call_operation", { ...create, body: { properties: { dealname } } });
    expect(deal.body.properties.dealname).toBe(dealname);
  }
  const token = { account, operation: "smtpTokens.create", body: { campaignName: "Spring", createContact: false } };
  const { body } = await call("call_operation", token);
  expect(body).toMatchObject({ password: "[redacted]", id: expect.not.stringContaining("redacted") });
  const reset = { account, operation: "smtpTokens.resetPassword", parameters: { tokenId: body.id } };
  expect(await call("call_operation", reset)).toMatchObject({ status: 200, body: { password: "[redacted]" } });
  const changes = JSON.stringify(await call("difference", { account, since: "before" }));
  expect(changes).toContain(`order-${account}`);
});

test("calls of an app's operations use its id", async () => {
  const { call } = await connected();
  const { account, appId } = await call("open_account", { template: "empty" });
  const settings = { targetUrl: "https://hooks.example/contacts", throttling: { maxConcurrentRequests: 10 } };
  const set = await call("call_operation", { account, operation: "webhooks.setSettings", body: settings });
  expect(set).toMatchObject({ appId, status: 200 });
  const get = { account, operation: "webhooks.getSettings" };
  expect(await call("call_operation", get)).toMatchObject({ body: settings });
  expect(await call("call_operation", { ...get, parameters: { appId } })).toMatchObject({ body: settings });
});

test("a dry run as an app that is not installed previews the ids of the call", async () => {
  const { call } = await connected();
  const { account } = await call("open_account", { template: "demo" });
  const create = { account, ...contacts, body: hanna, scopes: ["crm.objects.contacts.write", "crm.objects.contacts.read"] };
  const rehearsal = await call("call_operation", { ...create, dryRun: true });
  const real = await call("call_operation", create);
  expect([rehearsal.body.id, rehearsal.appId]).toEqual([real.body.id, real.appId]);
});

test.each([
  [
    "a body of a GET request",
    "call_operation",
    { operation: "records.list", parameters: { objectType: "deals" }, body: {} },
    'Remove "body"',
  ],
  ["a form that is a list", "call_operation", { operation: "oauth.createToken", body: ["a"] }, "must be an object"],
  [
    "an object as a part of the path",
    "call_operation",
    { operation: "records.list", parameters: { objectType: { toString: 1, valueOf: 1 } } },
    'The value of "objectType" must be',
  ],
  ["an operation with an invalid host", "call_operation", { operation: "GET http://[" }, "http://["],
  ["a path with an invalid host", "find_operations", { path: "//[" }, "//["],
])("%s is reported as an error of the input", async (_, tool, input, message) => {
  const { call, fail } = await connected();
  const { account } = await call("open_account", { template: "empty" });
  const { error } = await fail(tool, { ...(tool === "call_operation" && { account }), ...input });
  expect(error).toContain(message);
});

test.each([{ nth: 0 }, { times: 0 }])("a fault with %j is rejected", async (numbers) => {
  const { call, fail } = await connected();
  const { account } = await call("open_account", { template: "empty" });
  expect(await fail("add_fault", { account, effect: { type: "reset" }, ...numbers })).toContain(Object.keys(numbers)[0]);
});

test("a path below /mcp does not exist", async () => {
  const { mock } = await connected();
  expect((await mock.fetch(`${mock.url}/mcp/anything`, { method: "POST" })).status).toBe(404);
});

test("the examples in the descriptions of the tools are valid", async () => {
  const { client, call } = await connected();
  const { account } = await call("open_account", { template: "empty" });
  const { tools } = await client.listTools();
  const examplesIn = (name: string) => {
    const { description } = tools.find((tool) => tool.name === name) ?? {};
    return [...`${description}`.matchAll(/\{".*?\}(?=[\s,.](?!")|$)/g)].map(([example]) => JSON.parse(example));
  };
  const operations: Readonly<Record<string, string>> = {
    partialFailure: "records.batchCreate",
    duplicate: "webhooks.receiveEvents",
    reorder: "webhooks.receiveEvents",
  };
  const effects = examplesIn("add_fault");
  expect(effects).toHaveLength(11);
  for (const effect of effects)
    await call("add_fault", { account, effect, ...(operations[effect.type] && { operation: operations[effect.type] }) });
  await call("clear_faults", { account });
  const [state] = examplesIn("seed");
  expect(await call("seed", { account, state })).toEqual({ done: true });
});

test.each([
  ["delete deal", "records.archive"],
  ["create association between contact and deal", "associations.create"],
  ["search deals", "records.search"],
  ["send an email", "transactionalEmail.send"],
  ["subscribe to webhooks", "webhooks.createSubscription"],
  ["associate a contact with a deal", "associations.create"],
])("one of the first operations for %j is %s", async (words, operationId) => {
  const { call } = await connected();
  const { operations } = await call("find_operations", { words });
  expect(operations.slice(0, 5).map((one: { operationId: string }) => one.operationId)).toContain(operationId);
});

test("the first operation for a record type is the one for records", async () => {
  const { call } = await connected();
  expect((await call("find_operations", { words: "create a contact" })).operations[0].operationId).toBe("records.create");
});

test("operations are found by a path of any version", async () => {
  const { call, fail } = await connected();
  expect(await call("find_operations", { path: "GET /crm/v3/objects/contacts" })).toMatchObject({
    operations: [{ operationId: "records.list", version: "v3" }],
  });
  expect((await call("find_operations")).webhooks).toContain("createSubscription");
  expect((await fail("find_operations", { path: "/crm/v3/object/contacts" })).error).toContain("Did you mean GET /crm/");
  expect((await fail("find_operations", { area: "record" })).error).toContain('Unknown area "record". Did you mean records?');
});

test("errors name what would be right", async () => {
  const { call, fail } = await connected();
  expect((await fail("snapshot", { account: 7, name: "a" })).error).toBe(
    "No account has the handle 7. Call open_account, and use the handle that it returns.",
  );
  for (const account of [0, -1]) {
    expect((await fail("snapshot", { account, name: "a" })).error).toContain(`No account has the handle ${account}.`);
  }
  const { account } = await call("open_account", { template: "empty" });
  expect((await fail("call_operation", { account, operation: "records.get", parameters: { objectType: "deals" } })).error).toContain(
    'The parameter "recordId" of GET /crm/objects/2026-03/{objectType}/{recordId} is missing.',
  );
  expect(await fail("seed", { account, state: { record: {} } })).toMatchObject({
    category: "VALIDATION_ERROR",
    problems: [{ in: "record" }],
  });
  expect((await fail("undo", { account, to: "a" })).error).toBe('The account has no saved snapshot "a". Save one first.');
  expect(await fail("undo", { account, name: "a" })).toContain("Unrecognized key");
});

test.each<[name: string, options: MockOptions, remoteAddress: string, headers: Record<string, string>, status: number]>([
  ["another machine", {}, "203.0.113.9", {}, 403],
  ["a page on another site", {}, "127.0.0.1", { origin: "https://attacker.example" }, 403],
  ["a proxy", {}, "127.0.0.1", { "x-forwarded-for": "203.0.113.9" }, 403],
  ["a client without the control token", { controlToken: "secret" }, "127.0.0.1", {}, 401],
  ["a client with the control token", { controlToken: "secret" }, "203.0.113.9", { authorization: "Bearer secret" }, 200],
  ["this machine", {}, "127.0.0.1", {}, 200],
])("requests from %s to /mcp have the access that they have to the control API", async (_, options, remoteAddress, headers, status) => {
  const mock = await createMock(options);
  onTestFinished(() => mock.close());
  const wire = { incoming: { socket: { remoteAddress } } } as unknown as Wire;
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const content = { accept: "application/json, text/event-stream", "content-type": "application/json" };
  const url = "http://127.0.0.1:4010/mcp";
  expect((await mock.pass(new Request(url, { method: "POST", body, headers: { ...content, ...headers } }), wire)).status).toBe(status);
});

test("the server closes at once while an agent is connected", async () => {
  const { mock } = await connected();
  const server = await serveMock({ mock, port: 0, drainMs: 3_600_000 });
  const headers = { accept: "application/json, text/event-stream", "content-type": "application/json" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  expect((await fetch(`${server.url}/mcp`, { method: "POST", headers, body })).status).toBe(200);
  await server.close();
});

// The list is empty until the reference is built.
test("the resources are the Markdown pages of the reference", async () => {
  const { client } = await connected();
  const folder = fileURLToPath(new URL("../../reference", import.meta.url));
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const { resources } = await client.listResources();
  expect(resources.map(({ name }) => name)).toEqual(files.filter((file) => file.endsWith(".md")).sort());
  for (const { uri, name } of resources.slice(0, 3)) {
    expect(await client.readResource({ uri })).toMatchObject({ contents: [{ text: await readFile(join(folder, name), "utf8") }] });
  }
  await expect(client.readResource({ uri: "crm-platform://docs/../package.json" })).rejects.toThrow("No page has the URI");
});

test.each<[name: string, tool: string, input: object, message: string]>([
  ["a handle that is a string", "list_requests", { account: "7" }, "account: Invalid input: expected number"],
  ["a handle that is too large", "list_requests", { account: 1e308 }, "account: Too big"],
  ["the handle of no account", "clear_faults", { account: 99 }, "No account has the handle 99. Call open_account"],
  ["a long name of an operation", "call_operation", { operation: "x".repeat(100_000) }, "operation: Too big"],
  ["a path on another host", "call_operation", { operation: "GET http://example.com/crm/v3/objects/deals" }, "No operation matches GET"],
  ["an unknown effect", "add_fault", { effect: { type: "explode" } }, "effect.type must be one of status,"],
  ["a time after the last one", "advance_clock", { milliseconds: 9e15 }, "advance must be at most"],
  ["a snapshot of another account", "undo", { to: "of another account" }, 'The account has no saved snapshot "of another account".'],
])("%s is rejected with a sentence that says what to change", async (_, tool, input, message) => {
  const { call, fail } = await connected();
  const { account } = await call("open_account", { template: "empty" });
  const other = await call("open_account", { template: "empty" });
  await call("snapshot", { account: other.account, name: "of another account" });
  const error = await fail(tool, { account, ...input });
  expect(error.error ?? error).toContain(message);
});

test("a large argument is sent, and the response names the limit", async () => {
  const { call } = await connected();
  const { account } = await call("open_account", { template: "empty" });
  const list = { account, operation: "records.list", parameters: { objectType: "x".repeat(100_000) } };
  expect(await call("call_operation", list)).toMatchObject({ status: 414, body: { category: "URI_TOO_LONG" } });
});

test("secrets in arguments are in no error, no list and not in the journal", async () => {
  const { mock, call, client } = await connected();
  const { account } = await call("open_account", { template: "empty" });
  const { accessToken, refreshToken, app } = await mock.account();
  const texts: unknown[] = [];
  const run = async (name: string, input: object) => texts.push(await client.callTool({ name, arguments: { account, ...input } }));
  for (const secret of [accessToken, refreshToken, app.clientSecret]) {
    await run("call_operation", { operation: secret });
    await run("call_operation", { operation: `GET /oauth/v9/${secret}` });
    await run("call_operation", { operation: "oauthV1.getRefreshToken", parameters: { token: secret } });
    await run("call_operation", { operation: "oauth.createToken", body: { client_secret: secret, refresh_token: secret } });
    await run("call_operation", { operation: "records.list", parameters: { objectType: secret, access_token: secret } });
    await run("undo", { to: secret });
    await run("add_fault", { effect: { type: secret } });
    await run("list_requests", { bodies: true });
    expect(JSON.stringify([texts, await mock.requests.list()])).not.toContain(secret);
  }
});

test("50 accounts are independent", async () => {
  const { call } = await connected();
  const opened = await Promise.all(Array.from({ length: 50 }, () => call("open_account", { template: "empty" })));
  const calls = await Promise.all(opened.map(({ account }) => call("call_operation", { account, ...contacts, body: hanna })));
  expect(calls.map(({ status }) => status)).toEqual(opened.map(() => 201));
});
