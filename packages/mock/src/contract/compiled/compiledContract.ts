import type { CompiledContract, Input } from "../contract.ts";
import type { ContractRequest, Problem } from "../message.ts";
import type { OpenApiDocument } from "../openapi/document.ts";
import type { Operation } from "../openapi/operations.ts";
import { sensitiveNames } from "../openapi/sensitive.ts";
import { requestProblems, withUnknownFields } from "../problems/requestProblems.ts";
import { responseProblems } from "../problems/responseProblems.ts";
import { bearerToken } from "../request/bearer.ts";
import { inputReader } from "../request/input.ts";
import { type Leniency, leniencyOf } from "../request/leniency.ts";
import { type RequestCheck, requestCheck } from "./requestCheck.ts";
import { type ResponseCheck, responseCheck } from "./responseCheck.ts";
import type { Validators } from "./validators.ts";

interface CompiledOperation {
  readonly readInput: (request: ContractRequest) => Input;
  readonly checkRequest: RequestCheck;
  readonly checkResponse: ResponseCheck;
  readonly leniency: Leniency;
}

export interface CompiledContractOptions {
  /** Whether to reject undeclared query parameters and body fields, and deviations that the real service accepts. */
  readonly strict?: boolean;
}

const noProblems: readonly Problem[] = [];

/** Treats access tokens as bearer tokens, regardless of the document's security schemes. */
export function compiledContract(
  document: OpenApiDocument,
  validators: Validators,
  { strict = false }: CompiledContractOptions = {},
): CompiledContract {
  // The versions of an operation share its validators.
  const operations = new Map<string, CompiledOperation>();
  const sensitive = sensitiveNames(document);

  return {
    checkRequest(operation, request) {
      const { readInput, checkRequest, leniency } = compiledOf(operation);
      const input = readInput(request);
      const lacksToken = operation.authentication === "required" && bearerToken(request.headers["authorization"]) === undefined;
      const findings = checkRequest(request, input);
      const inspection = { document, sensitive, operation, request, strict };
      if (findings.length === 0) return { lacksToken, problems: withUnknownFields(inspection, noProblems), input };
      const body = strict ? request.body : leniency(request.body);
      const corrected = { ...request, body };
      const isCorrected = body !== request.body;
      // The first check may have stopped at `maxProblems` accepted problems. The corrected body has no accepted problems.
      const remaining = isCorrected ? checkRequest(corrected, input) : findings;
      const reasons = requestProblems({ ...inspection, request: corrected, strict: true }, remaining);
      const accepted = isCorrected ? requestProblems(inspection, findings).filter((problem) => problem.accepted) : noProblems;
      return { lacksToken, problems: withUnknownFields(inspection, [...reasons, ...accepted]), input: { ...input, body } };
    },

    checkResponse(operation, response) {
      const findings = compiledOf(operation).checkResponse(response);
      return findings.length === 0 ? noProblems : responseProblems(document, operation, response, findings);
    },
  };

  function compiledOf(operation: Operation): CompiledOperation {
    const cachedOperation = operations.get(operation.operationId);
    if (cachedOperation) return cachedOperation;
    const compiledOperation = {
      readInput: inputReader(document, operation),
      checkRequest: requestCheck(validators, document, operation, strict),
      checkResponse: responseCheck(validators, document, operation),
      leniency: leniencyOf(document, operation.body?.schema),
    };
    operations.set(operation.operationId, compiledOperation);
    return compiledOperation;
  }
}
