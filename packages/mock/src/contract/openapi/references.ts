import { isObject, type JsonObject, type OpenApiDocument, pointedAt, resolve } from "./document.ts";
import { methods, withoutExtensions } from "./operations.ts";

/** The names of fields whose value may be a reference or a list of references. */
const nested = new Set([
  ...["components", ...methods, "requestBody", "schema"],
  ...["items", "prefixItems", "additionalItems", "unevaluatedItems", "contains", "additionalProperties", "unevaluatedProperties"],
  ...["propertyNames", "contentSchema", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"],
]);

/** The names of fields whose value is an object that may contain references under any name, even `default`, `example` or `$ref`. */
const named = new Set([
  ...["webhooks", "pathItems", "parameters", "requestBodies", "headers", "content", "encoding", "examples"],
  ...["schemas", "properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions", "securitySchemes"],
]);

/** In data, such as examples, `$ref` is an ordinary field. @throws Error when a reference is external, unresolved or circular */
export function referenceNodes(document: OpenApiDocument): ReadonlySet<JsonObject> {
  const found = new Set<JsonObject>();
  const waiting: unknown[] = [document];
  for (const value of waiting) {
    if (Array.isArray(value)) for (const inner of value) waiting.push(inner);
    if (!isObject(value) || found.has(value)) continue;
    found.add(value);
    const reference = value["$ref"];
    if (typeof reference === "string") {
      waiting.push(pointedAt(document, reference));
      resolve(document, value);
    }
    for (const [key, inner] of Object.entries(value)) waiting.push(...inside(key, inner, found));
  }
  return found;
}

function inside(key: string, value: unknown, found: Set<JsonObject>): readonly unknown[] {
  if (nested.has(key)) return [value];
  if (key === "paths" || key === "responses") return isObject(value) ? valuesWithoutExtensions(value) : [];
  // In a schema, `examples` is a list of data values, which contain no references.
  if (key === "examples" && Array.isArray(value)) return [];
  if (named.has(key)) return valuesOf(value);
  if (key === "callbacks")
    return valuesOf(value).flatMap((callback) => [callback, ...(isObject(callback) ? valuesWithoutExtensions(callback) : [])]);
  // The parameters and the request body of a link are data, so they are not searched for references.
  if (key === "links") for (const link of valuesOf(value).filter(isObject)) found.add(link);
  return [];
}

function valuesWithoutExtensions(value: JsonObject): readonly unknown[] {
  return withoutExtensions(value).map((key) => value[key]);
}

function valuesOf(value: unknown): readonly unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}
