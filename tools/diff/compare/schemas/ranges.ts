import type { Json } from "../../../openapi/document.ts";
import type { Range } from "../finding.ts";

export const limits: Readonly<Record<string, boolean>> = {
  maxLength: true,
  maxItems: true,
  maxProperties: true,
  maximum: true,
  exclusiveMaximum: true,
  minLength: false,
  minItems: false,
  minProperties: false,
  minimum: false,
  exclusiveMinimum: false,
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
  if (keyword === "format") return widerFormats.get(other)?.includes(one) ?? false;
  const isMaximum = limits[keyword];
  return isMaximum !== undefined && one !== other && Number(one) > Number(other) === isMaximum;
}
