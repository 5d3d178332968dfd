import type { Problem } from "../message.ts";
import type { JsonObject } from "../openapi/document.ts";
import { alternativeTypes, keyword } from "../openapi/schemas.ts";
import { expectation } from "./wording.ts";

/** A fault that a validator found. */
export interface Finding {
  /**
   * `body`, `query`, `path` or `header`, then the keys that lead to the value, and to the field when one is missing or not known;
   * empty when it is about the whole.
   */
  readonly path: readonly string[];
  /** The JSON Schema keyword that is broken; `status` where it is about the whole. */
  readonly code: string;
}

const namesAChild = new Set(["required", "additionalProperties", "unevaluatedProperties"]);

/** Whether a rule is about a field that the value lacks or should not have, and not about a value that came. */
export function isAboutChild(code: string): boolean {
  return namesAChild.has(code);
}

/**
 * The problem of a place, in the words of the document.
 * @param schemas every schema that speaks about the place
 * @param value what is there, where that can matter
 */
export function problemAt(name: string, code: string, schemas: readonly JsonObject[], value?: unknown): Problem {
  const rule = ruleOf(code, schemas, value);
  return { in: name, code: rule, message: `${name} ${expectation(rule, schemas)}` };
}

/** A bound that the document does not state is that of a format; see `prepareForPrism`. */
function ruleOf(code: string, schemas: readonly JsonObject[], value: unknown): string {
  if (code === "oneOf" || code === "anyOf") return fitsByType(value, alternativeTypes(schemas)) ? code : "type";
  const isBound = code === "minimum" || code === "exclusiveMaximum";
  return isBound && keyword(schemas, code) === undefined ? "format" : code;
}

/** Whether a value can be one of the alternatives, as far as types tell. */
function fitsByType(value: unknown, types: readonly string[]): boolean {
  if (value === undefined || types.length === 0) return true;
  if (value === null) return types.includes("null");
  if (Array.isArray(value)) return types.includes("array");
  return types.includes(typeof value) || (Number.isInteger(value) && types.includes("integer"));
}
