import { isObject, type JsonObject, type OpenApiDocument } from "../openapi/document.ts";
import { referenceNodes } from "../openapi/references.ts";

type Writable = Record<string, unknown>;

/**
 * A copy of the document for Prism to take apart, in which
 * - the dialect of the schemas is the one that Prism understands: by another it checks less, by that of OpenAPI nothing;
 * - form bodies are JSON bodies: Prism hardly checks forms, so it gets them parsed, as objects;
 * - integers of 64 bits have bounds: Prism takes `format: int64` for any integer, also for 1e30;
 * - `$ref` in data is masked: Prism would follow it, read files and ask other hosts; see `unmaskData`;
 * - nothing is deprecated: Prism would add a `Deprecation` header of its own, in a form that RFC 9745 does not allow.
 */
export function prepareForPrism(document: OpenApiDocument): OpenApiDocument {
  return readableCopy(document, (node) => {
    if (node["format"] !== "int64") return;
    node["minimum"] ??= -(2 ** 63);
    // JavaScript cannot represent the largest, 2^63 - 1: it is read as 2^63.
    if (!("maximum" in node)) node["exclusiveMaximum"] ??= 2 ** 63;
  });
}

/** @param change called for every node, but not for data such as examples */
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

/**
 * A copy for making data, without the bounds, which would make only huge numbers, and with what makes data worth looking at: lists have an item, objects their declared
 * properties and no others, and values of any type are texts. Otherwise the generator leaves lists empty, invents
 * properties with random names, and answers with the schema where it says no type; all valid, and of no use to anyone.
 */
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

/** Renames `$ref` wherever it is data, so that a library that follows every `$ref` leaves it alone. Changes the document. */
function maskData(document: OpenApiDocument, nodes: ReadonlySet<JsonObject>): void {
  rename(document, "$ref", masked, (node) => typeof node["$ref"] === "string" && !nodes.has(node));
}

/** Undoes `maskData` in what has been made of the document. */
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
    // The order of the fields stays.
    for (const [key, inner] of Object.entries(value)) {
      delete (value as Record<string, unknown>)[key];
      // An assignment would not make a field of `__proto__`.
      Object.defineProperty(value, key === from ? to : key, { value: inner, enumerable: true, configurable: true, writable: true });
    }
  }
}
