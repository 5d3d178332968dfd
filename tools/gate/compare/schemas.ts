import type { Document, Json } from "../../openapi/document.ts";
import { isObject } from "../../openapi/json.ts";
import { resolve } from "../../openapi/resolve.ts";
import { isSame, type JsonMap, listOf, mapOf, pairs } from "../json.ts";
import { type Difference, type Documents, inField, type Place } from "./difference.ts";
import { keywordsOf, type Shape, shapesOf, withoutTexts } from "./shapes.ts";

/**
 * Does not follow a reference that is the same on both sides, because components are compared separately.
 * @param visited pairs inside a replaced reference, which are compared only once, because schemas may refer to themselves
 */
export function compareSchemas(
  old: Json | undefined,
  now: Json | undefined,
  place: Place,
  documents: Documents,
  visited?: Set<string>,
): Difference[] {
  if (isSame(old, now)) return [];
  const texts = compareTexts(old, now, place);
  const { before, after, isReplaced } = shapesOf(old, now, documents);
  const pair = JSON.stringify([old, now]);
  if (isReplaced && visited?.has(pair)) return texts;
  const visitedBelow = isReplaced ? (visited ?? new Set()).add(pair) : visited;
  const compare: Compare = (one, other, step) => compareSchemas(one, other, inField(place, step), documents, visitedBelow);
  return [...texts, ...compareShapes([old, before], [now, after], place, documents, compare)];
}

/** Compares two schemas that are one step deeper. */
type Compare = (old: Json | undefined, now: Json | undefined, step: string) => Difference[];

type Side = readonly [schema: Json | undefined, shape: Shape];

function compareShapes([old, before]: Side, [now, after]: Side, place: Place, documents: Documents, compare: Compare): Difference[] {
  const [alternatives, alternativesNow] = [before.alternatives, after.alternatives];
  if (alternatives === undefined && alternativesNow === undefined) return compareMembers(before, after, place, compare);
  if (alternatives !== undefined && alternativesNow !== undefined) {
    return [
      ...compareMembers(before, after, place, compare),
      ...compareAlternatives(alternatives, alternativesNow, place, documents, compare),
    ];
  }
  const [shapeWithThem, other] = alternatives === undefined ? [after, before] : [before, after];
  const change = fact("oneOf", alternatives, alternativesNow, place);
  if (isEmpty(other.fields) && isEmpty(other.required) && isEmpty(other.keywords)) return change;
  if (!hasOnlyAlternatives(shapeWithThem)) return [...change, ...compareMembers(before, after, place, compare)];
  const [discriminator, discriminatorNow] = [before.keywords["discriminator"], after.keywords["discriminator"]];
  return [
    ...fact("null", before.keywords["null"], after.keywords["null"], place),
    // A schema without alternatives has no discriminator.
    ...(discriminator && discriminatorNow ? fact("discriminator", discriminator, discriminatorNow, place) : []),
    ...compareAlternatives(alternatives ?? [onlyAlternative(old)], alternativesNow ?? [onlyAlternative(now)], place, documents, compare),
  ];
}

function isEmpty(members: object): boolean {
  return Object.keys(members).length === 0;
}

function hasOnlyAlternatives({ fields, required, keywords }: Shape): boolean {
  const areParts = Object.keys(keywords).every((keyword) => ["discriminator", "type", "null"].includes(keyword));
  return isEmpty(fields) && isEmpty(required) && areParts;
}

/** A schema is equivalent to itself as the only alternative. Null is compared separately. */
function onlyAlternative(schema: Json | undefined): Json {
  const { null: allowsNull, ...keywords } = keywordsOf(schema);
  const { allOf, discriminator: _discriminator, ...others } = keywords;
  const parts = listOf(allOf);
  if (parts[0] !== undefined && parts.length === 1 && isEmpty(others)) return parts[0];
  return allowsNull === undefined ? (schema ?? {}) : keywords;
}

function compareAlternatives(
  old: readonly Json[],
  now: readonly Json[],
  place: Place,
  documents: Documents,
  compare: Compare,
): Difference[] {
  const partners = pairAlternatives(old, now, documents);
  const stepOf = (index: number): string => ` (alternative ${index + 1})`;
  return [
    ...old.flatMap((one, index) => {
      const partner = partners.get(index);
      if (partner !== undefined) return compare(one, now[partner], stepOf(partner));
      return [{ place: inField(place, stepOf(index)), topic: "alternative", name: "", before: one, after: undefined }];
    }),
    ...now.flatMap((one, index) => {
      if ([...partners.values()].includes(index)) return [];
      return [{ place: inField(place, stepOf(index)), topic: "alternative", name: "", before: undefined, after: one }];
    }),
  ];
}

/** Pairs references to the same component, then equal schemas, then similar ones. A wrong pair only makes the message less clear. */
function pairAlternatives(old: readonly Json[], now: readonly Json[], { before, after }: Documents): Map<number, number> {
  const formsOf = (list: readonly Json[], document: Document) =>
    list.map((one) => ({ $ref: mapOf(one)["$ref"], keywords: keywordsOf(withoutTexts(resolve(document, one))) }));
  const [forms, formsNow] = [formsOf(old, before), formsOf(now, after)];
  const tests = [
    (one: Form, other: Form) => one.$ref !== undefined && one.$ref === other.$ref,
    (one: Form, other: Form) => isSame(one.keywords, other.keywords),
    (one: Form, other: Form) => isSimilar(one.keywords, other.keywords),
  ];
  const partners = new Map<number, number>();
  const remaining = new Set(now.keys());
  for (const isPair of tests) {
    for (const [index, one] of forms.entries()) {
      if (partners.has(index)) continue;
      const partner = formsNow.findIndex((other, position) => remaining.has(position) && isPair(one, other));
      if (partner >= 0 && remaining.delete(partner)) partners.set(index, partner);
    }
  }
  return partners;
}

interface Form {
  readonly $ref: Json | undefined;
  readonly keywords: JsonMap;
}

/** Objects must also have a field in common, or no fields at all. */
function isSimilar(old: JsonMap, now: JsonMap): boolean {
  const [names, namesNow] = [old, now].map((keywords) => Object.keys(mapOf(keywords["properties"]))) as [string[], string[]];
  if (!isSame(old["type"], now["type"])) return false;
  return names.length === 0 || namesNow.length === 0 ? names.length === namesNow.length : names.some((name) => namesNow.includes(name));
}

function compareMembers(before: Shape, after: Shape, place: Place, compare: Compare): Difference[] {
  const { items, additionalProperties: others, ...keywords } = before.keywords;
  const { items: itemsNow, additionalProperties: othersNow, ...keywordsNow } = after.keywords;
  return [
    ...pairs(before.fields, after.fields).flatMap(({ name, before: old, after: now }) => {
      const step = place.field === "" ? name : `.${name}`;
      if (old !== undefined && now !== undefined) return compare(old, now, step);
      return [{ place: inField(place, step), topic: "field", name, before: old, after: now }];
    }),
    ...fact("required", before.required, after.required, place),
    ...compareOtherFields(withoutEmpty(others), withoutEmpty(othersNow), place, compare),
    ...compare(items, itemsNow, "[]"),
    ...pairs(keywords, keywordsNow).flatMap(({ name, before: old, after: now }) => fact(name, old, now, place)),
  ];
}

function compareOtherFields(old: Json | undefined, now: Json | undefined, place: Place, compare: Compare): Difference[] {
  const areDescribed = [old, now].every((value) => value === true || isObject(value));
  return areDescribed ? compare(old, now, place.field === "" ? "*" : ".*") : fact("additionalProperties", old, now, place);
}

/** A schema for any value is equivalent to `true`. */
function withoutEmpty(value: Json | undefined): Json | undefined {
  return isObject(value) && isEmpty(keywordsOf(value)) ? true : value;
}

function fact(keyword: string, before: Json | undefined, after: Json | undefined, place: Place): Difference[] {
  return isSame(before, after) ? [] : [{ place, topic: `schema ${keyword}`, name: "", before, after }];
}

const textKeywords = ["description", "title"];

function compareTexts(old: Json | undefined, now: Json | undefined, place: Place): Difference[] {
  const [constants, constantsNow] = [constantsOf(old), constantsOf(now)];
  // An enum has no texts, so the texts of constants are compared only with those of other constants.
  const [extra, extraNow] = constants.length > 0 && constantsNow.length > 0 ? [constants, constantsNow] : [[], []];
  return [
    ...textKeywords.flatMap((keyword) => {
      const texts = [...textsOf(old, keyword), ...extra.flatMap((one) => textsOf(one, keyword))];
      return fact(keyword, texts, [...textsOf(now, keyword), ...extraNow.flatMap((one) => textsOf(one, keyword))], place);
    }),
    ...fact("x-evidence", mapOf(old)["x-evidence"], mapOf(now)["x-evidence"], place),
  ];
}

function textsOf(schema: Json | undefined, keyword: string): Json[] {
  const parts = listOf(keywordsOf(schema)["allOf"]).flatMap((part) => textsOf(part, keyword));
  return [...listOf(mapOf(schema)[keyword]), ...parts].sort();
}

function constantsOf(schema: Json | undefined): readonly Json[] {
  return listOf(mapOf(schema)["oneOf"]).filter((one) => mapOf(one)["const"] !== undefined);
}
