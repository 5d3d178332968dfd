import { type ContractRequest, maxProblems, type Problem } from "../message.ts";
import { alternativesOf } from "../openapi/alternatives.ts";
import { isObject, type OpenApiDocument } from "../openapi/document.ts";
import { isDeviation } from "../openapi/evidence.ts";
import type { Operation } from "../openapi/operations.ts";
import { schemasAt } from "../openapi/schemas.ts";
import type { SensitiveNames } from "../openapi/sensitive.ts";
import { withoutConsequences } from "./consequences.ts";
import { described, fieldName, valueAt } from "./fields.ts";
import { type Finding, isAboutChild, problemAt } from "./findings.ts";
import { knownFields, unknownField, unknownFindings } from "./unknownField.ts";

export interface Inspected {
  readonly document: OpenApiDocument;
  readonly sensitive: SensitiveNames;
  readonly operation: Operation;
  readonly request: ContractRequest;
  readonly strict: boolean;
}

export function requestProblems(inspected: Inspected, findings: readonly Finding[]): Problem[] {
  const { document, operation, request } = inspected;
  const unknown = unknownAlternative(document, operation.body?.schema, request.body);
  const problems = findings
    .filter((finding) => !(unknown && finding.path[0] === "body"))
    .slice(0, maxProblems)
    .map((finding) => problemOf(inspected, finding));
  return unknown ? [...problems, unknown] : withoutConsequences(problems);
}

/** Adds the fields and parameters that the document does not declare. They are accepted, because the real service ignores them. */
export function withIgnored(inspected: Inspected, problems: readonly Problem[]): readonly Problem[] {
  if (inspected.strict || problems.length >= maxProblems) return problems;
  const findings = unknownFindings(inspected.document, inspected.operation, inspected.request);
  if (findings.length === 0) return problems;
  const ignored = findings.map((finding): Problem => ({ ...problemOf(inspected, finding), accepted: true }));
  const isReported = (one: Problem) => problems.some((problem) => problem.in === one.in && problem.code === one.code);
  return [...problems, ...ignored.filter((one) => !isReported(one))];
}

function problemOf(inspected: Inspected, finding: Finding): Problem {
  return finding.path[0] === "body" ? bodyProblem(inspected, finding) : parameterProblem(inspected, finding);
}

function bodyProblem({ document, sensitive, operation, request, strict }: Inspected, finding: Finding): Problem {
  if (request.body === undefined) return { in: "body", code: "required", message: "body is required" };
  const path = finding.path.slice(1);
  const value = valueAt(request.body, path);
  const schemas = schemasAt(document, operation.body?.schema, path);
  if (isUnknown(finding)) {
    const owner = path.slice(0, -1);
    const known = knownFields(document, schemasAt(document, operation.body?.schema, owner), valueAt(request.body, owner));
    return unknownProblem(fieldName(request.body, path), finding, known, "field");
  }
  const isAccepted = !strict && isDeviation(schemas, "accepts", finding.code, value);
  const problem: Problem = {
    ...problemAt(fieldName(request.body, path) || "body", finding.code, schemas, value),
    ...(isAccepted ? { accepted: true } : {}),
  };
  if (isAboutChild(finding.code) || path.some((part) => sensitive.has(part))) return problem;
  return { ...problem, received: described(value, problem.code) };
}

function parameterProblem({ document, sensitive, operation, request }: Inspected, finding: Finding): Problem {
  const [place = "", name = "", ...inner] = finding.path;
  if (isUnknown(finding) && inner.length === 0) {
    const known = operation.parameters.filter((candidate) => candidate.place === place);
    return unknownProblem(fieldName(undefined, [name]), finding, new Set(known.map((parameter) => parameter.name)), "parameter");
  }
  const parameter = operation.parameters.find((candidate) => candidate.place === place && candidate.name === name);
  const schemas = schemasAt(document, parameter?.schema, inner);
  const problem = problemAt(fieldName(undefined, [name, ...inner]) || place, finding.code, schemas);
  const value = place === "path" ? request.path[name] : place === "query" ? request.query[name] : undefined;
  if (value === undefined || isAboutChild(finding.code) || parameter?.sensitive || sensitive.has(name)) return problem;
  return { ...problem, received: described([value].flat().join(","), "") };
}

function isUnknown({ code }: Finding): boolean {
  return code === "additionalProperties" || code === "unevaluatedProperties";
}

function unknownProblem(name: string, { path, code }: Finding, known: ReadonlySet<string>, kind: "field" | "parameter"): Problem {
  return { in: name, code, message: `${name} ${unknownField(path.at(-1) ?? "", known, kind)}` };
}

function unknownAlternative(document: OpenApiDocument, schema: unknown, body: unknown): Problem | undefined {
  const alternatives = alternativesOf(document, schema);
  if (!alternatives || !isObject(body) || alternatives.schemaOf.has(body[alternatives.propertyName])) return undefined;
  const name = alternatives.propertyName;
  if (!Object.hasOwn(body, name)) return { in: name, code: "required", message: `${name} is required` };
  return { in: name, code: "enum", message: `${name} must be one of ${[...alternatives.schemaOf.keys()].join(", ")}` };
}
