import { type ContractRequest, maxProblems, type Problem } from "../message.ts";
import { alternativesOf } from "../openapi/alternatives.ts";
import { isObject, type OpenApiDocument } from "../openapi/document.ts";
import { isDeviation } from "../openapi/evidence.ts";
import type { Operation } from "../openapi/operations.ts";
import { schemasAt } from "../openapi/schemas.ts";
import type { SensitiveNames } from "../openapi/sensitive.ts";
import { withoutConsequences } from "./consequences.ts";
import { describeValue, fieldName, valueAt } from "./fields.ts";
import { type Finding, isAboutChild, problemAt } from "./findings.ts";
import { knownFields, unknownField, unknownFindings } from "./unknownField.ts";

export interface Inspection {
  readonly document: OpenApiDocument;
  readonly sensitive: SensitiveNames;
  readonly operation: Operation;
  readonly request: ContractRequest;
  readonly strict: boolean;
}

export function requestProblems(inspection: Inspection, findings: readonly Finding[]): Problem[] {
  const { document, operation, request } = inspection;
  const unknown = unknownAlternative(document, operation.body?.schema, request.body);
  const problems = findings
    .filter((finding) => !(unknown && finding.path[0] === "body"))
    .slice(0, maxProblems)
    .map((finding) => problemOf(inspection, finding));
  return unknown ? [...problems, unknown] : withoutConsequences(problems);
}

/** Adds the fields and parameters that the document does not declare. They are accepted, because the real service ignores them. */
export function withUnknownFields(inspection: Inspection, problems: readonly Problem[]): readonly Problem[] {
  if (inspection.strict || problems.length >= maxProblems) return problems;
  const findings = unknownFindings(inspection.document, inspection.operation, inspection.request);
  if (findings.length === 0) return problems;
  const ignoredProblems = findings.map((finding): Problem => ({ ...problemOf(inspection, finding), accepted: true }));
  const isReported = (one: Problem) => problems.some((problem) => problem.in === one.in && problem.code === one.code);
  return [...problems, ...ignoredProblems.filter((one) => !isReported(one))];
}

function problemOf(inspection: Inspection, finding: Finding): Problem {
  return finding.path[0] === "body" ? bodyProblem(inspection, finding) : parameterProblem(inspection, finding);
}

function bodyProblem({ document, sensitive, operation, request, strict }: Inspection, finding: Finding): Problem {
  if (request.body === undefined) return { in: "body", code: "required", message: "body is required" };
  const path = finding.path.slice(1);
  const value = valueAt(request.body, path);
  const schemas = schemasAt(document, operation.body?.schema, path);
  if (isUnknown(finding)) {
    const owner = path.slice(0, -1);
    const names = knownFields(document, schemasAt(document, operation.body?.schema, owner), valueAt(request.body, owner));
    return unknownProblem(fieldName(request.body, path), finding, names, "field");
  }
  const isAccepted = !strict && isDeviation(schemas, "accepts", finding.code, value);
  const problem: Problem = {
    ...problemAt(fieldName(request.body, path) || "body", finding.code, schemas, value),
    ...(isAccepted ? { accepted: true } : {}),
  };
  if (isAboutChild(finding.code) || path.some((part) => sensitive.has(part))) return problem;
  return { ...problem, received: describeValue(value, problem.code) };
}

function parameterProblem({ document, sensitive, operation, request }: Inspection, finding: Finding): Problem {
  const [place = "", name = "", ...inner] = finding.path;
  if (isUnknown(finding) && inner.length === 0) {
    const parameters = operation.parameters.filter((candidate) => candidate.place === place);
    return unknownProblem(fieldName(undefined, [name]), finding, new Set(parameters.map((parameter) => parameter.name)), "parameter");
  }
  const parameter = operation.parameters.find((candidate) => candidate.place === place && candidate.name === name);
  const schemas = schemasAt(document, parameter?.schema, inner);
  const problem = problemAt(fieldName(undefined, [name, ...inner]) || place, finding.code, schemas);
  const value = place === "path" ? request.path[name] : place === "query" ? request.query[name] : undefined;
  if (value === undefined || isAboutChild(finding.code) || parameter?.sensitive || sensitive.has(name)) return problem;
  return { ...problem, received: describeValue([value].flat().join(","), "") };
}

function isUnknown({ code }: Finding): boolean {
  return code === "additionalProperties" || code === "unevaluatedProperties";
}

function unknownProblem(name: string, { path, code }: Finding, names: ReadonlySet<string>, kind: "field" | "parameter"): Problem {
  return { in: name, code, message: `${name} ${unknownField(path.at(-1) ?? "", names, kind)}` };
}

function unknownAlternative(document: OpenApiDocument, schema: unknown, body: unknown): Problem | undefined {
  const alternatives = alternativesOf(document, schema);
  if (!alternatives || !isObject(body) || alternatives.schemaOf.has(body[alternatives.propertyName])) return undefined;
  const name = alternatives.propertyName;
  if (!Object.hasOwn(body, name)) return { in: name, code: "required", message: `${name} is required` };
  return { in: name, code: "enum", message: `${name} must be one of ${[...alternatives.schemaOf.keys()].join(", ")}` };
}
