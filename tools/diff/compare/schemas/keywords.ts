import type { Json } from "../../../openapi/document.ts";
import { isObject } from "../../../openapi/json.ts";
import { without } from "../walk.ts";
import { boundsOf } from "./ranges.ts";

/** A schema as a map of its keywords. */
export type Keywords = Readonly<Record<string, Json>>;

/** Keywords without texts, each told in one way: what has no effect is left out, and a constant is a closed set of one. */
export function keywordsOf(schema: Json | undefined): Keywords {
  if (schema === false) return { not: {} };
  if (!isObject(schema)) return {};
  const told = [...mapOf(without(schema, isText))].filter(([keyword, value]) => !hasNoEffect(keyword, value));
  const { const: constant, ...others } = Object.fromEntries(told) as Keywords;
  return withBounds(withTypes(withClosedSet(constant === undefined ? others : { enum: [constant], ...others })));
}

/** What users read, and marks that are compared by themselves (marks.ts). */
function isText(keyword: string): boolean {
  if (keyword.startsWith("x-")) return keyword !== "x-sensitive" && keyword !== "x-known-values";
  return ["description", "summary", "title", "example", "examples", "$comment"].includes(keyword);
}

/** What holds as well when it is not said (JSON Schema 2020-12, validation). */
function hasNoEffect(keyword: string, value: Json): boolean {
  if (["minLength", "minItems", "minProperties"].includes(keyword)) return value === 0;
  if (keyword === "unevaluatedProperties") return value === true;
  return ["uniqueItems", "deprecated", "readOnly", "writeOnly", "x-sensitive"].includes(keyword) && value === false;
}

/** Alternatives that are nothing but values are a closed set of them. */
function withClosedSet(keywords: Keywords): Keywords {
  const { oneOf, anyOf, ...others } = keywords;
  const list = oneOf ?? anyOf;
  if (!Array.isArray(list) || (oneOf !== undefined && anyOf !== undefined) || keywords["enum"] !== undefined) return keywords;
  const sets = list.map((one: Json) => keywordsOf(one));
  if (!sets.every((set) => Array.isArray(set["enum"]) && Object.keys(set).every((key) => key === "enum" || key === "type")))
    return keywords;
  return { ...others, enum: sets.flatMap((set) => listOf(set["enum"])) };
}

/** A closed set says by its values which types there are; types that are generated have null as well where it is named. */
function withTypes(keywords: Keywords): Keywords {
  const { type, ...others } = keywords;
  const values = keywords["enum"];
  if (!Array.isArray(values) || values.length === 0) return keywords;
  const types = [...new Set([...values.map(typeOf), ...listOf(type).filter((one) => one === "null")])];
  return { ...others, type: types.length === 1 ? (types[0] ?? "null") : types };
}

/** The bounds of numbers in one form (ranges.ts). */
function withBounds(keywords: Keywords): Keywords {
  if (!["exclusiveMinimum", "exclusiveMaximum", "minimum", "maximum"].some((keyword) => keyword in keywords)) return keywords;
  const {
    minimum: _minimum,
    exclusiveMinimum: _exclusiveMinimum,
    maximum: _maximum,
    exclusiveMaximum: _exclusiveMaximum,
    ...others
  } = keywords;
  const types = listOf(keywords["type"]).filter((type) => type !== "null");
  return { ...others, ...boundsOf(keywords, types.length > 0 && types.every((type) => type === "integer")) };
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** The members of an object, by their names. */
export function mapOf(value: Json | undefined): Map<string, Json> {
  return new Map(isObject(value) ? Object.entries(value) : []);
}

/** A list, or what stands for one. */
export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
