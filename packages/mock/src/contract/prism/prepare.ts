import { isObject, type JsonObject, type OpenApiDocument } from "../openapi/document.ts";
import { referenceNodes } from "../openapi/references.ts";

type Writable = Record<string, unknown>;

/**
 * Returns a copy of the document for Prism, in which
 * - schemas use a dialect that Prism fully supports; with the OpenAPI dialect, it validates nothing;
 * - form bodies are declared as JSON and passed to Prism as parsed objects, because it validates few properties of forms;
 * - 64-bit integers have bounds, because Prism accepts any integer for `format: int64`;
 * - `$ref` in data is masked, because Prism would follow it, read files and contact other hosts; see `unmaskData`;
 * - nothing is deprecated, because Prism would add a `Deprecation` header that violates RFC 9745.
 */
export function prepareForPrism(document: OpenApiDocument): OpenApiDocument {
  return readableCopy(document, (node) => {
    if (node["format"] !== "int64") return;
    node["minimum"] ??= -(2 ** 63);
    // JavaScript cannot represent 2^63 - 1 exactly and parses it as 2^63.
    if (!("maximum" in node)) node["exclusiveMaximum"] ??= 2 ** 63;
  });
}

function readableCopy(document: OpenApiDocument, change: (node: Writable) => void): OpenApiDocument {
  const copy = { ...structuredClone(document), jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema" };
  const nodes = referenceNodes(copy);
  maskData(copy, nodes);
  for (const node of nodes as ReadonlySet<Writable>) {
    if (isObject(node["content"])) node["content"] = asJson(node["content"]);
    if (node["deprecated"] === true) delete node["deprecated"];
    change(node);
  }
  return copy;
}

/** Works around Prism's generator, which uses huge numbers, leaves lists empty and invents properties. */
export function prepareForGenerator(document: OpenApiDocument): OpenApiDocument {
  return readableCopy(document, (node) => {
    if (node["type"] === "array") node["minItems"] ??= 1;
    if (!isObject(node["properties"])) return;
    node["additionalProperties"] ??= false;
    for (const schema of Object.values(node["properties"]).filter(isObject)) {
      if (!meaningful.some((name) => name in schema)) (schema as Writable)["type"] = "string";
    }
  });
}

const meaningful = ["type", "$ref", "enum", "const", "allOf", "oneOf", "anyOf"];

function asJson(content: JsonObject): JsonObject {
  const form = content["application/x-www-form-urlencoded"];
  return form === undefined || "application/json" in content ? content : { "application/json": form };
}

const masked = "\u0000$ref";

/** Renames `$ref` in data, because Prism would follow it. Changes the document. */
function maskData(document: OpenApiDocument, nodes: ReadonlySet<JsonObject>): void {
  rename(document, "$ref", masked, (node) => typeof node["$ref"] === "string" && !nodes.has(node));
}

export function unmaskData(value: unknown): void {
  rename(value, masked, "$ref", (node) => masked in node);
}

function rename(root: unknown, from: string, to: string, isMeant: (node: JsonObject) => boolean): void {
  const seen = new Set<unknown>();
  const waiting: unknown[] = [root];
  for (const value of waiting) {
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const inner of Object.values(value)) waiting.push(inner);
    if (Array.isArray(value) || !isMeant(value as JsonObject)) continue;
    // Adding every field again preserves their order.
    for (const [key, inner] of Object.entries(value)) {
      delete (value as Record<string, unknown>)[key];
      // An assignment to `__proto__` would not create a field.
      Object.defineProperty(value, key === from ? to : key, { value: inner, enumerable: true, configurable: true, writable: true });
    }
  }
}
