import { expect, test } from "vitest";
import { demoAccount, demoState } from "../../src/control/demo/demo.ts";
import type { TestAccount } from "../behavior/platform.ts";
import { operations } from "../document.ts";
import { exampleRequest } from "../exampleRequest.ts";
import { type Controlled, controlledMock } from "./controlling.ts";

/** Skips objects whose keys are the names of properties, because these names must be defined. */
function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownFields);
  if (typeof value !== "object" || value === null) return value;
  const isOfNames = (name: string, field: unknown) => /^(contactP|customP|p)roperties$/.test(name) && !Array.isArray(field);
  const fields = Object.entries(value).map(([name, field]) => [name, isOfNames(name, field) ? field : withUnknownFields(field)] as const);
  return Object.fromEntries([...fields, ["notDeclared", "n"]]);
}

async function putBack({ control }: Controlled, accountId: number): Promise<[before: string, after: string]> {
  const path = `/accounts/${accountId}/snapshot`;
  const { body } = await control("GET", path);
  await control("PUT", path, body);
  return [JSON.stringify(body), JSON.stringify((await control("GET", path)).body)];
}

/** Seeds the demo data before each request, because an example may archive records that another example uses. */
async function sendExamples({ mock }: Controlled, seed: TestAccount["seed"]): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const operation of operations.filter(({ mediaType }) => mediaType === "application/json")) {
    for (const { name, value } of operation.requests) {
      await seed({ ...demoState });
      const request = exampleRequest(operation, { example: name, body: withUnknownFields(value), origin: mock.url });
      statuses[`${operation.id} ${name}`] = (await mock.fetch(request)).status;
    }
  }
  return statuses;
}

test("a snapshot does not contain undeclared fields from requests, and can be restored", async () => {
  const platform = await controlledMock();
  const { accountId, seed } = await platform.account(demoAccount as Record<string, unknown>);
  const statuses = await sendExamples(platform, seed);
  expect(Object.entries(statuses).filter(([, status]) => status >= 300)).toEqual([]);
  const [before, after] = await putBack(platform, accountId);
  expect(after).toBe(before);
  expect(Object.keys(JSON.parse(before))).toEqual(expect.arrayContaining(["sentEmails", "eventDefinitions", "broadcasts", "smtpTokens"]));
  // The content of broadcasts may contain fields with any names.
  const { broadcasts: _content, ...declared } = JSON.parse(before);
  expect(JSON.stringify(declared)).not.toContain("notDeclared");
});

/** Returns the paths of the control API that need only the id of an account. */
async function pathsOf({ control }: Controlled, accountId: number): Promise<string[]> {
  const { body } = await control("GET", "/openapi.json");
  const ofAccount = /\/accounts\/\{accountId\}\/[^{]+$/;
  const paths = Object.entries<object>(body.paths).flatMap(([path, item]) => ("get" in item && ofAccount.test(path) ? [path] : []));
  return paths.map((path) => path.replace("{accountId}", String(accountId)));
}

test.each(["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"])("all operations work at %s", async (at) => {
  const platform = await controlledMock();
  const { accountId, seed } = await platform.account({ ...demoAccount, clock: { mode: "frozen", at } });
  const statuses = await sendExamples(platform, seed);
  expect(Object.values(statuses)).toContain(201);
  expect(Object.entries(statuses).filter(([, status]) => status >= 500)).toEqual([]);
  const [before, after] = await putBack(platform, accountId);
  expect(after).toBe(before);
  const paths = await pathsOf(platform, accountId);
  expect(paths).toContain(`/__mock/v1/accounts/${accountId}/tokens`);
  for (const path of paths) expect((await platform.call({ path })).status, path).toBe(200);
});

test("an email contains only the declared fields of its message and values", async () => {
  const { account } = await controlledMock();
  const one = await account();
  await one.seed({ emails: [{ id: 1 }] });
  const message = {
    to: "a@b.example",
    from: "us@hub.example",
    sendId: "s",
    replyTo: "r@b.example",
    replyToList: ["l@b.example"],
    cc: ["c@b.example"],
    bcc: ["d@b.example"],
  };
  const values = [{ name: "city", value: "Ulm" }];
  const body = { emailId: 1, message, contactProperties: values, customProperties: values };
  expect((await one.call({ path: "/email/public/v1/singleEmail/send", body })).status).toBe(200);
  expect((await one.snapshot()).sentEmails).toMatchObject([{ message, contactProperties: values, customProperties: values }]);
});

test("an event definition contains only the declared fields of its options and matching", async () => {
  const { account } = await controlledMock();
  const one = await account();
  const options = [{ label: "Red", value: "r" }];
  const customMatchingId = { primaryObjectRule: { targetObjectPropertyName: "email", eventPropertyName: "mail" } };
  const propertyDefinitions = [
    { label: "Color", name: "color", type: "enumeration", options },
    { label: "Mail", name: "mail", type: "string" },
  ];
  const body = withUnknownFields({ label: "Painted", includeDefaultProperties: false, propertyDefinitions, customMatchingId });
  const response = await one.call({ path: "/events/2026-03/event-definitions", body });
  expect([response.body.properties[0].options, response.body.customMatchingId]).toEqual([options, customMatchingId]);
  const platform = (await one.snapshot()).eventDefinitions[0];
  expect([platform.properties[0].options, platform.customMatchingId]).toEqual([options, customMatchingId]);
});

test("a property with a name of the maximum length can be created, set by a send, and restored", async () => {
  const platform = await controlledMock();
  const one = await platform.account();
  await one.seed({ emails: [{ id: 1 }] });
  const name = "n".repeat(100);
  const property = { name, label: "N", type: "string", fieldType: "text", groupName: "contactinformation" };
  expect((await one.call({ path: "/crm/properties/2026-03/contacts", body: property })).status).toBe(201);
  const send = { emailId: 1, message: { to: "a@b.example" }, contactProperties: [{ name, value: "v" }] };
  expect((await one.call({ path: "/email/public/v1/singleEmail/send", body: send })).status).toBe(200);
  const [before, after] = await putBack(platform, one.accountId);
  expect(after).toBe(before);
});

test("the number of an account's ids is limited, so that the next ids are exact integers", async () => {
  const { account, rejection } = await controlledMock();
  const one = await account();
  const path = `/accounts/${one.accountId}/seed`;
  for (const numbers of [Number.MAX_SAFE_INTEGER, 1_000_000_000_001]) {
    expect(await rejection("POST", path, { numbers })).toEqual({
      status: 400,
      problems: ["numbers: numbers must be at most 1000000000000"],
    });
  }
  await one.seed({ numbers: 1_000_000_000_000, emails: [{ id: 1 }] });
  const body = { emailId: 1, message: { to: "a@b.example" } };
  const send = async () => (await one.call({ path: "/email/public/v1/singleEmail/send", body })).body.eventId.id;
  expect(await send()).not.toBe(await send());
});
