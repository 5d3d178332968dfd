/**
 * Reading documents that may be wrong. A rule that throws hides the findings of all the others, so nothing here does:
 * what is not an object reads as an empty one, and `struct` reports it.
 */

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

/** Whether an object has every required key and no key besides the required and the optional ones. */
export function hasKeys(value: JsonObject, required: readonly string[], optional: readonly string[] = []): boolean {
  const known = [...required, ...optional];
  return required.every((key) => key in value) && Object.keys(value).every((key) => known.includes(key));
}

/** A day of the calendar, `YYYY-MM-DD`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const milliseconds = Date.parse(`${value}T00:00:00Z`);
  // 30 February parses, as a day in March.
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(value);
}
