import { isObject, type JsonObject, type OpenApiDocument, pointedAt, resolve } from "./document.ts";
import { methods, withoutExtensions } from "./operations.ts";

/** The names of fields whose value may be a reference or a list of references. */
const referenceFields = new Set([
  ...["components", ...methods, "requestBody", "schema"],
  ...["items", "prefixItems", "additionalItems", "unevaluatedItems", "contains", "additionalProperties", "unevaluatedProperties"],
  ...["propertyNames", "contentSchema", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"],
]);

/** The names of fields whose value is an object that may contain references under any name, even `default`, `example` or `$ref`. */
const mapFields = new Set([
  ...["webhooks", "pathItems", "parameters", "requestBodies", "headers", "content", "encoding", "examples"],
  ...["schemas", "properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions", "securitySchemes"],
]);

/** In data, such as examples, `$ref` is an ordinary field. @throws Error when a reference is external, unresolved or circular */
export function referenceNodes(document: OpenApiDocument): ReadonlySet<JsonObject> {
  const nodes = new Set<JsonObject>();
  const waiting: unknown[] = [document];
  for (const value of waiting) {
    if (Array.isArray(value)) for (const inner of value) waiting.push(inner);
    if (!isObject(value) || nodes.has(value)) continue;
    nodes.add(value);
    const reference = value["$ref"];
    if (typeof reference === "string") {
      waiting.push(pointedAt(document, reference));
      resolve(document, value);
    }
    for (const [key, inner] of Object.entries(value)) waiting.push(...inside(key, inner, nodes));
  }
  return nodes;
}

function inside(key: string, value: unknown, nodes: Set<JsonObject>): readonly unknown[] {
  if (referenceFields.has(key)) return [value];
  if (key === "paths" || key === "responses") return isObject(value) ? valuesWithoutExtensions(value) : [];
  // In a schema, `examples` is a list of data values, which contain no references.
  if (key === "examples" && Array.isArray(value)) return [];
  if (mapFields.has(key)) return valuesOf(value);
  if (key === "callbacks")
    return valuesOf(value).flatMap((callback) => [callback, ...(isObject(callback) ? valuesWithoutExtensions(callback) : [])]);
  // The parameters and the request body of a link are data, so they are not searched for references.
  if (key === "links") for (const link of valuesOf(value).filter(isObject)) nodes.add(link);
  return [];
}

function valuesWithoutExtensions(value: JsonObject): readonly unknown[] {
  return withoutExtensions(value).map((key) => value[key]);
}

function valuesOf(value: unknown): readonly unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}
