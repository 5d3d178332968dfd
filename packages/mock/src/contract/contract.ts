import type { ContractRequest, ContractResponse, Problem } from "./message.ts";
import type { Operation } from "./openapi/operations.ts";

/**
 * A request as its operation declares it: declared parameters by name, converted to their types, with defaults; and the parsed body, in
 * which deviations that the real service accepts are corrected. Invalid values stay as they were received.
 */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** By their names in the document. */
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export interface CheckedRequest {
  /** Whether the operation requires an access token and the request has no well-formed one. */
  readonly unauthenticated: boolean;
  /** Problems with `accepted` do not cause the request to be rejected, because the real service accepts them. */
  readonly problems: readonly Problem[];
}

/** Finds contract violations. Callers decide what to do about them. */
export interface Contract {
  checkRequest(operation: Operation, request: ContractRequest): CheckedRequest;
  checkResponse(operation: Operation, response: ContractResponse): readonly Problem[];
}

/** A contract that also prepares the request for the operation's handler. */
export interface CompiledContract extends Contract {
  checkRequest(operation: Operation, request: ContractRequest): CheckedRequest & { readonly input: Input };
}
