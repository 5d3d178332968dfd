import type { Format } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";

const { validate: isMoment } = fullFormats["date-time"] as { readonly validate: (text: string) => boolean };
// This faster check accepts most valid times: UTC times on days 1 to 28 of a month.
const plainMoment = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?Z$/;

/** No format builds a regular expression from input or is slow on long input. Schemas with other formats do not compile. */
export const formats: Record<string, Format> = {
  ...pick(["date", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uri-reference", "uuid"]),
  ...pick(["binary", "byte", "double", "float", "int32", "password"]),
  "date-time": { validate: (text: string) => plainMoment.test(text) || isMoment(text) },
  // JavaScript cannot represent 2^63 - 1 exactly and parses it as 2^63.
  int64: { type: "number", validate: (value: number) => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63 },
};

function pick(names: readonly (keyof typeof fullFormats)[]): Record<string, Format> {
  return Object.fromEntries(names.map((name) => [name, fullFormats[name]]));
}
