import { invalidRequest, type Rejection } from "../../contract/errors/rejection.ts";
import { maxProblems, type Problem } from "../../contract/message.ts";
import { described } from "../../contract/problems/fields.ts";

/**
 * Returns a problem with a value that the document allows, but that is not valid in this account.
 * @param value quoted in the problem, so it must not come from an `x-sensitive` field
 */
export function problemOf(field: string, code: string, expectation: string, value: unknown): Problem {
  const problem = { in: field, code, message: `${field} ${expectation}` };
  return value === undefined ? problem : { ...problem, received: described(value, code) };
}

/** Returns the error for a request with one invalid value; see `problemOf`. */
export function invalidValue(field: string, code: string, expectation: string, value: unknown): Rejection {
  return invalidRequest([problemOf(field, code, expectation, value)]);
}

export function rejectIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalidRequest(problems.slice(0, maxProblems));
}
