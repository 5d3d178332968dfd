import { isObject, type JsonObject } from "./document.ts";

/** How the real service is known to deviate from a schema, from `x-evidence`: `absent` or `number` (spec/README.md). */
export function deviationOf(schema: JsonObject, direction: "accepts" | "sends"): unknown {
  const evidence = schema["x-evidence"];
  return isObject(evidence) ? evidence[direction] : undefined;
}

/**
 * Whether the real service is known to deviate from the document in this way.
 * @param schemas all schemas that apply to the place
 * @param code the violated rule
 * @param value the received value
 */
export function isDeviation(schemas: readonly JsonObject[], direction: "accepts" | "sends", code: string, value: unknown): boolean {
  const deviation = code === "required" ? "absent" : code === "type" && isExact(value) ? "number" : undefined;
  return deviation !== undefined && schemas.some((schema) => deviationOf(schema, direction) === deviation);
}

/** Whether a value is an integer that JavaScript represents exactly. */
export function isExact(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
