import { withoutConsequences } from "./consequences.ts";
import type { OpenApiDocument } from "./document.ts";
import { described, fieldName, shortened, valueAt } from "./fields.ts";
import { type ContractRequest, mostProblems, type Problem } from "./message.ts";
import type { Operation } from "./operations.ts";
import type { Finding } from "./prism.ts";
import { schemasAt } from "./schemas.ts";
import type { SensitiveNames } from "./sensitive.ts";
import { unknownAlternative } from "./variants.ts";
import { expectation } from "./wording.ts";

/** What the findings are about. */
export interface Inspected {
  readonly document: OpenApiDocument;
  readonly sensitive: SensitiveNames;
  readonly operation: Operation;
  readonly request: ContractRequest;
}

const namesAChild = new Set(["required", "additionalProperties", "unevaluatedProperties"]);

/** Turns what Prism found in a request into problems that say what would be right. */
export function requestProblems(inspected: Inspected, findings: readonly Finding[]): Problem[] {
  const { document, operation, request } = inspected;
  const unknown = unknownAlternative(document, operation.body?.schema, request.body);
  const problems = findings
    .filter((finding) => !finding.mild && finding.code !== "401" && !(unknown && finding.path[0] === "body"))
    .slice(0, mostProblems)
    .map((finding) => {
      if (finding.path.length === 0) return absentBody(request.body);
      return finding.path[0] === "body" ? bodyProblem(inspected, finding) : parameterProblem(inspected, finding);
    });
  return unknown ? [...problems, unknown] : withoutConsequences(problems);
}

/** Turns what Prism found in an answer into problems. */
export function answerProblems(findings: readonly Finding[]): Problem[] {
  return findings.map(({ path, code, text }) => {
    if (path.length > 0) return { in: fieldName(undefined, path), code, message: text };
    const isMediaType = text.startsWith("The received media type");
    return { in: isMediaType ? "content-type" : "status", code: isMediaType ? "mediaType" : "status", message: text };
  });
}

function bodyProblem({ document, sensitive, operation, request }: Inspected, finding: Finding): Problem {
  const path = pathOf(finding).slice(1);
  const name = fieldName(request.body, path) || "body";
  const aboutChild = namesAChild.has(finding.code);
  const schemas = schemasAt(document, operation.body?.schema, path);
  const problem = { in: name, code: finding.code, message: `${name} ${expectation(finding.code, schemas)}` };
  if (aboutChild || path.some((part) => sensitive.has(part))) return problem;
  return { ...problem, received: described(valueAt(request.body, path), finding.code) };
}

function absentBody(body: unknown): Problem {
  if (body === undefined) return { in: "body", code: "required", message: "body is required" };
  // Prism holds `null`, `false`, `0` and `""` for no body at all.
  return { in: "body", code: "type", message: `body must not be ${JSON.stringify(body)}` };
}

function parameterProblem({ document, sensitive, operation, request }: Inspected, finding: Finding): Problem {
  const [place, written = "", ...inner] = pathOf(finding);
  // Prism compares and reports parameters in small letters.
  const parameter = operation.parameters.find(
    (candidate) => candidate.place === place && candidate.name.toLowerCase() === written.toLowerCase(),
  );
  const name = parameter?.name ?? written;
  const field = fieldName(undefined, [name, ...inner]);
  const schemas = schemasAt(document, parameter?.schema, inner);
  const problem = { in: field, code: finding.code, message: `${field} ${expectation(finding.code, schemas)}` };
  const value = place === "path" ? request.path[name] : place === "query" ? request.query[name] : undefined;
  if (value === undefined || parameter?.sensitive || sensitive.has(name)) return problem;
  return { ...problem, received: shortened([value].flat().join(",")) };
}

/** The path of a finding; for a missing or an unknown field with the name of that field, which only the text has. */
function pathOf(finding: Finding): string[] {
  const path = finding.path.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (!namesAChild.has(finding.code)) return path;
  const field = /'(.*)'/s.exec(finding.text)?.[1];
  return field === undefined ? path : [...path, field];
}
