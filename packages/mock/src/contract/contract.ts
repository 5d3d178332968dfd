import type { Answer, ContractRequest, Problem } from "./message.ts";
import type { Operation } from "./openapi/operations.ts";

/**
 * A request as its operation declares it: parameters by name, in their types and with their defaults, undeclared ones left out; the
 * body as it was parsed, with what the real service accepts beyond the document rewritten to match the document. A value with a
 * problem stays as it was received.
 */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** By their names as the document writes them. */
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** What the contract finds in a request. */
export interface CheckedRequest {
  /** Whether the operation needs an access token and the request has no well-formed one. */
  readonly unauthenticated: boolean;
  /** Problems with `accepted` are violations that the real service accepts; the request is served all the same. */
  readonly problems: readonly Problem[];
}

/** Finds what breaks the document. What to do about it is for the caller to decide. */
export interface Contract {
  checkRequest(operation: Operation, request: ContractRequest): CheckedRequest;
  checkAnswer(operation: Operation, answer: Answer): readonly Problem[];
}

/** The contract that also reads a request for the operation's handler. */
export interface CompiledContract extends Contract {
  checkRequest(operation: Operation, request: ContractRequest): CheckedRequest & { readonly input: Input };
}
