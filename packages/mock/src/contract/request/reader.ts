import type { JsonObject, OpenApiDocument } from "../openapi/document.ts";
import { schemasAt, typesOf } from "../openapi/schemas.ts";

/** Converts a string to the declared type. A string that cannot be parsed is returned unchanged, so that validation reports it. */
export type Reader = (received: string | readonly string[]) => unknown;

export function readerOf(document: OpenApiDocument, schema: JsonObject, explode: boolean): Reader {
  const types = typesOf(schemasAt(document, schema, []));
  if (!types.includes("array")) return scalarReader(types);
  const itemTypes = typesOf(schemasAt(document, schema, ["0"]));
  const read = scalarReader(itemTypes);
  return (received) => (isNoList(received, itemTypes) ? received : textsOf(received, explode).map(read));
}

export function isObjectSchema(document: OpenApiDocument, schema: JsonObject): boolean {
  return typesOf(schemasAt(document, schema, [])).includes("object");
}

/** Concatenates repeated comma-separated lists. */
export function textsOf(received: string | readonly string[], explode: boolean): readonly string[] {
  const texts = typeof received === "string" ? [received] : received;
  return explode ? texts : texts.flatMap((text) => text.split(","));
}

/** An empty string represents a list with one empty item, which is valid only for lists of strings. */
export function isNoList(received: string | readonly string[], itemTypes: readonly string[]): boolean {
  return received === "" && !isText(itemTypes);
}

export function isText(types: readonly string[]): boolean {
  return types.length === 0 || types.includes("string");
}

const integer = /^-?\d+$/;
const number = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const words = new Map<unknown, boolean>([
  ["true", true],
  ["false", false],
]);

function scalarReader(types: readonly string[]): Reader {
  if (isText(types)) return (received) => received;
  if (types.includes("number")) return (received) => (isWritten(received, number) ? Number(received) : received);
  if (types.includes("integer")) return (received) => (isWritten(received, integer) ? Number(received) : received);
  if (types.includes("boolean")) return (received) => words.get(received) ?? received;
  return (received) => received;
}

function isWritten(received: string | readonly string[], form: RegExp): received is string {
  return typeof received === "string" && form.test(received);
}
