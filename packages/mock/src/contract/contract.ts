import type { ContractRequest, ContractResponse, Problem } from "./message.ts";
import type { Operation } from "./openapi/operations.ts";

/** Values of a request in their declared types. Accepted deviations are corrected; invalid values are left unchanged. */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export interface CheckedRequest {
  /** Whether the operation requires an access token that the request lacks. */
  readonly lacksToken: boolean;
  /** Problems with `accepted` do not cause the request to be rejected, because the real service accepts them. */
  readonly problems: readonly Problem[];
}

export interface Contract {
  checkRequest(operation: Operation, request: ContractRequest): CheckedRequest;
  checkResponse(operation: Operation, response: ContractResponse): readonly Problem[];
}

export interface CompiledContract extends Contract {
  checkRequest(operation: Operation, request: ContractRequest): CheckedRequest & { readonly input: Input };
}
