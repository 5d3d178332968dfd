import type { JsonObject } from "./document.ts";
import type { Problem } from "./message.ts";
import type { Finding } from "./prism.ts";
import { keyword } from "./schemas.ts";
import { expectation } from "./wording.ts";

const namesAChild = new Set(["required", "additionalProperties", "unevaluatedProperties"]);

/** Whether a rule is about a field that the value lacks or should not have, and not about a value that came. */
export function isAboutChild(code: string): boolean {
  return namesAChild.has(code);
}

/** The path of a finding; for a missing or an unknown field with the name of that field, which only the text has. */
export function pathOf({ path, code, text }: Finding): string[] {
  const written = path.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const field = isAboutChild(code) ? /'(.*)'/s.exec(text)?.[1] : undefined;
  return field === undefined ? written : [...written, field];
}

/**
 * The problem of a place, in the words of the document.
 * @param schemas every schema that speaks about the place
 */
export function problemAt(name: string, code: string, schemas: readonly JsonObject[]): Problem {
  const rule = ruleOf(code, schemas);
  return { in: name, code: rule, message: `${name} ${expectation(rule, schemas)}` };
}

/** A bound that the document does not state is that of a format; see `prepareForPrism`. */
function ruleOf(code: string, schemas: readonly JsonObject[]): string {
  const isBound = code === "minimum" || code === "exclusiveMaximum";
  return isBound && keyword(schemas, code) === undefined ? "format" : code;
}
