import { isObject, type JsonObject, type OpenApiDocument, objectAt, resolve } from "./document.ts";

const combinators = ["allOf", "oneOf"] as const;

/** Returns the schemas with references resolved and combinations flattened. */
export function schemasAt(document: OpenApiDocument, schema: unknown, path: readonly string[]): JsonObject[] {
  const schemas = parts(document, schema);
  const [key, ...rest] = path;
  if (key === undefined) return schemas;
  return schemas.flatMap((part) => schemasAt(document, child(document, part, key), rest));
}

function parts(document: OpenApiDocument, schema: unknown): JsonObject[] {
  const target = resolve(document, schema);
  if (!isObject(target)) return [];
  // Keywords next to a `$ref` apply to the same value.
  const beside = target !== schema && isObject(schema) && Object.keys(schema).length > 1 ? [schema] : [];
  const subschemas = combinators.flatMap((name) => (Array.isArray(target[name]) ? target[name] : []));
  return [...beside, target, ...subschemas.flatMap((part) => parts(document, part))];
}

function child(document: OpenApiDocument, schema: JsonObject, key: string): unknown {
  const properties = objectAt(document, schema, "properties");
  if (Object.hasOwn(properties, key)) return properties[key];
  if (/^\d+$/.test(key) && "items" in schema) return schema["items"];
  return schema["additionalProperties"];
}

export function keyword(schemas: readonly JsonObject[], name: string): unknown {
  return schemas.find((schema) => schema[name] !== undefined)?.[name];
}

/** Returns an empty list if there are no alternatives or if their types do not distinguish them. */
export function alternativeTypes(schemas: readonly JsonObject[]): readonly string[] {
  const speaking = alternativesIn(schemas);
  const isChoice = schemas.some((schema) => "oneOf" in schema);
  if (!isChoice || speaking.some((schema) => schema["type"] === undefined)) return [];
  return [...new Set(speaking.flatMap((schema) => [schema["type"]].flat().map(String)))];
}

export function alternativesIn(schemas: readonly JsonObject[]): readonly JsonObject[] {
  return schemas.filter((schema) => schema["$ref"] === undefined && !combinators.some((name) => name in schema));
}

/** Returns an empty list if all types are allowed. */
export function typesOf(schemas: readonly JsonObject[]): readonly string[] {
  const types = keyword(schemas, "type");
  return types === undefined ? [] : [types].flat().map(String);
}
