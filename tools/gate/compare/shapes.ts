import type { Document, Json } from "../../openapi/document.ts";
import { isObject } from "../../openapi/json.ts";
import { lookUp } from "../../openapi/resolve.ts";
import { isSame, type JsonMap, listOf, mapOf, without } from "../json.ts";
import type { Documents } from "./difference.ts";

/** A schema in a normal form, with its `$ref` and `allOf` parts merged. Different notations of the same schema have the same shape. */
export interface Shape {
  readonly fields: JsonMap;
  readonly required: readonly string[];
  readonly alternatives: readonly Json[] | undefined;
  /** The other keywords, and `null: true` if the schema allows null besides other values. */
  readonly keywords: JsonMap;
}

interface Member {
  readonly kind: "field" | "required" | "keyword";
  readonly name: string;
  readonly value: Json;
  /** The component that contains the member, if both schemas refer to it. */
  readonly from: string | undefined;
}

export interface Shapes {
  readonly before: Shape;
  readonly after: Shape;
  /** Whether only one of the schemas refers to some component. */
  readonly isReplaced: boolean;
}

/**
 * Omits members that both schemas inherit from the same component, and members that the component gained or lost, because components are
 * compared separately. A field that moved into or out of the component is included on both sides.
 */
export function shapesOf(old: Json | undefined, now: Json | undefined, { before, after }: Documents): Shapes {
  const [oldReferences, references] = [referencesOf(before, old), referencesOf(after, now)];
  const common = new Set([...references].filter((reference) => oldReferences.has(reference)));
  const [members, membersNow] = [membersOf(before, old, common), membersOf(after, now, common)];
  const isComparedElsewhere = (others: ReadonlyMap<string, Member>, key: string, { from }: Member): boolean =>
    from !== undefined && (others.get(key) ?? { from }).from === from;
  const shapeOf = (own: ReadonlyMap<string, Member>, others: ReadonlyMap<string, Member>): Shape =>
    toShape([...own].filter(([key, member]) => !isComparedElsewhere(others, key, member)).map(([, member]) => member));
  return {
    before: shapeOf(members, membersNow),
    after: shapeOf(membersNow, members),
    isReplaced: oldReferences.size > common.size || references.size > common.size,
  };
}

/** The references of a schema and its parts, directly or through other references. */
function referencesOf(document: Document, schema: Json | undefined, references: Set<string> = new Set()): Set<string> {
  const { $ref, allOf } = keywordsOf(schema);
  if (typeof $ref === "string" && !references.has($ref)) referencesOf(document, lookUp(document, $ref), references.add($ref));
  for (const part of listOf(allOf)) referencesOf(document, part, references);
  return references;
}

function membersOf(
  document: Document,
  schema: Json | undefined,
  common: ReadonlySet<string>,
  from?: string,
  visited: Set<string> = new Set(),
): Map<string, Member> {
  const { $ref, allOf, properties, required, ...keywords } = keywordsOf(schema);
  const own: Member[] = [
    ...Object.entries(mapOf(properties)).map(([name, value]) => ({ kind: "field" as const, name, value, from })),
    ...listOf(required).map((name) => ({ kind: "required" as const, name: String(name), value: true, from })),
    ...Object.entries(keywords).map(([name, value]) => ({ kind: "keyword" as const, name, value, from })),
  ];
  const parts = listOf(allOf).map((part) => membersOf(document, part, common, from, visited));
  if (typeof $ref === "string" && !visited.has($ref)) {
    const origin = from ?? (common.has($ref) ? $ref : undefined);
    parts.unshift(membersOf(document, lookUp(document, $ref), common, origin, visited.add($ref)));
  }
  const members = new Map(own.map((member) => [`${member.kind} ${member.name}`, member]));
  for (const [key, member] of parts.flatMap((part) => [...part])) {
    const other = members.get(key);
    if (other === undefined) members.set(key, member);
    // If two parts differ, values must satisfy both. What a common component adds is compared with the component.
    else if (!isSame(other.value, member.value) && (member.kind === "field" || member.from === undefined))
      members.set(key, { ...other, value: { allOf: [other.value, member.value] } });
  }
  return members;
}

function toShape(members: readonly Member[]): Shape {
  const ofKind = (kind: Member["kind"]): [string, Json][] =>
    members.filter((member) => member.kind === kind).map(({ name, value }) => [name, value]);
  const keywords = Object.fromEntries(ofKind("keyword"));
  const { oneOf, ...others } = keywords;
  const hasAlternatives = Array.isArray(oneOf);
  return {
    fields: Object.fromEntries(ofKind("field")),
    required: ofKind("required").map(([name]) => name),
    alternatives: hasAlternatives ? oneOf : undefined,
    keywords: hasAlternatives ? others : keywords,
  };
}

/** Keywords whose schemas are compared individually, including their texts. */
const nested = ["properties", "items", "additionalProperties", "allOf", "oneOf"];

/** Returns the keywords of a schema without texts, in their normal form. References are not followed. */
export function keywordsOf(schema: Json | undefined): JsonMap {
  if (!isObject(schema)) return {};
  const stated = Object.entries(mapOf(withoutTexts(schema))).filter(([keyword, value]) => !isDefault(keyword, value));
  const { const: constant, ...keywords } = Object.fromEntries([
    ...stated.map(([keyword, value]): [string, Json] => [keyword, nested.includes(keyword) ? (schema[keyword] ?? value) : value]),
    ...deviationsOf(mapOf(schema)["x-evidence"]),
  ]);
  return withTypes(withAlternatives(constant === undefined ? keywords : { enum: [constant], ...keywords }));
}

/** The ways in which requests and responses deviate from the schema. One of them may be stated without a list. */
function deviationsOf(evidence: Json | undefined): [string, Json][] {
  return ["accepts", "sends"].flatMap((member): [string, Json][] => {
    const deviations = new Set(listOf(mapOf(evidence)[member]));
    // An integer is also a number.
    if (member === "accepts" && deviations.has("number")) deviations.add("integer");
    return deviations.size === 0 ? [] : [[`x-evidence.${member}`, [...deviations].sort()]];
  });
}

export function withoutTexts(schema: Json): Json {
  return without(schema, (keyword) =>
    keyword.startsWith("x-")
      ? keyword !== "x-sensitive" && keyword !== "x-known-values"
      : ["description", "title", "examples"].includes(keyword),
  );
}

function isDefault(keyword: string, value: Json): boolean {
  if (["minLength", "minItems", "minProperties"].includes(keyword)) return value === 0;
  return ["uniqueItems", "deprecated", "x-sensitive"].includes(keyword) && value === false;
}

/** Separates null from the alternatives, and replaces constants by an enum and a single alternative by a part. */
function withAlternatives(keywords: JsonMap): JsonMap {
  const { oneOf: all, ...others } = keywords;
  if (!Array.isArray(all)) return keywords;
  const list: readonly Json[] = all.filter((one: Json) => !isSame(withoutTexts(one), { type: "null" }));
  if (list.length === 0) return keywords;
  const base = { ...others, ...(list.length < all.length && { null: true }) };
  const [first] = list;
  if (list.length === 1 && first !== undefined) return { ...base, allOf: [...listOf(others["allOf"]), first] };
  const sets = list.map((one) => keywordsOf(one));
  const areValues = sets.every((set) => Array.isArray(set["enum"]) && Object.keys(set).every((key) => ["enum", "type"].includes(key)));
  if (areValues && others["enum"] === undefined) return { ...base, enum: sets.flatMap((set) => listOf(set["enum"])) };
  return { ...base, oneOf: list };
}

/** Separates null from the types and the values of an enum, whose types follow from its values. */
function withTypes(keywords: JsonMap): JsonMap {
  const { type, enum: all, ...others } = keywords;
  const isNull = (value: Json): boolean => value === null || value === "null";
  const values = Array.isArray(all) && all.some((value) => value !== null) ? all.filter((value) => value !== null) : all;
  const types = Array.isArray(values) && values.length > 0 ? [...new Set(values.map(typeOf))] : listOf(type).filter((one) => !isNull(one));
  const allowsNull = types.length > 0 && (listOf(type).some(isNull) || !isSame(values, all)) && !types.includes("null");
  const [first] = types;
  return {
    ...others,
    ...(values !== undefined && { enum: values }),
    ...(type !== undefined && types.length === 0 && { type: "null" }),
    ...(first !== undefined && { type: types.length === 1 ? first : types }),
    ...(allowsNull && { null: true }),
  };
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
