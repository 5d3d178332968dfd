import { isObject, type JsonObject, type OpenApiDocument } from "../openapi/document.ts";
import { deviationOf, isExact } from "../openapi/evidence.ts";
import { schemasAt } from "../openapi/schemas.ts";

/** Corrects deviations that the schema `accepts`: adds missing lists as empty lists and converts numbers to strings. */
export type Leniency = (body: unknown) => unknown;

/** A location in the schema of a body. Nested locations are computed on demand. */
interface Place {
  readonly takesNumber: boolean;
  readonly optional: readonly string[];
  field(name: string): Place | undefined;
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
  const accepts = (all: readonly JsonObject[], deviation: string) => all.some((part) => deviationOf(part, "accepts") === deviation);
  const fields = new Map<string, Place>();
  let items: Place | undefined;
  return {
    takesNumber: accepts(parts, "number"),
    optional: requiredNames.filter((name) => accepts(schemasAt(document, { allOf: schemasOf(name) }, []), "absent")),
    field: (name) => {
      const own = schemasOf(name);
      if (own.length === 0) return undefined;
      const fieldPlace = fields.get(name) ?? placeOf(document, own);
      fields.set(name, fieldPlace);
      return fieldPlace;
    },
    item: () => {
      items ??= placeOf(
        document,
        parts.map((part) => part["items"]),
      );
      return items;
    },
  };

  function schemasOf(name: string): unknown[] {
    return properties.flatMap((own) => (Object.hasOwn(own, name) ? [own[name]] : []));
  }
}

function read(value: unknown, place: Place): unknown {
  if (place.takesNumber && isExact(value)) return String(value);
  if (Array.isArray(value)) return readItems(value, place.item());
  return isObject(value) ? readFields(value, place) : value;
}

function readItems(items: readonly unknown[], place: Place): readonly unknown[] {
  const copy = items.map((item) => read(item, place));
  return copy.some((item, index) => item !== items[index]) ? copy : items;
}

function readFields(value: JsonObject, place: Place): JsonObject {
  const changes: [string, unknown][] = place.optional.filter((name) => !Object.hasOwn(value, name)).map((name) => [name, []]);
  for (const name of Object.keys(value)) {
    const field = place.field(name);
    const own = field && read(value[name], field);
    if (field && own !== value[name]) changes.push([name, own]);
  }
  return changes.length === 0 ? value : { ...value, ...Object.fromEntries(changes) };
}
