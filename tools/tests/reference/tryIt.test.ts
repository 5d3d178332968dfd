import { type Client, createClient } from "@crm-platform/client";
import { addDemoAccount, createMock } from "@crm-platform/mock";
import { describe, expect, onTestFinished, test } from "vitest";
import { readFacts } from "../../reference/facts.ts";
import { tryItOperation } from "../../reference/tryIt/makeOperation.ts";
import type { TryItOperation } from "../../reference/tryIt/operation.ts";
import { curlOf, demoToken, type Entry, mistakesIn, requestOf, typeScriptOf } from "../../reference/tryIt/request.ts";
import { root } from "../workspace.ts";

const address = "http://127.0.0.1:4010";
const facts = await readFacts(root);
const operations = facts.operations.map((operation) => tryItOperation(facts, operation));
const requests = operations.flatMap((operation) =>
  operation.examples.map(({ values, body }) => ({ operation, entry: { address, token: demoToken, values, body } satisfies Entry })),
);
const operationOf = (id: string): TryItOperation => operations.find((operation) => operation.id === id) ?? expect.fail(id);

describe("the form of every example of every operation", () => {
  test("has no mistakes, and its request is valid", async () => {
    const mock = await createMock({ keepSunsetOperations: true });
    onTestFinished(() => mock.close());
    const problems: string[] = [];
    for (const { operation, entry } of requests) {
      expect([...mistakesIn(operation, entry)], operation.id).toEqual([]);
      const account = await addDemoAccount(mock);
      const { url, ...init } = requestOf(operation, entry);
      const response = await mock.fetch(url, init);
      const text = await response.text();
      if ([400, 401, 405, 415].includes(response.status)) problems.push(`${operation.id}: ${response.status} ${text}`);
      await account.delete();
    }
    expect(problems).toEqual([]);
  });

  test("becomes the same request as a call of the client", async () => {
    for (const { operation, entry } of requests) {
      const [, call = ""] = /await (client\..*);\nconsole/s.exec(typeScriptOf(operation, entry)) ?? [];
      const sent = await requestOfCall(call);
      const { url, method, body } = requestOf(operation, entry);
      const expected = { url: sorted(url), method, body: parsed(body?.toString() ?? "") };
      // The client adds an idempotency key to emails.
      expect({ ...sent, url: sorted(sent.url), body: parsed(sent.body) }, `${operation.id}: ${call}`).toMatchObject(expected);
    }
  });
});

async function requestOfCall(call: string): Promise<{ url: string; method: string; body: string }> {
  let sent: Request | undefined;
  const client = createClient({
    baseUrl: address,
    accessToken: demoToken,
    fetch: (request) => {
      sent = request;
      return Promise.resolve(Response.json({}));
    },
  });
  await (new Function("client", `return ${call};`) as (client: Client) => Promise<unknown>)(client).catch(() => undefined);
  if (sent === undefined) throw new Error(`No request: ${call}`);
  return { url: sent.url, method: sent.method, body: await sent.text() };
}

function sorted(text: string): string {
  const url = new URL(text);
  url.searchParams.sort();
  return url.href;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

test("curl contains the token of the demo account, and a placeholder instead of another token", () => {
  const [contact = expect.fail()] = requests.filter(({ operation }) => operation.id === "records.create");
  const body = '{ "properties": { "lastname": "O\'Hara" } }';
  expect(curlOf(contact.operation, { ...contact.entry, body })).toBe(
    [
      `curl '${address}/crm/objects/2026-03/contacts' \\`,
      "  --header 'Authorization: Bearer demo-access-token-4815162' \\",
      `  --json '{ "properties": { "lastname": "O'\\''Hara" } }'`,
    ].join("\n"),
  );
  const other = { ...contact.entry, token: "na1-secret" };
  expect(curlOf(contact.operation, other) + typeScriptOf(contact.operation, other)).not.toContain("na1-secret");
});

test.each(["{", '{ "a": 1, }', "{ 'a': 1 }", '{ "a": tru }', "[]]"])("says what is wrong with %j", (body) => {
  const { operation, entry } = requests.find((one) => one.operation.id === "records.create") ?? expect.fail();
  expect(mistakesIn(operation, { ...entry, body }).get("body")).toMatch(/^Not valid JSON: .*(?:position \d+|is not valid JSON)/);
});

test.each([
  [{ scope: { a: 1 } }, 'Received {"a":1} for scope, expected a string, a number, a boolean or an array of them.'],
  [{ scope: null }, "Received null for scope, expected a string, a number, a boolean or an array of them."],
  [{ scope: [["a"]] }, 'Received [["a"]] for scope, expected a string, a number, a boolean or an array of them.'],
])("a form cannot have the nested values in %j", (body, message) => {
  const { operation, entry } = requests.find((one) => one.operation.id === "oauth.createToken") ?? expect.fail();
  expect(mistakesIn(operation, { ...entry, body: JSON.stringify(body) }).get("body")).toBe(message);
  const list = requestOf(operation, { ...entry, body: '{ "scope": ["a", "b"] }' });
  expect(`${list.body}`).toBe("scope=a&scope=b");
});

test.each([
  ["records.create", "null", "object"],
  ["records.create", "[{}]", "object"],
  ["oauth.createToken", "null", "object"],
  ["oauth.createToken", '["a"]', "object"],
  ["lists.addMembers", "{}", "array"],
])("%s: the body %s is a mistake", (id, body, kind) => {
  const { operation, entry } = requests.find((one) => one.operation.id === id) ?? expect.fail();
  expect(mistakesIn(operation, { ...entry, body }).get("body")).toBe(`Received ${body}, expected a JSON ${kind}.`);
});

test("a parameter that is an object accepts no other JSON", () => {
  const [parameter = expect.fail()] = operations.flatMap(({ parameters }) => parameters).filter(({ type }) => type === "object");
  const operation = operations.find(({ parameters }) => parameters.includes(parameter)) ?? expect.fail();
  const values = operation.parameters.map((other) => (other === parameter ? "null" : other.example));
  const mistakes = mistakesIn(operation, { address, token: demoToken, values, body: "{}" });
  expect([...mistakes.values()]).toEqual(["Received null, expected a JSON object."]);
});

test.each([".", ".."])("refuses the value %j in a path", (value) => {
  const mistakes = mistakesIn(operationOf("records.get"), { address, token: demoToken, values: ["contacts", value], body: "" });
  expect([...mistakes]).toEqual([["1", expect.stringContaining(`than "${value}", which changes the request's path`)]]);
});

test("asks before operations that can delete or replace data", () => {
  const asked = operations.filter(({ isDestructive }) => isDestructive).map(({ id }) => id);
  expect(asked).toMatchInlineSnapshot(`
    [
      "records.archive",
      "records.batchArchive",
      "objectSchemas.delete",
      "objectSchemas.deleteAssociation",
      "lists.delete",
      "lists.restore",
      "lists.updateName",
      "lists.deleteMembers",
      "lists.addMembers",
      "lists.removeMembers",
      "lists.updateMembers",
      "records.merge",
      "records.mergeContacts",
      "records.mergeCompanies",
      "records.mergeDeals",
      "records.mergeTickets",
      "properties.archive",
      "properties.batchArchive",
      "properties.archiveGroup",
      "pipelines.set",
      "pipelines.delete",
      "pipelines.setStage",
      "pipelines.deleteStage",
      "tickets.archive",
      "associations.createDefault",
      "associations.create",
      "associations.delete",
      "associations.batchArchive",
      "associations.batchArchiveLabels",
      "associations.updateLabel",
      "associations.deleteLabel",
      "associations.batchDeleteLimits",
      "associationsV3.batchArchive",
      "associationsV1.create",
      "associationsV1.batchCreate",
      "associationsV1.delete",
      "associationsV1.batchDelete",
      "oauth.revokeToken",
      "oauthV1.deleteRefreshToken",
      "smtpTokens.delete",
      "smtpTokens.resetPassword",
      "smtpTokensV1.resetPassword",
      "eventDefinitions.delete",
      "eventDefinitions.deleteProperty",
      "webhooks.setSettings",
      "webhooks.deleteSettings",
      "webhooks.deleteSubscription",
      "broadcasts.delete",
      "legacy.deleteContact",
    ]
  `);
});
