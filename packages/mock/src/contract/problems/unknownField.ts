import { isObject, type JsonObject, type OpenApiDocument, resolve } from "../openapi/document.ts";
import { didYouMean } from "./nearest.ts";

const maxListed = 40;

/** Ignores alternatives whose constants do not match the object. */
export function knownFields(document: OpenApiDocument, schemas: readonly JsonObject[], value: unknown): ReadonlySet<string> {
  const known = new Set<string>();
  for (const { properties } of schemas) {
    if (!isObject(properties)) continue;
    const isRuledOut = ([name, schema]: [string, unknown]) => {
      const field = resolve(document, schema);
      return isObject(value) && isObject(field) && "const" in field && field["const"] !== value[name];
    };
    if (Object.entries(properties).some(isRuledOut)) continue;
    for (const name of Object.keys(properties)) known.add(name);
  }
  return known;
}

export function unknownField(name: string, known: ReadonlySet<string>): string {
  const names = [...known];
  if (names.length === 0) return "is not a known field: no fields are allowed here";
  const more = names.length > maxListed ? ", …" : "";
  return `is not a known field${didYouMean(name, known) || "."} Valid fields: ${names.slice(0, maxListed).join(", ")}${more}`;
}
