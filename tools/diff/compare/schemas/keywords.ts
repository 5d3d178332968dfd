import type { Json } from "../../../openapi/document.ts";
import { isObject } from "../../../openapi/json.ts";
import { listOf, mapOf, without } from "../../json.ts";

export type Keywords = Readonly<Record<string, Json>>;

/** Keywords whose schemas are compared individually, including their texts. */
const nested = ["properties", "items", "additionalProperties", "allOf", "oneOf", "anyOf"];

/** Removes texts and keywords without effect, and converts a constant to an enum. */
export function keywordsOf(schema: Json | undefined): Keywords {
  if (schema === false) return { not: {} };
  if (!isObject(schema)) return {};
  const stripped = mapOf(withoutTexts(schema));
  const written = [...stripped].map(
    ([keyword, value]) => [keyword, nested.includes(keyword) ? (schema[keyword] ?? value) : value] as const,
  );
  const { const: constant, ...others } = Object.fromEntries(written.filter(([keyword, value]) => !hasNoEffect(keyword, value))) as Keywords;
  return withTypes(withEnum(constant === undefined ? others : { enum: [constant], ...others }));
}

export function withoutTexts(schema: Json): Json {
  return without(schema, isText);
}

function isText(keyword: string): boolean {
  if (keyword.startsWith("x-")) return keyword !== "x-sensitive" && keyword !== "x-known-values";
  return ["description", "summary", "title", "example", "examples", "$comment", "$schema", "$id", "$anchor", "$defs"].includes(keyword);
}

function hasNoEffect(keyword: string, value: Json): boolean {
  if (["minLength", "minItems", "minProperties"].includes(keyword)) return value === 0;
  return ["uniqueItems", "deprecated", "readOnly", "writeOnly", "x-sensitive"].includes(keyword) && value === false;
}

function withEnum(keywords: Keywords): Keywords {
  const { oneOf, anyOf, ...others } = keywords;
  const list = oneOf ?? anyOf;
  if (!Array.isArray(list) || (oneOf !== undefined && anyOf !== undefined) || keywords["enum"] !== undefined) return keywords;
  const sets = list.map((one: Json) => keywordsOf(one));
  const areValues = sets.every((set) => Array.isArray(set["enum"]) && Object.keys(set).every((key) => key === "enum" || key === "type"));
  return areValues ? { ...others, enum: sets.flatMap((set) => listOf(set["enum"])) } : keywords;
}

/** `null` is kept, because generated types include it. */
function withTypes(keywords: Keywords): Keywords {
  const { type, ...others } = keywords;
  const values = keywords["enum"];
  if (!Array.isArray(values) || values.length === 0) return keywords;
  const types = [...new Set([...values.map(typeOf), ...listOf(type).filter((one) => one === "null")])];
  return { ...others, type: types.length === 1 ? (types[0] ?? "null") : types };
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
