import { invalidRequest, Refusal } from "../../contract/errors/refusal.ts";
import type { ContractRequest, Problem } from "../../contract/message.ts";
import type { Operation } from "../../contract/openapi/operations.ts";
import { refuseTooDeep, tooDeep } from "../../contract/request/bodySize.ts";
import type { operations } from "../../generated/control/paths.ts";
import type { RequestOf } from "../../platform/handler.ts";
import type { ControlContract } from "./contract.ts";

/** Holds what a caller in process gives to what the contract asks of a request over HTTP. */
export interface Checks {
  /**
   * Checks a body, and gives it back as JSON would carry it.
   * @throws Refusal VALIDATION_ERROR with every problem; PAYLOAD_TOO_LARGE for one that is nested too deep
   */
  check<Value>(operationId: keyof operations, value: Value): Value;
  /**
   * Checks the parameters of an operation without a body, and gives them back with their defaults.
   * @throws Refusal VALIDATION_ERROR with every problem
   */
  checkParameters<Id extends keyof operations>(operationId: Id, given: Parameters): Pick<RequestOf<operations[Id]>, "path" | "query">;
}

/** Parameters by name; those that are `undefined` are left out. */
interface Parameters {
  readonly path?: object;
  readonly query?: object;
}

// The account is looked for later; where a body is checked, only the body is.
const anyAccount = { accountId: "1" };

export function inputChecks({ contract, operations: all }: ControlContract): Checks {
  return {
    check(operationId, value) {
      const body = asJson(value);
      judged(operationId, { path: anyAccount, query: {}, headers: {}, body });
      return body;
    },
    checkParameters(operationId, { path = {}, query = {} }) {
      const problems: Problem[] = [];
      const request = { path: written(path, problems), query: written(query, problems), headers: {}, body: undefined };
      if (problems.length > 0) throw invalidRequest(problems);
      return judged(operationId, request) as never;
    },
  };

  function judged(operationId: keyof operations, request: ContractRequest): unknown {
    const { verdict, input } = contract.judge(operationOf(operationId), request);
    if (verdict.problems.length > 0) throw invalidRequest(verdict.problems);
    return input;
  }

  function operationOf(operationId: keyof operations): Operation {
    const operation = all.find((one) => one.operationId === operationId);
    if (!operation) throw new Error(`The control API has no ${operationId}.`);
    return operation;
  }
}

/** Parameters as a URL would carry them. */
function written(parameters: object, problems: Problem[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (["string", "number", "boolean"].includes(typeof value)) texts[name] = String(value);
    else problems.push({ in: name, code: "type", message: `${name} must be a text, a number, true or false` });
  }
  return texts;
}

/** A value as JSON would carry it; `undefined` for what JSON leaves out. */
function asJson<Value>(value: Value): Value {
  const text = jsonOf(value);
  if (text === undefined) return undefined as Value;
  const body = JSON.parse(text);
  refuseTooDeep(body);
  return body;
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // The stack has ended, long after the level at which a body over HTTP is refused.
    if (error instanceof RangeError && error.message.includes("call stack")) throw tooDeep();
    const isCircle = error instanceof TypeError && error.message.includes("circular");
    if (!isCircle && !error.message.includes("BigInt")) throw error;
    const reason = isCircle ? "it contains itself" : "it has a bigint in it";
    throw new Refusal("VALIDATION_ERROR", `What was given cannot be written as JSON: ${reason}.`);
  }
}
