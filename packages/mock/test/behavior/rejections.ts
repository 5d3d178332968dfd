import { expect } from "vitest";
import type { Call, Platform, TestResponse } from "./platform.ts";

// Problems with these codes concern a missing value, so they contain no invalid value.
const withoutValue: readonly string[] = ["required"];

/** Expects one problem per field, in any order, with the invalid value. */
export function expectInvalid({ status, body }: TestResponse, ...fields: readonly string[]): void {
  expect([status, body.category]).toEqual([400, "VALIDATION_ERROR"]);
  expect(body.errors.map((error: { in: string }) => error.in).sort()).toEqual([...fields].sort());
  expectReceived(body.errors);
}

/** Expects the `context` of each error to contain the invalid value. */
export function expectReceived(errors: readonly { readonly in: string; readonly code: string; readonly context?: unknown }[]): void {
  const offending = errors.filter(({ code }) => !withoutValue.includes(code));
  expect(offending).toEqual(offending.map((error) => ({ ...error, context: expect.objectContaining({ received: [expect.any(String)] }) })));
}

export function expectNotFound({ status, body }: TestResponse): void {
  expect([status, body.category]).toEqual([404, "OBJECT_NOT_FOUND"]);
}

export async function expectScope(platform: Platform, scope: string, call: Call): Promise<void> {
  const without = await platform.account({ scopes: ["tickets"] });
  const response = await without.call(call);
  expect([response.status, response.body.category]).toEqual([403, "MISSING_SCOPES"]);
  expect(response.body.errors[0].context.requiredGranularScopes).toEqual([scope]);
  const account = await platform.account({ scopes: [scope] });
  expect([401, 403]).not.toContain((await account.call(call)).status);
}
