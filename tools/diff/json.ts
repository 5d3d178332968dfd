import { createHash } from "node:crypto";
import type { Json } from "../openapi/document.ts";
import { isObject } from "../openapi/json.ts";
import { mapsOfNames } from "../openapi/keywords.ts";

export function mapOf(value: unknown): Map<string, Json> {
  return new Map(isObject(value as Json) ? Object.entries(value as object) : []);
}

export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

export function memberOf(value: unknown, name: string): Json | undefined {
  return mapOf(value).get(name);
}

export function compareLists<Value>(old: readonly Value[], now: readonly Value[]): { readonly removed: Value[]; readonly added: Value[] } {
  return {
    removed: old.filter((value) => !now.some((other) => isSame(value, other))),
    added: now.filter((value) => !old.some((other) => isSame(value, other))),
  };
}

export function pairNames<Value>(old: ReadonlyMap<string, Value>, now: ReadonlyMap<string, Value>): NamedPair<Value>[] {
  const names = new Set([...old.keys(), ...now.keys()]);
  return [...names].map((name) => ({ name, old: old.get(name), now: now.get(name) }));
}

export interface NamedPair<Value> {
  readonly name: string;
  readonly old: Value | undefined;
  readonly now: Value | undefined;
}

export function referenceOf(node: Json | undefined): string | undefined {
  return isObject(node) && typeof node["$ref"] === "string" ? node["$ref"] : undefined;
}

export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? "undefined"
  );
}

/** Formats a value as code. Long values end with a digest, because accepted breaking changes are identified by their message. */
export function quote(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  const short = text.length > 60 ? `${text.slice(0, 60)}… #${digest(value)}` : text;
  return `\`${short.replace(/[`\s\p{Cc}]+/gu, " ")}\``;
}

export function describeChange(name: string, old: unknown, now: unknown): string {
  if (old !== undefined && now !== undefined) return `${quote(name)} changed from ${quote(old)} to ${quote(now)}`;
  const value = old ?? now;
  return `${quote(`${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)} ${old === undefined ? "added" : "removed"}`;
}

export function quoteAll(values: readonly unknown[]): string {
  return values.map(quote).join(", ");
}

export function digest(value: unknown): string {
  return createHash("sha256").update(canonical(value)).digest("hex").slice(0, 8);
}

/** Keywords whose values are data, so their keys are not keywords. */
const data = new Set(["example", "default", "const", "enum", "value"]);

/** Keys that are names are never removed. */
export function without(node: Json, isLeftOut: (keyword: string) => boolean, keysAreNames = false): Json {
  if (Array.isArray(node)) return node.map((item: Json) => without(item, isLeftOut));
  if (!isObject(node)) return node;
  const kept = Object.entries(node).filter(([key]) => keysAreNames || !isLeftOut(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      !keysAreNames && data.has(key) ? value : without(value, isLeftOut, !keysAreNames && mapsOfNames.has(key)),
    ]),
  );
}
