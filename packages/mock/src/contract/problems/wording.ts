import type { JsonObject } from "../openapi/document.ts";
import { alternativesIn, alternativeTypes, keyword, typesOf } from "../openapi/schemas.ts";
import { wordsForFormat, wordsForPattern } from "./patterns.ts";

const typeWords: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  null: "null",
};

const phrases: Readonly<Record<string, (value: unknown) => string>> = {
  const: (value) => `must be ${JSON.stringify(value)}`,
  minLength: (limit) => (limit === 1 ? "must not be empty" : `must have at least ${limit} characters`),
  maxLength: (limit) => `must have at most ${limit} characters`,
  minItems: (limit) => `must have at least ${count(limit, "item")}`,
  maxItems: (limit) => `must have at most ${count(limit, "item")}`,
  minProperties: (limit) => `must have at least ${count(limit, "field")}`,
  maxProperties: (limit) => `must have at most ${count(limit, "field")}`,
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  exclusiveMinimum: (limit) => `must be more than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  multipleOf: (step) => `must be a multiple of ${step}`,
  pattern: wordsForPattern,
  format: wordsForFormat,
  uniqueItems: () => "must not contain duplicate items",
};

/** Completes the sentence about an invalid value, for example `must be a string`. Never quotes the value. */
export function expectation(code: string, schemas: readonly JsonObject[]): string {
  if (code === "required") return "is required";
  if (code === "additionalProperties" || code === "unevaluatedProperties") return "is not a known field";
  if (code === "type") return `must be ${allowedTypes(schemas).join(" or ")}`;
  if (code === "enum") return `must be one of ${allowedValues(schemas).join(", ")}`;
  if (code === "oneOf") return `must match exactly one of ${alternatives(schemas)}`;
  const phrase = phrases[code];
  return phrase ? phrase(keyword(schemas, code)) : `violates the rule ${code}`;
}

/** Returns for example `these alternatives: an object with propertyName; a string`. */
function alternatives(schemas: readonly JsonObject[]): string {
  const isDescribed = alternativeTypes(schemas).length > 0;
  const descriptions = isDescribed ? alternativesIn(schemas).map(inWords) : [];
  const isDistinct = descriptions.length > 1 && new Set(descriptions).size === descriptions.length;
  return isDistinct ? `these alternatives: ${descriptions.join("; ")}` : "its alternatives";
}

function inWords(schema: JsonObject): string {
  const types = typesOf([schema])
    .map((type) => typeWords[type] ?? type)
    .join(" or ");
  const requiredNames = Array.isArray(schema["required"]) ? schema["required"] : [];
  return requiredNames.length === 0 ? types : `${types} with ${requiredNames.join(", ")}`;
}

function allowedTypes(schemas: readonly JsonObject[]): string[] {
  const alternatives = alternativeTypes(schemas);
  return (alternatives.length > 0 ? alternatives : typesOf(schemas)).map((type) => typeWords[type] ?? type);
}

function allowedValues(schemas: readonly JsonObject[]): unknown[] {
  const enumeration = keyword(schemas, "enum");
  return Array.isArray(enumeration) ? enumeration : schemas.flatMap((schema) => ("const" in schema ? [schema["const"]] : []));
}

function count(limit: unknown, thing: string): string {
  return limit === 1 ? `1 ${thing}` : `${limit} ${thing}s`;
}
