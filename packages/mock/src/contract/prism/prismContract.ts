import type { Contract } from "../contract.ts";
import { type Answer, type ContractRequest, maxProblems } from "../message.ts";
import type { OpenApiDocument } from "../openapi/document.ts";
import type { Operation } from "../openapi/operations.ts";
import { schemasAt, typesOf } from "../openapi/schemas.ts";
import { sensitiveNames } from "../openapi/sensitive.ts";
import { answerProblems } from "../problems/answerProblems.ts";
import { withoutConsequences } from "../problems/consequences.ts";
import type { Finding } from "../problems/findings.ts";
import { requestProblems } from "../problems/requestProblems.ts";
import { bearerToken } from "../request/bearer.ts";
import { declaredQuery, misreadParameters } from "./misreadParameters.ts";
import { type ExampleChoice, loadPrism } from "./prism.ts";

/** The contract by Prism, and the examples of the document. */
export interface PrismContract extends Contract {
  /** Takes an answer from the examples, or makes one by the schema. */
  example(operation: Operation, choice: ExampleChoice): Promise<Answer>;
}

/**
 * Reads the document for Prism, in about 100 ms after half a second for the import of Prism. It ignores schemas that do not
 * compile and checks nothing then.
 */
export async function loadPrismContract(document: OpenApiDocument): Promise<PrismContract> {
  const prism = await loadPrism(document);
  const sensitive = sensitiveNames(document);

  return {
    checkRequest(operation, request) {
      const shown = forPrism(document, operation, request);
      const inspected = { document, sensitive, operation, request, strict: false };
      const findings = prism.checkRequest(operation.operationId, shown).flatMap((finding) => mended(document, operation, request, finding));
      const problems = [...requestProblems(inspected, findings), ...misreadParameters(inspected)];
      return {
        unauthenticated: prism.isUnauthenticated(operation.operationId, shown),
        problems: withoutConsequences(problems).slice(0, maxProblems),
      };
    },

    checkAnswer(operation, answer) {
      return answerProblems(document, operation, answer, prism.checkAnswer(operation.operationId, answer));
    },

    example: (operation, choice) => prism.example(operation.operationId, choice),
  };
}

/** Leaves out of a request what Prism misreads. */
function forPrism(document: OpenApiDocument, operation: Operation, request: ContractRequest): ContractRequest {
  const headers = new Map(Object.entries(request.headers));
  // It would take anything after `Bearer ` for a token.
  const token = bearerToken(headers.get("authorization"));
  if (token === undefined) headers.delete("authorization");
  else headers.set("authorization", `Bearer ${token}`);
  // It negotiates by the one, and fails on the others when they are malformed; the body is parsed already.
  for (const name of ["accept", "content-length", "content-type"]) headers.delete(name);
  if (request.body !== undefined) headers.set("content-type", "application/json");
  return { ...request, query: declaredQuery(document, operation, request.query), headers: Object.fromEntries(headers) };
}

/** Prism takes `null`, `false`, `0` and `""` for no body at all, `?name=` for no parameter, and all names in small letters. */
function mended(document: OpenApiDocument, operation: Operation, request: ContractRequest, finding: Finding): Finding[] {
  const [place, written, ...inner] = finding.path;
  if (place === undefined) return absentBody(document, operation, request.body);
  if (place === "body" || written === undefined) return [finding];
  const parameter = operation.parameters.find((one) => one.place === place && one.name.toLowerCase() === written.toLowerCase());
  const name = parameter?.name ?? written;
  const isAbsent = place === "query" && finding.code === "required" && inner.length === 0;
  return isAbsent && request.query[name] !== undefined ? [] : [{ ...finding, path: [place, name, ...inner] }];
}

function absentBody(document: OpenApiDocument, { body: declared }: Operation, body: unknown): Finding[] {
  if (body === undefined) return [{ path: ["body"], code: "required" }];
  const types = typesOf(schemasAt(document, declared?.schema, []));
  return types.length === 0 || types.includes(typeOf(body)) ? [] : [{ path: ["body"], code: "type" }];
}

function typeOf(value: unknown): string {
  if (value === 0) return "integer";
  return value === null ? "null" : typeof value;
}
