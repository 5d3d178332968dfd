import { addDemoAccount, createMock, type Mock } from "@crm-platform/mock";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type DeclaredOperation, operations } from "../document.ts";
import { exampleRequest } from "../exampleRequest.ts";
import { controlledMock } from "./controlling.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
});
beforeEach(async () => {
  await mock.reset();
  await addDemoAccount(mock);
});
afterAll(() => mock.close());

interface Case {
  readonly title: string;
  readonly op: DeclaredOperation;
  readonly name: string | undefined;
  readonly status: number;
  readonly value: unknown;
}

const cases = operations.flatMap((op): Case[] => {
  const successes = op.responses.filter(({ status }) => status.startsWith("2"));
  const named = successes.flatMap(({ status, examples }) =>
    examples.map(({ name, value }) => ({ title: `${op.id} ${name}`, op, name, status: Number(status), value })),
  );
  if (named.length > 0) return named;
  const names = op.requests.length > 0 ? op.requests.map(({ name }) => name) : [undefined];
  return names.map((name) => ({ title: `${op.id} ${name ?? ""}`, op, name, status: Number(successes[0]?.status), value: undefined }));
});

async function send({ op, name }: Case): Promise<Response> {
  return mock.fetch(exampleRequest(op, name === undefined ? {} : { example: name }));
}

test("a user can grant the demo app scopes that the mock does not implement", async () => {
  const query = new URLSearchParams({
    client_id: "6c1f0d2e-8a41-4b7c-9e55-000004815162",
    redirect_uri: "https://traildesk.example/oauth/callback",
    scope: "oauth tickets",
    optional_scope: "e-commerce",
    decision: "approve",
  });
  const { headers } = await mock.fetch(new Request(`http://mock/oauth/authorize?${query}`, { redirect: "manual" }));
  expect(Object.keys(Object.fromEntries(new URL(headers.get("location") ?? "").searchParams))).toEqual(["code"]);
});

test("the cases include every operation", () => expect([...new Set(cases.map(({ op }) => op))]).toEqual(operations));

test.each(cases.filter(({ title }) => !title.startsWith("smtpTokensV1.list")))("$title has the status of the example", async (example) => {
  expect((await send(example)).status).toBe(example.status);
});

// These examples require a different state. For example, the demo account has SMTP tokens.
const otherStates = [
  "smtpTokensV1.list noTokens",
  "transactionalEmail.send pending",
  "transactionalEmailV1.send queued",
  "transactionalEmailV1.send portalSuspended",
];
// These examples contain only one of the built-in properties.
const shortened = ["objectSchemas.list all", "objectSchemas.get byName"];
// The token in the first example is created later in the sample data, the signature in the second is known only to the platform, and the
// others list only some of the scopes of the demo app, or of the properties of contacts.
const otherResponses = [
  ...shortened,
  ...["smtpTokensV1.list tokens", "oauthV1.getAccessToken accessToken", "oauthV1.getRefreshToken refreshToken"],
  ...["legacy.listProperties leadStatus", "legacy.getContactProfile jonas"],
];
const isRead = ({ op, title }: Case): boolean => op.method === "GET" && !otherStates.includes(title) && !otherResponses.includes(title);

test.each(cases.filter(isRead))("$title returns the example in the document", async (example) => {
  const text = await (await send(example)).text();
  // The URL of the next page contains the mock's own address.
  expect(JSON.parse(text, (name, value) => (name === "link" ? undefined : value))).toEqual(example.value);
});

const sendings = cases.filter(({ op, title }) => /^transactionalEmail(V1)?[.]/.test(op.id) && !otherStates.includes(title));

test.each(sendings)("$title has the result in the example", async (example) => {
  const { sendResult } = (await (await send(example)).json()) as { sendResult: string };
  expect(sendResult).toBe((example.value as { sendResult: string }).sendResult);
});

test("the demo account is created again after a reset", async () => {
  const { mock: demo } = await controlledMock({ demo: true });
  const listed = async () => {
    const headers = { authorization: "Bearer demo-access-token-4815162" };
    const response = await demo.fetch(`${demo.url}/cos-domains/v1/domains`, { headers });
    return ((await response.json()) as { total?: number }).total;
  };
  await demo.account();
  const before = await demo.snapshot(4815162);
  await demo.seed(4815162, { records: { tickets: [{ id: "1" }] } });
  const reset = await demo.fetch(`${demo.url}/__mock/v1/reset`, { method: "POST" });
  expect([reset.status, await listed()]).toEqual([204, 2]);
  expect((await demo.accounts.list()).results.map(({ accountId }) => accountId)).toEqual([4815162]);
  await demo.reset();
  expect(await demo.snapshot(4815162)).toEqual(before);
});
