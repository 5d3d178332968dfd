import { isObject, type JsonObject, type OpenApiDocument, resolve } from "../openapi/document.ts";
import { schemasAt } from "../openapi/schemas.ts";
import { type Candidate, didYouMean } from "./nearest.ts";

/** The fields that an object or a query can have, each with the values that it is limited to. */
export type KnownFields = ReadonlyMap<string, readonly unknown[]>;

const maxListed = 40;
/** A value that begins like the unknown name may differ more: `freeze` suggests `frozen`, but `set` does not suggest `offset`. */
const maxDifferenceOfSameStart = 1 / 2;

/** The fields of an object. Of several alternatives, those that a constant of the value rules out do not count. */
export function knownFields(document: OpenApiDocument, schemas: readonly JsonObject[], value: unknown): KnownFields {
  const known = new Map<string, readonly unknown[]>();
  for (const { properties } of schemas) {
    if (!isObject(properties)) continue;
    const fields = Object.entries(properties).map(([name, schema]) => [name, resolve(document, schema)] as const);
    if (isObject(value) && fields.some(([name, field]) => isObject(field) && "const" in field && field["const"] !== value[name])) continue;
    for (const [name, field] of fields) known.set(name, schemasAt(document, field, []).flatMap(valuesOf));
  }
  return known;
}

/** What is wrong with a field that is not known, after its name. */
export function unknownField(name: string, known: KnownFields): string {
  const names = [...known.keys()];
  if (names.length === 0) return "is not a known field: no fields are allowed here";
  const more = names.length > maxListed ? ", …" : "";
  const suggestion = didYouMean(name, candidatesOf(name, known)) || ".";
  return `is not a known field${suggestion} Valid fields: ${names.slice(0, maxListed).join(", ")}${more}`;
}

function candidatesOf(name: string, known: KnownFields): Candidate[] {
  const start = name.toLowerCase().slice(0, 2);
  return [...known].flatMap(([field, values]) => [
    { text: field },
    ...values.map(String).map((text) => ({
      text,
      shown: `${field} with the value ${text}`,
      ...(text.toLowerCase().startsWith(start) ? { maxDifference: maxDifferenceOfSameStart } : {}),
    })),
  ]);
}

function valuesOf({ enum: values }: JsonObject): readonly unknown[] {
  return Array.isArray(values) ? values : [];
}
