import { isObject, type OpenApiDocument } from "../openapi/document.ts";

type Node = Record<string, unknown>;

/** Returns a copy of the document with which Prism validates requests and responses. */
export function prepareForPrism(document: OpenApiDocument): OpenApiDocument {
  return changedCopy(document, [declareFormsAsJson, removeDeprecation, boundIntegers]);
}

/** Returns a copy of the document from which Prism generates responses. */
export function prepareForGenerator(document: OpenApiDocument): OpenApiDocument {
  return changedCopy(document, [declareFormsAsJson, removeDeprecation, limitGenerator]);
}

function changedCopy(document: OpenApiDocument, changes: readonly ((node: Node) => void)[]): OpenApiDocument {
  // Prism fully supports this dialect. With the OpenAPI dialect, it validates nothing.
  const copy = { ...structuredClone(document), jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema" };
  for (const node of nodesIn(copy, false)) for (const change of changes) change(node);
  return copy;
}

/** The names of fields whose value is an object with names as keys, even `default` or `example`. */
const mapFields = new Set(["paths", "schemas", "properties", "parameters", "requestBodies", "responses", "headers", "content"]);
const dataFields = new Set(["example", "examples", "default", "enum", "const"]);

/** Omits data, such as examples, whose fields can have the names of keywords. */
function nodesIn(value: unknown, keysAreNames: boolean): Node[] {
  if (Array.isArray(value)) return value.flatMap((item) => nodesIn(item, false));
  if (!isObject(value)) return [];
  const inner = Object.entries(value).filter(([key]) => keysAreNames || !(dataFields.has(key) || key.startsWith("x-")));
  const nodes = inner.flatMap(([key, part]) => nodesIn(part, !keysAreNames && mapFields.has(key)));
  return keysAreNames ? nodes : [value, ...nodes];
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

const constraints = ["type", "$ref", "enum", "const", "allOf", "oneOf"];

/** Prism's generator leaves lists empty, invents properties, and generates values of any type for properties without a type. */
function limitGenerator(node: Node): void {
  if (node["type"] === "array") node["minItems"] ??= 1;
  if (!isObject(node["properties"])) return;
  node["additionalProperties"] ??= false;
  for (const schema of Object.values(node["properties"]).filter(isObject)) {
    if (!constraints.some((name) => name in schema)) (schema as Node)["type"] = "string";
  }
}
