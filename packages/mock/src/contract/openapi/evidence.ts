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

/** Returns an empty list for objects, for numbers that parsing may have rounded, and for strings that are not integers. */
export function scalarTypes(value: unknown): readonly string[] {
  if (typeof value === "string") return /^\d{1,15}$/.test(value) ? ["string"] : [];
  if (typeof value === "number") return numberTypes(value);
  if (value === null) return ["null"];
  return typeof value === "object" ? [] : [typeof value];
}

/** From this integer on, parsing rounds decimals to integers. */
const firstWithoutDecimals = 2 ** 52;
/** Parsing keeps every digit of a decimal that has at most this number of significant digits. */
const maxDigits = 15;

function numberTypes(value: number): readonly string[] {
  if (Number.isSafeInteger(value)) return Math.abs(value) < firstWithoutDecimals ? ["integer", "number"] : ["integer"];
  return Number.isFinite(value) && !Number.isInteger(value) && significantDigits(value) <= maxDigits ? ["number"] : [];
}

function significantDigits(value: number): number {
  return decimalText(value).replace(".", "").replace(/^-?0*/, "").length;
}

/** Returns a number that `scalarTypes` accepts as text without an exponent. */
export function decimalText(value: number): string {
  const [digits = "", exponent] = String(value).split("e-");
  if (exponent === undefined) return digits;
  return `${value < 0 ? "-" : ""}0.${"0".repeat(Number(exponent) - 1)}${digits.replace(/[-.]/g, "")}`;
}
