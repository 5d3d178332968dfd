import { isObject, type JsonObject, type OpenApiDocument } from "../openapi/document.ts";
import { decimalText, declaresDeviation, scalarTypes } from "../openapi/evidence.ts";
import { schemasAt } from "../openapi/schemas.ts";

/** Corrects deviations that the schema `accepts`: adds missing lists, converts scalars to the declared type, and omits `null`. */
export type Leniency = (body: unknown) => unknown;

/** A location in the schema of a body. Nested locations are computed on demand. */
interface Place {
  accepts(deviation: string): boolean;
  readonly optional: readonly string[];
  field(name: string): Place;
  item(): Place;
}

export function leniencyOf(document: OpenApiDocument, schema: unknown): Leniency {
  let root: Place | undefined;
  return (body) => {
    root ??= placeOf(document, [schema]);
    return read(body, root);
  };
}

function placeOf(document: OpenApiDocument, schemas: readonly unknown[]): Place {
  const parts = schemas.flatMap((schema) => schemasAt(document, schema, []));
  const properties = parts.flatMap(({ properties }) => (isObject(properties) ? [properties] : []));
  const requiredNames = [...new Set(parts.flatMap((part) => (Array.isArray(part["required"]) ? part["required"] : [])).map(String))];
  const accepts = (all: readonly JsonObject[], deviation: string) => all.some((part) => declaresDeviation(part, "accepts", deviation));
  const fields = new Map<string, Place>();
  let otherFields: Place | undefined;
  let items: Place | undefined;
  return {
    accepts: (deviation) => accepts(parts, deviation),
    optional: requiredNames.filter((name) => accepts(schemasAt(document, { allOf: schemasOf(name) }, []), "absent")),
    field: (name) => {
      const own = schemasOf(name);
      if (own.length === 0) {
        // Undeclared names share a place, because there is no limit to their number.
        otherFields ??= placeOf(document, schemasAs("additionalProperties"));
        return otherFields;
      }
      const fieldPlace = fields.get(name) ?? placeOf(document, own);
      fields.set(name, fieldPlace);
      return fieldPlace;
    },
    item: () => {
      items ??= placeOf(document, schemasAs("items"));
      return items;
    },
  };

  function schemasOf(name: string): unknown[] {
    return properties.flatMap((own) => (Object.hasOwn(own, name) ? [own[name]] : []));
  }

  function schemasAs(keyword: string): unknown[] {
    return parts.map((part) => part[keyword]);
  }
}

function read(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return readItems(value, place.item());
  if (isObject(value)) return readFields(value, place);
  if (value === null || !scalarTypes(value).some(place.accepts)) return value;
  if (typeof value === "string") return Number(value);
  return typeof value === "number" ? decimalText(value) : String(value);
}

function readItems(items: readonly unknown[], place: Place): readonly unknown[] {
  const copy = items.map((item) => read(item, place));
  return copy.some((item, index) => item !== items[index]) ? copy : items;
}

function readFields(value: JsonObject, place: Place): JsonObject {
  const added = place.optional.filter((name) => !Object.hasOwn(value, name)).map((name) => [name, []]);
  const entries = Object.entries(value).filter(([name, inner]) => inner !== null || !place.field(name).accepts("null"));
  const readEntries = entries.map(([name, inner]) => [name, read(inner, place.field(name))] as const);
  const isSame =
    added.length === 0 && entries.length === Object.keys(value).length && readEntries.every(([name, inner]) => inner === value[name]);
  return isSame ? value : Object.fromEntries([...readEntries, ...added]);
}
