import type { Problem } from "../message.ts";
import type { JsonObject } from "../openapi/document.ts";
import { alternativeTypes, keyword } from "../openapi/schemas.ts";
import { expectation } from "./wording.ts";

export interface Finding {
  /** The path starts with `body`, `query`, `path` or `header`. It is empty if the finding concerns the whole response. */
  readonly path: readonly string[];
  /** The violated JSON Schema keyword, or `status`. */
  readonly code: string;
}

const namesAChild = new Set(["required", "additionalProperties", "unevaluatedProperties"]);

export function isAboutChild(code: string): boolean {
  return namesAChild.has(code);
}

export function problemAt(name: string, code: string, schemas: readonly JsonObject[], value?: unknown): Problem {
  const rule = ruleOf(code, schemas, value);
  return { in: name, code: rule, message: `${name} ${expectation(rule, schemas)}` };
}

/** Returns the violated rule. A bound that the schema does not declare comes from a format; see `prepareForPrism`. */
function ruleOf(code: string, schemas: readonly JsonObject[], value: unknown): string {
  if (code === "oneOf") return fitsByType(value, alternativeTypes(schemas)) ? code : "type";
  const isBound = code === "minimum" || code === "exclusiveMaximum";
  return isBound && keyword(schemas, code) === undefined ? "format" : code;
}

function fitsByType(value: unknown, types: readonly string[]): boolean {
  if (value === undefined || types.length === 0) return true;
  if (value === null) return types.includes("null");
  if (Array.isArray(value)) return types.includes("array");
  return types.includes(typeof value) || (Number.isInteger(value) && types.includes("integer"));
}
