/** Reading, comparing and quoting JSON of a document. */
import { createHash } from "node:crypto";
import type { Document, Json } from "../openapi/document.ts";
import { isObject } from "../openapi/json.ts";
import { referenceKeys } from "../openapi/pointer.ts";

export function mapOf(value: unknown): Map<string, Json> {
  return new Map(isObject(value as Json) ? Object.entries(value as object) : []);
}

/** A list, or a single value as a list of one. */
export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

export function memberOf(value: unknown, name: string): Json | undefined {
  return mapOf(value).get(name);
}

/** The values of each list that the other one lacks. */
export function compareLists<Value>(old: readonly Value[], now: readonly Value[]): { readonly gone: Value[]; readonly come: Value[] } {
  return {
    gone: old.filter((value) => !now.some((other) => isSame(value, other))),
    come: now.filter((value) => !old.some((other) => isSame(value, other))),
  };
}

/** The items of a list by a key, in the order of their first items. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** The names of two maps, each once, with the values on both sides. */
export function pairNames<Value>(old: ReadonlyMap<string, Value>, now: ReadonlyMap<string, Value>): NamedPair<Value>[] {
  const names = new Set([...old.keys(), ...now.keys()]);
  return [...names].map((name) => ({ name, old: old.get(name), now: now.get(name) }));
}

/** What has one name on both sides; a side is missing where the name is. */
export interface NamedPair<Value> {
  readonly name: string;
  readonly old: Value | undefined;
  readonly now: Value | undefined;
}

export function referenceOf(node: Json | undefined): string | undefined {
  return isObject(node) && typeof node["$ref"] === "string" ? node["$ref"] : undefined;
}

/** The shared part that a reference names; every reference of a complete document names one. */
export function partAt({ components = {} }: Document, reference: string): Json | undefined {
  const [, kind = "", name = ""] = referenceKeys(reference);
  return memberOf(components[kind], name);
}

/** What a node refers to at the end of all its references. */
export function resolve(document: Document, node: Json | undefined): Json | undefined {
  const visited = new Set<string>();
  let current = node;
  for (let reference = referenceOf(current); reference !== undefined && !visited.has(reference); reference = referenceOf(current)) {
    visited.add(reference);
    current = partAt(document, reference);
  }
  return current;
}

/** Whether two values are the same JSON, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  return canonical(one) === canonical(other);
}

/** The same text for the same JSON, whatever the order of its keys. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? "undefined"
  );
}

/**
 * A value in a message: JSON as code. A long value is cut and followed by a digest of all of it, because a break is accepted by
 * its message, and two long values may begin alike.
 */
export function quote(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  const short = text.length > 60 ? `${text.slice(0, 60)}… #${digest(value)}` : text;
  return `\`${short.replace(/[`\s\p{Cc}]+/gu, " ")}\``;
}

/** A changed keyword or member, for example "`format: date` removed". */
export function describeChange(name: string, old: unknown, now: unknown): string {
  if (old !== undefined && now !== undefined) return `${quote(name)} changed from ${quote(old)} to ${quote(now)}`;
  const value = old ?? now;
  return `${quote(`${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)} ${old === undefined ? "added" : "removed"}`;
}

export function quoteAll(values: readonly unknown[]): string {
  return values.map(quote).join(", ");
}

/** Eight characters of a hash. */
export function digest(value: unknown): string {
  return createHash("sha256").update(canonical(value)).digest("hex").slice(0, 8);
}

/** Keywords whose value is a map from names that the document chooses. */
const nameMaps = new Set(
  (
    "properties patternProperties $defs dependentSchemas schemas responses parameters headers examples requestBodies securitySchemes " +
    "links callbacks pathItems paths content mapping variables scopes encoding flows x-data"
  ).split(" "),
);

/** Keywords whose value is data, where a member is never a keyword. */
const data = new Set(["example", "default", "const", "enum", "value"]);

/** A copy without some keywords; names that the document chooses always stay. */
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
