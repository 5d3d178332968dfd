import { expect } from "vitest";
import type { Answered, Call, Platform } from "./rows.ts";

// About a field that is not there, or a body that cannot be read as a whole: no value offends.
const withoutValue: readonly string[] = ["required"];

/** A 400 with one problem for each of the fields, in any order; each tells the value it is about. */
export function expectInvalid({ status, body }: Answered, ...fields: readonly string[]): void {
  expect([status, body.category]).toEqual([400, "VALIDATION_ERROR"]);
  expect(body.errors.map((error: { in: string }) => error.in).sort()).toEqual([...fields].sort());
  expectReceived(body.errors);
}

/** behaviour.md, 2: the `context` of each error has the offending value. */
export function expectReceived(errors: readonly { readonly in: string; readonly code: string; readonly context?: unknown }[]): void {
  const offending = errors.filter(({ code }) => !withoutValue.includes(code));
  expect(offending).toEqual(offending.map((error) => ({ ...error, context: expect.objectContaining({ received: [expect.any(String)] }) })));
}

export function expectNotFound({ status, body }: Answered): void {
  expect([status, body.category]).toEqual([404, "OBJECT_NOT_FOUND"]);
}

/** With this scope alone the call passes the gate, and with another one it does not. */
export async function expectScope(platform: Platform, scope: string, call: Call): Promise<void> {
  const without = await platform.account({ scopes: ["tickets"] });
  const refused = await without.call(call);
  expect([refused.status, refused.body.category]).toEqual([403, "MISSING_SCOPES"]);
  expect(refused.body.errors[0].context.requiredGranularScopes).toEqual([scope]);
  const allowed = await platform.account({ scopes: [scope] });
  expect([401, 403]).not.toContain((await allowed.call(call)).status);
}
