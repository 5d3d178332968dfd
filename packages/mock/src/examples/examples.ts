import type { CheckedRequest } from "../contract/contract.ts";
import { invalidRequest, ResponseViolation, rejectedProblems, tokenRejection } from "../contract/errors/rejection.ts";
import type { ContractRequest, ContractResponse, Problem } from "../contract/message.ts";
import { type OpenApiDocument, objectAt } from "../contract/openapi/document.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import { type LazyContract, lazyContract } from "../contract/prism/lazyContract.ts";
import type { PrismContract } from "../contract/prism/prismContract.ts";
import { bearerToken } from "../contract/request/bearer.ts";
import type { HttpRequest } from "../http/httpRequest.ts";
import { type Preference, readPrefer, writePrefer } from "../http/prefer.ts";
import type { Place, Serve } from "../http/serve.ts";
import { chooseResponse } from "./choose.ts";
import { pairedExample } from "./pairing.ts";

type ContractFor = (operation: Operation) => Promise<PrismContract>;

/** Loads a single path, which is faster than loading the document. @param document must not contain references to paths */
export function contractByPath(document: OpenApiDocument): ContractFor {
  const contracts = new Map<string, LazyContract>();
  return (operation) => {
    const { path } = operation.version?.described ?? operation;
    const contract =
      contracts.get(path) ?? lazyContract(() => ({ ...document, paths: { [path]: objectAt(document, document.paths, path) } }));
    contracts.set(path, contract);
    return contract();
  };
}

export function serveExamples(contractFor: ContractFor, newSeed: () => string): Serve {
  return async (operation, http, read) => {
    let request: ContractRequest | undefined;
    let problems: readonly Problem[] | undefined;
    try {
      request = await read();
      const contract = await contractFor(operation);
      const check = contract.checkRequest(operation, request);
      problems = check.problems;
      rejectIfWrong(check);
      const preference = readPrefer(http.headers["prefer"]);
      const choice = chooseResponse(operation, preference, pairedExample(operation, request), newSeed);
      const response = withOwnHeaders(await contract.example(operation, choice), preference);
      const violations = contract.checkResponse(operation, response);
      if (violations.length > 0) throw new ResponseViolation(operation.operationId, violations);
      return { response, request, problems };
    } catch (error) {
      return { error, request, problems };
    }
  };
}

export function unlessPreferred(serve: Serve, serveExample: Serve, locate: (http: HttpRequest) => Promise<Place>): Serve {
  const prefer: Serve = async (operation, http, read) => {
    const place = await locate(http);
    const hasToken = bearerToken(http.headers["authorization"]) !== undefined;
    if (operation.authentication === "required" && !hasToken) return { error: tokenRejection(), place };
    return { ...(await serveExample(operation, http, read)), place };
  };
  return (operation, http, read) => {
    const preference = readPrefer(http.headers["prefer"]);
    return Object.keys(preference).length === 0 ? serve(operation, http, read) : prefer(operation, http, read);
  };
}

function rejectIfWrong({ lacksToken, problems }: CheckedRequest): void {
  if (lacksToken) throw tokenRejection();
  const reasons = rejectedProblems(problems);
  if (reasons.length > 0) throw invalidRequest(reasons);
}

function withOwnHeaders(response: ContractResponse, preference: Preference): ContractResponse {
  const appliedPreference = writePrefer(preference);
  // The correlation id in the header comes from the body, because all examples of a response share its headers.
  const id = (response.body as { readonly correlationId?: unknown } | null | undefined)?.correlationId;
  const headers = {
    ...response.headers,
    ...(typeof id === "string" ? { "x-correlation-id": id } : {}),
    "x-mock-source": "examples",
    ...(appliedPreference === "" ? {} : { "preference-applied": appliedPreference }),
  };
  return { ...response, headers };
}
