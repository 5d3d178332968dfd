import type { PropertyType } from "./records/recordStore.ts";

const numeric = /^[+-]?(\d+([.]\d*)?|[.]\d+)(e[+-]?\d{1,3})?$/i;
const moment = /^\d{4}-\d{2}-\d{2}(T([01]\d|2[0-3]):\d{2}(:\d{2}([.]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Returns undefined for an id that is not a whole number in its shortest form. */
export function numberOf(id: string): number | undefined {
  const number = Number(id);
  return Number.isSafeInteger(number) && number >= 0 && String(number) === id ? number : undefined;
}

/** Parses a number, or a time as milliseconds since the epoch. Times without a time zone are in UTC. */
export function comparedNumber(text: string): number | undefined {
  const trimmedText = text.trim();
  if (numeric.test(trimmedText)) {
    const number = Number(trimmedText);
    return Number.isFinite(number) ? number : undefined;
  }
  const match = moment.exec(trimmedText);
  if (!match) return undefined;
  const [, time, , , , zone] = match;
  const milliseconds = Date.parse(time !== undefined && zone === undefined ? `${trimmedText}Z` : trimmedText);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** Returns the form in which unique values are compared. Equal numbers and equal times have the same form. */
export function uniqueForm(value: string, type: PropertyType = "string"): string {
  if (type === "number") return plainNumber(value) ?? value;
  return type === "date" || type === "datetime" ? String(comparedNumber(value) ?? value) : value;
}

/** Removes insignificant characters. Does not parse the number, because that would round it. */
function plainNumber(text: string): string | undefined {
  const [, sign, whole = "", fraction = ""] = /^([+-]?)0*(\d*)(?:[.](\d*?)0*)?$/.exec(text.trim()) ?? [];
  if (sign === undefined) return undefined;
  const digits = `${whole === "" ? "0" : whole}${fraction === "" ? "" : `.${fraction}`}`;
  return sign === "-" && digits !== "0" ? `-${digits}` : digits;
}
