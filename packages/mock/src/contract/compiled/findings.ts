import { pointerKeys } from "../openapi/pointer.ts";
import { type Finding, isAboutChild } from "../problems/findings.ts";
import type { SchemaError } from "./validators.ts";

export function findingsAt(place: readonly string[], errors: readonly SchemaError[]): Finding[] {
  return errors.map((error) => ({ path: [...place, ...pointerKeys(error.instancePath), ...childOf(error)], code: codeOf(error) }));
}

/** If a body matches no alternative, its discriminator property is missing or has an unknown value. */
function codeOf({ keyword, params }: SchemaError): string {
  if (keyword !== "discriminator") return keyword;
  return params["tagValue"] === undefined ? "required" : "enum";
}

function childOf({ keyword, params }: SchemaError): string[] {
  if (keyword === "discriminator") return [String(params["tag"])];
  if (!isAboutChild(keyword)) return [];
  const { missingProperty, additionalProperty, unevaluatedProperty } = params as Record<string, unknown>;
  return [String(missingProperty ?? additionalProperty ?? unevaluatedProperty)];
}
