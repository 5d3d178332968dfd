import { isObject, type JsonObject, type OpenApiDocument, resolve } from "./document.ts";
import { distanceOf } from "./nearest.ts";
import { schemasAt } from "./schemas.ts";

/** The fields that an object or a query can have, each with the values that it is limited to. */
export type KnownFields = ReadonlyMap<string, readonly unknown[]>;

const maxListed = 40;
/** No field has such a long name; to compare it would only take time. */
const maxNameLength = 100;
const maxNameDifference = 1 / 3;
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
  if (names.length === 0) return "is not a known field; there are none";
  const more = names.length > maxListed ? ", …" : "";
  return `is not a known field${nearest(name, known)}. Valid fields: ${names.slice(0, maxListed).join(", ")}${more}`;
}

function nearest(name: string, known: KnownFields): string {
  if (name.length > maxNameLength) return "";
  const candidates = [...known].flatMap(([field, values]) => [
    { hint: field, difference: differenceOf(name, field) / maxNameDifference },
    ...values.map((value) => ({
      hint: `${field}, with the value ${value}`,
      difference: differenceOf(name, String(value)) / maxValueDifference,
    })),
  ]);
  const [first] = candidates.sort((one, other) => one.difference - other.difference);
  return first && first.difference <= 1 ? `; the nearest is ${first.hint}` : "";
}

function differenceOf(name: string, candidate: string): number {
  return distanceOf(name.toLowerCase(), candidate.toLowerCase()) / Math.max(candidate.length, 1);
}

function valuesOf({ enum: values }: JsonObject): readonly unknown[] {
  return Array.isArray(values) ? values : [];
}
