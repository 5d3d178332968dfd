import type { ErrorObject } from "ajv";
import { type Finding, isAboutChild } from "../findings.ts";

/** What a check found at a place, as findings. */
export function findingsAt(place: readonly string[], errors: readonly ErrorObject[]): Finding[] {
  return errors.map((error) => ({ path: [...place, ...keysOf(error), ...childOf(error)], code: error.keyword }));
}

/** The keys in a JSON pointer (RFC 6901). */
function keysOf({ instancePath }: ErrorObject): string[] {
  return instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function childOf({ keyword, params }: ErrorObject): string[] {
  if (!isAboutChild(keyword)) return [];
  const { missingProperty, additionalProperty, unevaluatedProperty } = params as Record<string, unknown>;
  return [String(missingProperty ?? additionalProperty ?? unevaluatedProperty)];
}
