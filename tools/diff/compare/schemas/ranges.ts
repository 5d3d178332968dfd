import type { Json } from "../../../openapi/document.ts";
import { isObject } from "../../../openapi/json.ts";
import type { Range } from "../finding.ts";

export const limits: Readonly<Record<string, boolean>> = {
  maxLength: true,
  maxItems: true,
  maxProperties: true,
  maximum: true,
  minLength: false,
  minItems: false,
  minProperties: false,
  minimum: false,
};

/** Maps a format to the formats that allow all of its values. */
const widerFormats: ReadonlyMap<Json, readonly Json[]> = new Map([
  ["int32", ["int64"]],
  ["float", ["double"]],
  ["email", ["idn-email"]],
  ["hostname", ["idn-hostname"]],
  ["uri", ["uri-reference", "iri", "iri-reference"]],
  ["uri-reference", ["iri-reference"]],
  ["iri", ["iri-reference"]],
]);

export function rangeOf(keyword: string, old: Json | undefined, now: Json | undefined): Range {
  if (now === undefined) return "wider";
  if (old === undefined) return "narrower";
  if (allowsAll(keyword, now, old)) return "wider";
  return allowsAll(keyword, old, now) ? "narrower" : "different";
}

function allowsAll(keyword: string, one: Json, other: Json): boolean {
  if (keyword === "multipleOf") return Number(other) % Number(one) === 0;
  if (keyword === "format") return widerFormats.get(other)?.includes(one) ?? false;
  const isMaximum = limits[keyword];
  if (isMaximum === undefined) return false;
  const [limit, otherLimit] = [limitOf(one), limitOf(other)];
  if (limit === otherLimit) return isObject(other);
  return limit > otherLimit === isMaximum;
}

function limitOf(value: Json): number {
  return Number(isObject(value) ? Object.values(value)[0] : value);
}

/** The tighter bound wins. For integers, an exclusive bound becomes inclusive, otherwise an object such as `{ exclusiveMinimum: 0 }`. */
export function boundsOf(keywords: Readonly<Record<string, Json>>, isInteger: boolean): Readonly<Record<string, Json>> {
  const minimum = boundOf(keywords, ["minimum", "exclusiveMinimum"], 1, isInteger);
  const maximum = boundOf(keywords, ["maximum", "exclusiveMaximum"], -1, isInteger);
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

/** @param inward 1 if a greater value is a tighter bound, -1 if a smaller value is */
function boundOf(
  keywords: Readonly<Record<string, Json>>,
  [inclusiveKeyword, exclusiveKeyword]: readonly [string, string],
  inward: 1 | -1,
  isInteger: boolean,
): Json | undefined {
  const [inclusive, exclusive] = [keywords[inclusiveKeyword], keywords[exclusiveKeyword]];
  const isInclusiveTighter = typeof inclusive === "number" && typeof exclusive === "number" && inward * inclusive > inward * exclusive;
  if (typeof exclusive === "number" && !isInclusiveTighter) {
    return isInteger ? inward * (Math.floor(inward * exclusive) + 1) : { [exclusiveKeyword]: exclusive };
  }
  return typeof inclusive === "number" && isInteger ? inward * Math.ceil(inward * inclusive) : inclusive;
}

/** Returns the keyword and the value as in the document; `boundsOf` converts an exclusive bound to an object. */
export function writtenAs(keyword: string, value: Json | undefined): readonly [string, Json | undefined] {
  const [bound] = keyword in limits && isObject(value) ? Object.entries(value) : [];
  return bound ?? [keyword, value];
}
