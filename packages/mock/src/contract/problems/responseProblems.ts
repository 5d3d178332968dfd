import { type ContractResponse, maxProblems, type Problem } from "../message.ts";
import type { OpenApiDocument } from "../openapi/document.ts";
import { isDeviation } from "../openapi/evidence.ts";
import { declaredResponse, type Operation, type ResponseModel } from "../openapi/operations.ts";
import { schemasAt } from "../openapi/schemas.ts";
import { withoutConsequences } from "./consequences.ts";
import { fieldName, valueAt } from "./fields.ts";
import { type Finding, problemAt } from "./findings.ts";

export function responseProblems(
  document: OpenApiDocument,
  operation: Operation,
  response: ContractResponse,
  findings: readonly Finding[],
): Problem[] {
  const model = declaredResponse(operation, response.status);
  const problems = findings.slice(0, maxProblems).map((finding) => {
    if (finding.path.length > 0) return fieldProblem(document, model, response, finding);
    if (model) return { in: "content-type", code: "mediaType", message: `content-type must be ${model.mediaTypes.join(" or ")}` };
    return { in: "status", code: "status", message: `status ${response.status} is not declared` };
  });
  return withoutConsequences(problems);
}

function fieldProblem(document: OpenApiDocument, model: ResponseModel | undefined, { body }: ContractResponse, finding: Finding): Problem {
  const [place, ...path] = finding.path;
  if (place !== "body") {
    const [name = "", ...inner] = path;
    return problemAt(name, finding.code, schemasAt(document, model?.headers.get(name.toLowerCase()), inner));
  }
  if (body === undefined) return { in: "body", code: "required", message: "body is required" };
  const schemas = schemasAt(document, model?.schema, path);
  const value = valueAt(body, path);
  const problem = problemAt(fieldName(body, path) || "body", finding.code, schemas, value);
  return isDeviation(schemas, "sends", finding.code, value) ? { ...problem, accepted: true } : problem;
}
