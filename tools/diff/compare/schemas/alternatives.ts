import type { Document, Json } from "../../../openapi/document.ts";
import { resolve } from "../../../openapi/resolve.ts";
import { isSame, mapOf, referenceOf } from "../../json.ts";
import { type Keywords, keywordsOf, withoutTexts } from "./keywords.ts";
import { type Shape, toSchema } from "./shape.ts";

export interface Alternatives {
  readonly keyword: "oneOf" | "anyOf";
  readonly list: readonly Json[];
}

export function alternativesOf(keywords: Keywords): Alternatives | undefined {
  const keyword = keywords["oneOf"] === undefined ? "anyOf" : "oneOf";
  const list = keywords[keyword];
  return Array.isArray(list) ? { keyword, list } : undefined;
}

export function hasOnlyAlternatives({ fields, required, keywords }: Shape): boolean {
  const isPart = (keyword: string): boolean => ["oneOf", "anyOf", "discriminator", "type"].includes(keyword);
  return fields.size === 0 && required.length === 0 && Object.keys(keywords).every(isPart);
}

/** `null` becomes a separate alternative. */
export function asAlternatives(schema: Json | undefined, shape: Shape): readonly Json[] {
  const { type, enum: values, ...others } = shape.keywords;
  if (!Array.isArray(type) || !type.includes("null")) return [schema ?? {}];
  const types = type.filter((one) => one !== "null");
  const keywords = { ...others, ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }) };
  return [toSchema({ ...shape, keywords: { ...keywords, type: types.length === 1 ? (types[0] ?? "null") : types } }), { type: "null" }];
}

export interface AlternativePair {
  /** The index in the new list, or in the old list for a removed alternative. */
  readonly index: number;
  readonly old: Json | undefined;
  readonly now: Json | undefined;
}

/** Pairs references to the same part, then equal schemas, then similar ones. A wrong pair only makes the message less clear. */
export function pairAlternatives(
  [before, old]: readonly [Document, readonly Json[]],
  [after, now]: readonly [Document, readonly Json[]],
): AlternativePair[] {
  const isSamePart = (one: Json, other: Json): boolean => referenceOf(one) !== undefined && referenceOf(one) === referenceOf(other);
  const keywords = new Map([
    ...old.map((one) => [one, normalized(before, one)] as const),
    ...now.map((one) => [one, normalized(after, one)] as const),
  ]);
  const areEqual = (one: Json, other: Json): boolean => isSame(keywords.get(one), keywords.get(other));
  const areSimilar = (one: Json, other: Json): boolean => isSimilar(keywords.get(one) ?? {}, keywords.get(other) ?? {});
  const partners = new Map<number, number>();
  const taken = new Set<number>();
  for (const isPair of [isSamePart, areEqual, areSimilar]) {
    for (const [index, one] of old.entries()) {
      if (partners.has(index)) continue;
      const found = now.findIndex((other, at) => !taken.has(at) && isPair(one, other));
      if (found < 0) continue;
      partners.set(index, found);
      taken.add(found);
    }
  }
  return [
    ...old.map((one, index): AlternativePair => {
      const partner = partners.get(index);
      return partner === undefined ? { index, old: one, now: undefined } : { index: partner, old: one, now: now[partner] };
    }),
    ...now.flatMap((form, index): AlternativePair[] => (taken.has(index) ? [] : [{ index, old: undefined, now: form }])),
  ];
}

function normalized(document: Document, schema: Json): Keywords {
  return keywordsOf(withoutTexts(resolve(document, schema) ?? {}));
}

/** Objects must also have a field in common, or no fields at all. */
function isSimilar(old: Keywords, now: Keywords): boolean {
  if (!isSame(old["type"], now["type"])) return false;
  const [names, namesNow] = [mapOf(old["properties"]), mapOf(now["properties"])];
  if (names.size === 0 || namesNow.size === 0) return names.size === namesNow.size;
  return [...names.keys()].some((name) => namesNow.has(name));
}
