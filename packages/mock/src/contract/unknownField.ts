import { isObject, type JsonObject, type OpenApiDocument, resolve } from "./document.ts";
import { type Candidate, didYouMean } from "./nearest.ts";
import { schemasAt } from "./schemas.ts";

/** The fields that an object or a query can have, each with the values that it is limited to. */
export type KnownFields = ReadonlyMap<string, readonly unknown[]>;

const maxListed = 40;
/** The values of a field say what it is for, in other words than its name. */
const maxValueDifference = 1 / 2;

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
  const suggestion = didYouMean(name, candidatesOf(known)) || ".";
  return `is not a known field${suggestion} Valid fields: ${names.slice(0, maxListed).join(", ")}${more}`;
}

function candidatesOf(known: KnownFields): Candidate[] {
  return [...known].flatMap(([field, values]) => [
    { text: field },
    ...values.map((value) => ({ text: String(value), shown: `${field} with the value ${value}`, maxDifference: maxValueDifference })),
  ]);
}

function valuesOf({ enum: values }: JsonObject): readonly unknown[] {
  return Array.isArray(values) ? values : [];
}
