import { isObject, type JsonObject } from "./document.ts";

/** Returns the known deviation of the real service that `x-evidence` declares: `absent` or `number` (spec/README.md). */
export function deviationOf(schema: JsonObject, direction: "accepts" | "sends"): unknown {
  const evidence = schema["x-evidence"];
  return isObject(evidence) ? evidence[direction] : undefined;
}

export function isDeviation(schemas: readonly JsonObject[], direction: "accepts" | "sends", code: string, value: unknown): boolean {
  const deviation = code === "required" ? "absent" : code === "type" && isExact(value) ? "number" : undefined;
  return deviation !== undefined && schemas.some((schema) => deviationOf(schema, direction) === deviation);
}

export function isExact(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
