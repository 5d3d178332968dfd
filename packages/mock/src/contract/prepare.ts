import { isObject, type JsonObject, type OpenApiDocument } from "./document.ts";

type Writable = Record<string, unknown>;

/**
 * A copy of the document for Prism to take apart, in which
 * - form bodies are JSON bodies: Prism hardly checks forms, so it gets them parsed, as objects;
 * - nothing is deprecated: Prism would add a `Deprecation` header of its own, in a form that RFC 9745 does not allow.
 */
export function prepareForPrism(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document) as OpenApiDocument;
  visit(copy, (node) => {
    if (isObject(node["content"])) node["content"] = asJson(node["content"]);
    if (node["deprecated"] === true) delete node["deprecated"];
  });
  return copy;
}

/**
 * The same copy for making data: objects have their declared properties and no others. Otherwise the generator invents
 * properties with random names, which are valid and of no use to anyone.
 */
export function closeResponseSchemas(document: OpenApiDocument): OpenApiDocument {
  const copy = prepareForPrism(document);
  visit(copy, (node) => {
    if (isObject(node["properties"]) && node["additionalProperties"] === undefined) node["additionalProperties"] = false;
  });
  return copy;
}

function asJson(content: JsonObject): JsonObject {
  const form = content["application/x-www-form-urlencoded"];
  return form === undefined || "application/json" in content ? content : { "application/json": form };
}

/** Calls back for every object of the document. References are not followed, so it ends. */
function visit(node: unknown, callback: (node: Writable) => void): void {
  if (Array.isArray(node)) {
    for (const item of node) visit(item, callback);
    return;
  }
  if (!isObject(node)) return;
  callback(node as Writable);
  for (const value of Object.values(node)) visit(value, callback);
}
