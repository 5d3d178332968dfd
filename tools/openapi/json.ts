/** None of these functions throws, because an error in a lint rule hides the problems that other rules report. */

import { isObject, type JsonObject } from "@crm-platform/mock/contract";

export { isObject, type JsonObject };

export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
