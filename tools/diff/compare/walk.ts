import type { Json } from "../../openapi/document.ts";
import { isObject } from "../../openapi/json.ts";

/** Keywords whose value is a map from names that the document chooses. */
const nameMaps = new Set(
  (
    "properties patternProperties $defs dependentSchemas schemas responses parameters headers examples requestBodies securitySchemes " +
    "links callbacks pathItems paths content mapping variables scopes encoding flows x-data"
  ).split(" "),
);

/** Keywords whose value is data, in which no keyword is one. */
const data = new Set(["example", "default", "const", "enum", "value"]);

/** A node of the document that stands under a keyword, and the steps that lead to it. */
export interface Place {
  readonly steps: readonly string[];
  readonly value: Json;
}

/**
 * Everything that stands under one of the keywords, by steps that stay the same when something is put before it: a parameter
 * is not counted but named, by place and name.
 */
export function findKeyword(document: object, keywords: readonly string[]): Place[] {
  const found: Place[] = [];
  walk(document as Json, [], false, (steps, value) => {
    const keyword = steps.at(-1) ?? "";
    // Examples are one thing each, with their texts.
    if (!keywords.includes(keyword)) return keyword !== "examples";
    found.push({ steps, value });
    return false;
  });
  return found;
}

/** The same without keywords for which `isLeftOut` is true; names that the document chooses always stay. */
export function without(node: Json, isLeftOut: (keyword: string) => boolean, keysAreNames = false): Json {
  if (Array.isArray(node)) return node.map((item: Json) => without(item, isLeftOut));
  if (!isObject(node)) return node;
  const kept = Object.entries(node).filter(([key]) => keysAreNames || !isLeftOut(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      !keysAreNames && data.has(key) ? value : without(value, isLeftOut, !keysAreNames && nameMaps.has(key)),
    ]),
  );
}

function walk(
  node: Json,
  steps: readonly string[],
  keysAreNames: boolean,
  enter: (steps: readonly string[], value: Json) => boolean,
): void {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) walk(item as Json, [...steps, stepOf(item as Json, index)], false, enter);
    return;
  }
  if (!isObject(node)) return;
  for (const [key, value] of Object.entries(node)) {
    const inner = [...steps, key];
    if (!keysAreNames && (!enter(inner, value) || data.has(key))) continue;
    walk(value, inner, !keysAreNames && nameMaps.has(key), enter);
  }
}

function stepOf(item: Json, index: number): string {
  if (!isObject(item)) return String(index);
  const { name, in: place } = item;
  return typeof name === "string" && typeof place === "string" ? `${place} ${name}` : String(index);
}
