import { unescapePointer } from "../openapi/document.ts";
import { type Finding, isAboutChild } from "../problems/findings.ts";
import type { SchemaError } from "./validators.ts";

export function findingsAt(place: readonly string[], errors: readonly SchemaError[]): Finding[] {
  return errors.map((error) => ({ path: [...place, ...keysOf(error), ...childOf(error)], code: codeOf(error) }));
}

function keysOf({ instancePath }: SchemaError): string[] {
  return instancePath.split("/").slice(1).map(unescapePointer);
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
