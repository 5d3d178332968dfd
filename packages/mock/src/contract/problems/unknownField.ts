import { type ContractRequest, maxProblems } from "../message.ts";
import { isObject, type JsonObject, type OpenApiDocument, resolve } from "../openapi/document.ts";
import type { Operation, Parameter } from "../openapi/operations.ts";
import { schemasAt, typesOf } from "../openapi/schemas.ts";
import { anyShape, bodyShape, type Shape } from "../openapi/shape.ts";
import type { Finding } from "./findings.ts";
import { didYouMean } from "./nearest.ts";

const maxListed = 40;
/** Higher than for other names, because few names are valid in one place. With it, `filters` suggests `filterGroups`. */
const maxDifference = 0.45;

/** Returns the query parameters and body fields that the document does not declare. The real service ignores them. */
export function unknownFindings(document: OpenApiDocument, operation: Operation, { query, body }: ContractRequest): readonly Finding[] {
  const findings = unknownParameters(document, operation, query);
  const shape = bodyShape(document, operation);
  if (hasUnknownField(body, shape)) addUnknownFields(body, shape, ["body"], findings);
  return findings;
}

export function unknownParameters(document: OpenApiDocument, operation: Operation, query: ContractRequest["query"]): Finding[] {
  const names = Object.keys(query);
  if (names.length === 0) return [];
  const parameters = operation.parameters.filter(({ place }) => place === "query");
  const unknown = names.filter((name) => !parameters.some((parameter) => parameter.name === name));
  // Any name can be a member of an exploded object.
  const hasMembers = ({ explode, schema }: Parameter) => explode && typesOf(schemasAt(document, schema, [])).includes("object");
  if (unknown.length === 0 || parameters.some(hasMembers)) return [];
  return unknown.map((name) => ({ path: ["query", name], code: "additionalProperties" }));
}

/** Computes no paths, because nearly all bodies have only declared fields. */
function hasUnknownField(value: unknown, shape: Shape): boolean {
  if (shape === anyShape || typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) {
    const item = shape.item();
    return value.some((one) => hasUnknownField(one, item));
  }
  for (const name in value) {
    if (shape.listsFields && !shape.declares(name)) return true;
    const inner = (value as JsonObject)[name];
    if (typeof inner === "object" && hasUnknownField(inner, shape.field(name))) return true;
  }
  return false;
}

function addUnknownFields(value: unknown, shape: Shape, path: readonly string[], findings: Finding[]): void {
  if (findings.length >= maxProblems || typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const isUnknown = !Array.isArray(value) && shape.listsFields && !shape.declares(name);
    if (isUnknown) findings.push({ path: [...path, name], code: "additionalProperties" });
    else addUnknownFields(inner, Array.isArray(value) ? shape.item() : shape.field(name), [...path, name], findings);
  }
}

/** Ignores alternatives whose constants do not match the object. */
export function knownFields(document: OpenApiDocument, schemas: readonly JsonObject[], value: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { properties } of schemas) {
    if (!isObject(properties)) continue;
    const isRuledOut = ([name, schema]: [string, unknown]) => {
      const field = resolve(document, schema);
      return isObject(value) && isObject(field) && "const" in field && field["const"] !== value[name];
    };
    if (Object.entries(properties).some(isRuledOut)) continue;
    for (const name of Object.keys(properties)) names.add(name);
  }
  return names;
}

export function unknownField(name: string, validNames: ReadonlySet<string>, kind: "field" | "parameter"): string {
  const names = [...validNames];
  if (names.length === 0) return `is not a known ${kind}: no ${kind}s are allowed here`;
  const more = names.length > maxListed ? ", …" : "";
  const suggestion = didYouMean(name, validNames, maxDifference) || ".";
  return `is not a known ${kind}${suggestion} Valid ${kind}s: ${names.slice(0, maxListed).join(", ")}${more}`;
}
