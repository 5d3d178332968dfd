import { assertSent, createClient, SendFailedError } from "@crm-platform/client";
import { createMock } from "@crm-platform/mock";
import { expect, test } from "vitest";

test.each([
  { given: "a customer", to: "jonas.brandt@larkspurbikes.example", state: {}, expected: "SENT" },
  {
    given: "an account that defers delivery",
    to: "jonas.brandt@larkspurbikes.example",
    state: { deferredDelivery: true },
    expected: "QUEUED",
  },
])("sending to $given results in $expected", async ({ to, state, expected }) => {
  const mock = await createMock();
  const account = await mock.account();
  await account.seed({ profile: state, emails: [{ id: 1, from: "support@hub.example" }] });
  const client = createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken: account.accessToken });
  const sent = assertSent(await client.transactionalEmailV1.send({ emailId: 1, message: { to } }));
  expect(sent.sendResult).toBe(expected);
});

test.each([
  { to: "not-an-address", expected: "INVALID_TO_ADDRESS" },
  { to: "someone@blocked.example", expected: "BLOCKED_DOMAIN" },
  { to: "gone@customer.example", expected: "PREVIOUSLY_BOUNCED" },
])("sending to $to returns a result, and assertSent throws an error that does not contain the address", async ({ to, expected }) => {
  const mock = await createMock();
  const account = await mock.account();
  await account.seed({
    emails: [{ id: 1, from: "support@hub.example" }],
    blockedDomains: ["blocked.example"],
    bouncedAddresses: ["gone@customer.example"],
  });
  const client = createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken: account.accessToken });
  const result = await client.transactionalEmailV1.send({ emailId: 1, message: { to } });
  expect(result.sendResult).toBe(expected);
  const check = (): unknown => assertSent(result);
  expect(check).toThrow(SendFailedError);
  expect(check).toThrow(`The email was not sent: ${expected}`);
  expect(check).not.toThrow(to);
});

test.each([
  { result: { status: "PENDING", statusId: "1" }, sent: true },
  { result: { status: "PROCESSING", statusId: "1" }, sent: true },
  { result: { status: "COMPLETE", statusId: "1", sendResult: "SENT" }, sent: true },
  { result: { status: "COMPLETE", statusId: "1", sendResult: "IDEMPOTENT_IGNORE" }, sent: true },
  { result: { status: "COMPLETE", statusId: "1", sendResult: "THROTTLED" }, sent: false, reason: "THROTTLED" },
  { result: { status: "CANCELED", statusId: "1" }, sent: false, reason: "CANCELED" },
  { result: { status: "COMPLETE", statusId: "1" }, sent: false, reason: "COMPLETE" },
] as const)("assertSent of version 2026-03: $result.status $result.sendResult", ({ result, ...expected }) => {
  if (expected.sent) expect(assertSent(result)).toBe(result);
  else expect(() => assertSent(result)).toThrow(`The email was not sent: ${expected.reason}`);
});
