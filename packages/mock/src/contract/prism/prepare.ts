import { isObject, type JsonObject, type OpenApiDocument, setField } from "../openapi/document.ts";
import { referenceNodes } from "../openapi/references.ts";

type Node = Record<string, unknown>;

/** Returns a copy of the document with which Prism validates requests and responses. */
export function prepareForPrism(document: OpenApiDocument): OpenApiDocument {
  return changedCopy(document, [declareFormsAsJson, removeDeprecation, boundIntegers]);
}

/** Returns a copy of the document from which Prism generates responses. */
export function prepareForGenerator(document: OpenApiDocument): OpenApiDocument {
  return changedCopy(document, [declareFormsAsJson, removeDeprecation, limitGenerator]);
}

/** @param changes applied to each node that is not data */
function changedCopy(document: OpenApiDocument, changes: readonly ((node: Node) => void)[]): OpenApiDocument {
  // Prism fully supports this dialect. With the OpenAPI dialect, it validates nothing.
  const copy = { ...structuredClone(document), jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema" };
  const nodes = referenceNodes(copy);
  // Prism would follow a `$ref` in data, read files and contact other hosts. `unmaskData` undoes this change.
  renameField(copy, "$ref", maskedReference, (node) => typeof node["$ref"] === "string" && !nodes.has(node));
  for (const node of nodes) for (const change of changes) change(node as Node);
  return copy;
}

/** Prism validates few properties of forms, so it gets forms as parsed objects. */
function declareFormsAsJson(node: Node): void {
  const { content } = node;
  if (!isObject(content) || "application/json" in content) return;
  const form = content["application/x-www-form-urlencoded"];
  if (form !== undefined) node["content"] = { "application/json": form };
}

/** Prism would add a `Deprecation` header that violates RFC 9745. */
function removeDeprecation(node: Node): void {
  if (node["deprecated"] === true) delete node["deprecated"];
}

/** Prism accepts any integer for `format: int64`. */
function boundIntegers(node: Node): void {
  if (node["format"] !== "int64") return;
  node["minimum"] ??= -(2 ** 63);
  // JavaScript cannot represent 2^63 - 1 exactly and parses it as 2^63.
  if (!("maximum" in node)) node["exclusiveMaximum"] ??= 2 ** 63;
}

const constraints = ["type", "$ref", "enum", "const", "allOf", "oneOf", "anyOf"];

/** Prism's generator leaves lists empty, invents properties, and generates values of any type for properties without a type. */
function limitGenerator(node: Node): void {
  if (node["type"] === "array") node["minItems"] ??= 1;
  if (!isObject(node["properties"])) return;
  node["additionalProperties"] ??= false;
  for (const schema of Object.values(node["properties"]).filter(isObject)) {
    if (!constraints.some((name) => name in schema)) (schema as Node)["type"] = "string";
  }
}

const maskedReference = "\u0000$ref";

export function unmaskData(value: unknown): void {
  renameField(value, maskedReference, "$ref", (node) => maskedReference in node);
}

/** Renames a field of all objects in a value that meet a condition, and keeps the order of their fields. */
function renameField(root: unknown, from: string, to: string, meetsCondition: (node: JsonObject) => boolean): void {
  // Prism's operations refer to the same objects several times. Iterating a set visits elements that are added during the iteration.
  const values = new Set<unknown>([root]);
  for (const value of values) {
    if (typeof value !== "object" || value === null) continue;
    for (const inner of Object.values(value)) values.add(inner);
    if (!isObject(value) || !meetsCondition(value)) continue;
    for (const [name, inner] of Object.entries(value)) {
      delete (value as Node)[name];
      setField(value as Node, name === from ? to : name, inner);
    }
  }
}
