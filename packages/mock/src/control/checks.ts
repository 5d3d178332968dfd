import { invalidRequest } from "../contract/refusal.ts";
import type { operations } from "../generated/control/paths.ts";
import type { ControlContract } from "./contract.ts";

/**
 * Checks what a caller in process gives as the contract checks a body over HTTP, and gives it back as JSON would carry it.
 * @throws Refusal VALIDATION_ERROR with every problem
 */
export type CheckInput = <Value>(operationId: keyof operations, value: Value) => Value;

export function inputCheck({ contract, operations: all }: ControlContract): CheckInput {
  return (operationId, value) => {
    const operation = all.find((one) => one.operationId === operationId);
    if (!operation) throw new Error(`The control API has no ${operationId}.`);
    const body = JSON.parse(JSON.stringify(value));
    // The account is looked for later; here only the body is.
    const { verdict } = contract.judge(operation, { path: { accountId: "1" }, query: {}, headers: {}, body });
    if (verdict.problems.length > 0) throw invalidRequest(verdict.problems);
    return body;
  };
}
