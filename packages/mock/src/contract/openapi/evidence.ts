import { isObject, type JsonObject } from "./document.ts";

type Direction = "accepts" | "sends";

/** Whether `x-evidence` declares that the real service deviates from a schema or a response in this way (spec/README.md). */
export function declaresDeviation(node: JsonObject, direction: Direction, deviation: string): boolean {
  const evidence = node["x-evidence"];
  const declared = isObject(evidence) ? evidence[direction] : undefined;
  return declared === deviation || (Array.isArray(declared) && declared.includes(deviation));
}

/** @param code the violated JSON Schema keyword */
export function isDeviation(schemas: readonly JsonObject[], direction: Direction, code: string, value: unknown): boolean {
  const deviations = code === "required" ? ["absent"] : code === "type" ? scalarTypes(value) : [];
  return deviations.some((deviation) => schemas.some((schema) => declaresDeviation(schema, direction, deviation)));
}

/** Returns an empty list for objects, for integers that a JavaScript number cannot represent, and for strings that are not integers. */
export function scalarTypes(value: unknown): readonly string[] {
  if (typeof value === "string") return /^\d{1,15}$/.test(value) ? ["string"] : [];
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? ["integer", "number"] : [];
  if (value === null) return ["null"];
  return typeof value === "object" ? [] : [typeof value];
}
