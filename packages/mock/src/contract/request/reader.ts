import type { JsonObject, OpenApiDocument } from "../openapi/document.ts";
import { schemasAt, typesOf } from "../openapi/schemas.ts";

/** Converts a string to the declared type. A string that cannot be parsed is returned unchanged, so that validation reports it. */
export type Reader = (input: string | readonly string[]) => unknown;

export function readerOf(document: OpenApiDocument, schema: JsonObject, explode: boolean): Reader {
  const types = typesOf(schemasAt(document, schema, []));
  if (!types.includes("array")) return scalarReader(types);
  const itemTypes = typesOf(schemasAt(document, schema, ["0"]));
  const read = scalarReader(itemTypes);
  return (input) => (isNoList(input, itemTypes) ? input : textsOf(input, explode).map(read));
}

export function isObjectSchema(document: OpenApiDocument, schema: JsonObject): boolean {
  return typesOf(schemasAt(document, schema, [])).includes("object");
}

/** Concatenates repeated comma-separated lists. */
export function textsOf(input: string | readonly string[], explode: boolean): readonly string[] {
  const texts = typeof input === "string" ? [input] : input;
  return explode ? texts : texts.flatMap((text) => text.split(","));
}

/** An empty string represents a list with one empty item, which is valid only for lists of strings. */
export function isNoList(input: string | readonly string[], itemTypes: readonly string[]): boolean {
  return input === "" && !isText(itemTypes);
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
  if (isText(types)) return (input) => input;
  if (types.includes("number")) return (input) => (isWritten(input, number) ? Number(input) : input);
  if (types.includes("integer")) return (input) => (isWritten(input, integer) ? Number(input) : input);
  if (types.includes("boolean")) return (input) => words.get(input) ?? input;
  return (input) => input;
}

function isWritten(input: string | readonly string[], form: RegExp): input is string {
  return typeof input === "string" && form.test(input);
}
