import { invalidRequest, Rejection } from "../../contract/errors/rejection.ts";
import type { Problem } from "../../contract/message.ts";
import { isObject } from "../../contract/openapi/document.ts";
import { rejectOversizedJson, tooDeep } from "../../contract/request/bodySize.ts";
import type { InputOf, OperationId } from "../operations/table.ts";
import { rejectNewer } from "../state/state.ts";
import type { ControlContract } from "./contract.ts";

export interface Given {
  readonly path?: object;
  readonly query?: unknown;
  readonly body?: unknown;
}

/**
 * Validates the input of an in-process call as if it were an HTTP request. Returns the body as JSON, and the parameters with defaults.
 * @throws Rejection VALIDATION_ERROR with every problem; PAYLOAD_TOO_LARGE for a body that is nested too deeply
 */
export type CheckInput = <Id extends OperationId>(operationId: Id, given: Given) => Promise<InputOf<Id>>;

export function inputCheck({ contractOf, operations }: ControlContract): CheckInput {
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  return async (operationId, { path, query, body: given }) => {
    const operation = byId.get(operationId);
    if (!operation) throw new Error(`The control API has no operation ${operationId}.`);
    const isEmpty = path === undefined && query === undefined && given === undefined;
    if (isEmpty && !operation.body?.required) return { path: {}, query: {} } as InputOf<typeof operationId>;
    const problems: Problem[] = [];
    const parameters = { path: written(path, problems), query: written(query, problems) };
    if (problems.length > 0) throw invalidRequest(problems);
    const body = asJson(given);
    rejectNewerState(operationId, body);
    const contract = await contractOf(operation);
    const checked = contract.checkRequest(operation, { ...parameters, headers: {}, body });
    if (checked.problems.length > 0) throw invalidRequest(checked.problems);
    return checked.input as unknown as InputOf<typeof operationId>;
  };
}

const withState: ReadonlySet<string> = new Set<OperationId>(["state.seed", "state.set"]);

/** Call this before validation, which would report newer fields as unknown. @throws Rejection for a state from a newer version */
export function rejectNewerState(operationId: string, body: unknown): void {
  if (withState.has(operationId)) rejectNewer(body);
}

function written(parameters: unknown = {}, problems: Problem[]): Record<string, string> {
  const texts: Record<string, string> = {};
  if (!isObject(parameters)) {
    problems.push({ in: "query", code: "type", message: "query must be an object" });
    return texts;
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (["string", "number", "boolean"].includes(typeof value)) texts[name] = String(value);
    else problems.push({ in: name, code: "type", message: `${name} must be a string, a number or a boolean` });
  }
  return texts;
}

/** Returns `undefined` for a value that JSON omits. */
function asJson(value: unknown): unknown {
  const text = jsonOf(value);
  if (text === undefined) return undefined;
  rejectOversizedJson(Buffer.from(text), Number.POSITIVE_INFINITY);
  return JSON.parse(text);
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // A stack overflow means that the value is nested far deeper than the limit.
    if (error instanceof RangeError && error.message.includes("call stack")) throw tooDeep();
    const isCircular = error instanceof TypeError && error.message.includes("circular");
    if (!isCircular && !error.message.includes("BigInt")) throw error;
    const reason = isCircular ? "it is circular" : "it contains a bigint";
    throw new Rejection("VALIDATION_ERROR", `The input cannot be serialized as JSON: ${reason}.`);
  }
}
