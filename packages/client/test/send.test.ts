import { assertSent } from "@crm-platform/client";
import { expect, test } from "vitest";

test.each([
  { result: { sendResult: "SENT" }, sent: true },
  { result: { sendResult: "QUEUED" }, sent: true },
  { result: { sendResult: "INVALID_TO_ADDRESS", message: "anna is not an address." }, sent: false, reason: "INVALID_TO_ADDRESS" },
  { result: { status: "PENDING", statusId: "1" }, sent: true },
  { result: { status: "PROCESSING", statusId: "1" }, sent: true },
  { result: { status: "COMPLETE", statusId: "1", sendResult: "SENT" }, sent: true },
  { result: { status: "COMPLETE", statusId: "1", sendResult: "IDEMPOTENT_IGNORE" }, sent: true },
  { result: { status: "COMPLETE", statusId: "1", sendResult: "THROTTLED" }, sent: false, reason: "THROTTLED" },
  { result: { status: "CANCELED", statusId: "1" }, sent: false, reason: "CANCELED" },
  { result: { status: "COMPLETE", statusId: "1" }, sent: false, reason: "COMPLETE" },
] as const)("assertSent: $result.status $result.sendResult", ({ result, ...expected }) => {
  if (expected.sent) {
    expect(assertSent(result)).toBe(result);
    return;
  }
  const message = `The email was not sent: ${expected.reason}`;
  expect(() => assertSent(result)).toThrow(expect.objectContaining({ name: "SendFailedError", message }));
});
