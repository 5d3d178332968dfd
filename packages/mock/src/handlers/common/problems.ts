import { invalidRequest, Rejection } from "../../contract/errors/rejection.ts";
import { maxProblems, type Problem } from "../../contract/message.ts";
import { describeValue } from "../../contract/problems/fields.ts";

/**
 * Returns the problem with a value that the document allows but that is invalid in this account.
 * @param value quoted in the problem, so it must not come from an `x-sensitive` field
 */
export function problemOf(field: string, code: string, expectation: string, value: unknown): Problem {
  const problem = { in: field, code, message: `${field} ${expectation}` };
  return value === undefined ? problem : { ...problem, received: describeValue(value, code) };
}

export function invalidValue(field: string, code: string, expectation: string, value: unknown): Rejection {
  return invalidRequest([problemOf(field, code, expectation, value)]);
}

/** @throws Rejection with status 404 and the message when there is no value */
export function existing<Value>(value: Value | undefined, message: string): Value {
  if (value === undefined) throw new Rejection("OBJECT_NOT_FOUND", message);
  return value;
}

export function rejectIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalidRequest(problems.slice(0, maxProblems));
}
