import { invalidRequest } from "../../contract/errors/refusal.ts";
import { maxProblems, type Problem } from "../../contract/message.ts";
import { described } from "../../contract/problems/fields.ts";

/**
 * A field that the document allows and the account does not.
 * @param expectation what would be right, after the name of the field: `must be …`
 * @param value what came, to be told like the values that break the document; so never one of a field that is `x-sensitive`
 */
export function problemOf(field: string, code: string, expectation: string, value: unknown): Problem {
  const problem = { in: field, code, message: `${field} ${expectation}` };
  return value === undefined ? problem : { ...problem, received: described(value, code) };
}

/** @throws Refusal when there are problems */
export function refuseIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalidRequest(problems.slice(0, maxProblems));
}
