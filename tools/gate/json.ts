import { createHash } from "node:crypto";
import type { Json } from "../openapi/document.ts";
import { asObject, isObject } from "../openapi/json.ts";
import { mapsOfNames } from "../openapi/keywords.ts";

export type JsonMap = Readonly<Record<string, Json>>;

export function mapOf(value: unknown): JsonMap {
  return asObject(value) as JsonMap;
}

/** A single value is equivalent to a list that contains only it. */
export function listOf(value: unknown): readonly Json[] {
  return value === undefined ? [] : ([value].flat() as Json[]);
}

/** Pairs the members of two maps by name, in the order of the first map. */
export function pairs<Value>(
  old: Readonly<Record<string, Value>>,
  now: Readonly<Record<string, Value>>,
): { readonly name: string; readonly before: Value | undefined; readonly after: Value | undefined }[] {
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const valueIn = (map: Readonly<Record<string, Value>>, name: string) => (Object.hasOwn(map, name) ? map[name] : undefined);
  return names.map((name) => ({ name, before: valueIn(old, name), after: valueIn(now, name) }));
}

export function compareLists<Value>(old: readonly Value[], now: readonly Value[]): { readonly removed: Value[]; readonly added: Value[] } {
  return {
    removed: old.filter((value) => !now.some((other) => isSame(value, other))),
    added: now.filter((value) => !old.some((other) => isSame(value, other))),
  };
}

/** Ignores the order of keys. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === "object" && typeof other === "object" && canonical(one) === canonical(other));
}

export function canonical(value: unknown): string {
  const sort = (_key: string, inner: unknown): unknown =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner;
  return JSON.stringify(value, sort) ?? "undefined";
}

export function digest(value: unknown): string {
  return createHash("sha256").update(canonical(value)).digest("hex").slice(0, 8);
}

/** Keywords whose values are data, so their keys are not keywords. */
const data = new Set(["example", "default", "const", "enum", "value"]);

/** Removes keywords at any depth. Keys that are names are never removed. */
export function without(node: Json, isIgnored: (keyword: string) => boolean, keysAreNames = false): Json {
  if (Array.isArray(node)) return node.map((item: Json) => without(item, isIgnored));
  if (!isObject(node)) return node;
  const kept = Object.entries(node).filter(([key]) => keysAreNames || !isIgnored(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      !keysAreNames && data.has(key) ? value : without(value, isIgnored, !keysAreNames && mapsOfNames.has(key)),
    ]),
  );
}
