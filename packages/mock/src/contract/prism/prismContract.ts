import type { Contract } from "../contract.ts";
import { type ContractRequest, type ContractResponse, maxProblems } from "../message.ts";
import type { OpenApiDocument } from "../openapi/document.ts";
import type { Operation } from "../openapi/operations.ts";
import { schemasAt, typesOf } from "../openapi/schemas.ts";
import { sensitiveNames } from "../openapi/sensitive.ts";
import { withoutConsequences } from "../problems/consequences.ts";
import type { Finding } from "../problems/findings.ts";
import { requestProblems, withUnknownFields } from "../problems/requestProblems.ts";
import { responseProblems } from "../problems/responseProblems.ts";
import { bearerToken } from "../request/bearer.ts";
import { declaredQuery, misreadParameters } from "./misreadParameters.ts";
import { type ExampleChoice, loadPrism } from "./prism.ts";

export interface PrismContract extends Contract {
  example(operation: Operation, choice: ExampleChoice): Promise<ContractResponse>;
}

/**
 * Validates with Prism. Where Prism reads requests differently than the platform, the request is changed before (`forPrism`), its findings
 * are corrected after (`correct`), or the problems that it misses are added (`misreadParameters`). Changes to the document are in
 * prepare.ts. Loading Prism takes about half a second, and loading the document about 100 ms.
 */
export async function loadPrismContract(document: OpenApiDocument): Promise<PrismContract> {
  const prism = await loadPrism(document);
  const sensitive = sensitiveNames(document);

  return {
    checkRequest(operation, request) {
      const prismRequest = forPrism(document, operation, request);
      const inspection = { document, sensitive, operation, request, strict: false };
      const findings = prism
        .checkRequest(operation.operationId, prismRequest)
        .flatMap((finding) => correct(document, operation, request, finding));
      const problems = [...requestProblems(inspection, findings), ...misreadParameters(inspection)];
      return {
        lacksToken: prism.isUnauthenticated(operation.operationId, prismRequest),
        problems: withUnknownFields(inspection, withoutConsequences(problems).slice(0, maxProblems)),
      };
    },

    checkResponse(operation, response) {
      return responseProblems(document, operation, response, prism.checkResponse(operation.operationId, response));
    },

    example: (operation, choice) => prism.example(operation.operationId, choice),
  };
}

function forPrism(document: OpenApiDocument, operation: Operation, request: ContractRequest): ContractRequest {
  const headers = new Map(Object.entries(request.headers));
  // Prism would accept anything after `Bearer `.
  const token = bearerToken(headers.get("authorization"));
  if (token === undefined) headers.delete("authorization");
  else headers.set("authorization", `Bearer ${token}`);
  // Prism would select a response by `accept`, and would fail on malformed values of the other headers, which it does not need.
  for (const name of ["accept", "content-length", "content-type"]) headers.delete(name);
  if (request.body !== undefined) headers.set("content-type", "application/json");
  return { ...request, query: declaredQuery(document, operation, request.query), headers: Object.fromEntries(headers) };
}

/** Corrects findings, because Prism treats `null`, `false`, `0`, `""` and `?name=` as missing and converts names to lower case. */
function correct(document: OpenApiDocument, operation: Operation, request: ContractRequest, finding: Finding): Finding[] {
  const [place, nameInFinding, ...inner] = finding.path;
  if (place === undefined) return absentBody(document, operation, request.body);
  if (place === "body" || nameInFinding === undefined) return [finding];
  const parameter = operation.parameters.find(
    (candidate) => candidate.place === place && candidate.name.toLowerCase() === nameInFinding.toLowerCase(),
  );
  const name = parameter?.name ?? nameInFinding;
  const isAbsent = place === "query" && finding.code === "required" && inner.length === 0;
  return isAbsent && request.query[name] !== undefined ? [] : [{ ...finding, path: [place, name, ...inner] }];
}

function absentBody(document: OpenApiDocument, { body: requestBody }: Operation, body: unknown): Finding[] {
  if (body === undefined) return [{ path: ["body"], code: "required" }];
  const types = typesOf(schemasAt(document, requestBody?.schema, []));
  return types.length === 0 || types.includes(typeOf(body)) ? [] : [{ path: ["body"], code: "type" }];
}

function typeOf(value: unknown): string {
  if (value === 0) return "integer";
  return value === null ? "null" : typeof value;
}
