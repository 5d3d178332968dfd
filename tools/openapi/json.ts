/** None of these functions throws, because an error in a lint rule hides the problems that other rules report. */

import type { Json } from "./document.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json };
export function isObject(value: unknown): value is JsonObject;
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
