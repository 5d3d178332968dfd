import { withoutConsequences } from "./consequences.ts";
import type { OpenApiDocument } from "./document.ts";
import { described, fieldName, shortened, valueAt } from "./fields.ts";
import { isAboutChild, pathOf, problemAt } from "./findings.ts";
import { type ContractRequest, mostProblems, type Problem } from "./message.ts";
import type { Operation } from "./operations.ts";
import type { Finding } from "./prism.ts";
import { schemasAt } from "./schemas.ts";
import type { SensitiveNames } from "./sensitive.ts";
import { unknownAlternative } from "./variants.ts";

/** What the findings are about. */
export interface Inspected {
  readonly document: OpenApiDocument;
  readonly sensitive: SensitiveNames;
  readonly operation: Operation;
  readonly request: ContractRequest;
}

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

function bodyProblem({ document, sensitive, operation, request }: Inspected, finding: Finding): Problem {
  const path = pathOf(finding).slice(1);
  const problem = problemAt(fieldName(request.body, path) || "body", finding.code, schemasAt(document, operation.body?.schema, path));
  if (isAboutChild(finding.code) || path.some((part) => sensitive.has(part))) return problem;
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
  const problem = problemAt(fieldName(undefined, [name, ...inner]), finding.code, schemasAt(document, parameter?.schema, inner));
  const value = place === "path" ? request.path[name] : place === "query" ? request.query[name] : undefined;
  if (value === undefined || parameter?.sensitive || sensitive.has(name)) return problem;
  return { ...problem, received: shortened([value].flat().join(",")) };
}
