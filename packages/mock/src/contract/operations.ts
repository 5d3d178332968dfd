import { isObject, type JsonObject, type OpenApiDocument, objectAt, resolve } from "./document.ts";

/** Examples by name. */
export type Examples = ReadonlyMap<string, unknown>;

export interface Parameter {
  readonly name: string;
  readonly place: "path" | "query" | "header" | "cookie";
  readonly schema: JsonObject;
  readonly examples: Examples;
  readonly sensitive: boolean;
}

export interface RequestBody {
  readonly mediaTypes: readonly string[];
  readonly schema: JsonObject;
  readonly examples: Examples;
}

export interface ResponseModel {
  /** As the document writes it: a status code, a range such as `4XX`, or `default`. */
  readonly status: string;
  readonly mediaTypes: readonly string[];
  readonly schema: JsonObject;
  /** The schemas of its headers, by their names in small letters. */
  readonly headers: ReadonlyMap<string, JsonObject>;
  readonly examples: Examples;
}

/** What the mock knows of one operation. */
export interface Operation {
  readonly operationId: string;
  /** In capitals. */
  readonly method: string;
  /** With `{name}` where a parameter stands. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly responses: readonly ResponseModel[];
  /** Whether its 400 has the form of RFC 6749 instead of the platform's error body. */
  readonly oauthErrors: boolean;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Reads every operation of a document; of two paths that fit one address the more concrete one comes first. */
export function readOperations(document: OpenApiDocument): Operation[] {
  const operations: Operation[] = [];
  for (const path of Object.keys(document.paths)) {
    const item = objectAt(document, document.paths, path);
    for (const method of methods.filter((name) => name in item)) {
      operations.push(readOperation(document, path, method, item));
    }
  }
  return operations.sort((one, other) => vagueness(one.path).localeCompare(vagueness(other.path)));
}

/** The keys under which a document may declare a status, the most exact one first. */
export function keysOfStatus(status: string): readonly string[] {
  return [status, `${status[0]}XX`, "default"];
}

/** A digit for each part of a path: 0 for a text, 1 for a text with a parameter in it, 2 for a parameter. */
function vagueness(path: string): string {
  const digit = (part: string) => (/^\{[^}]*\}$/.test(part) ? "2" : part.includes("{") ? "1" : "0");
  return path.split("/").map(digit).join("");
}

function readOperation(document: OpenApiDocument, path: string, method: string, item: JsonObject): Operation {
  const operation = objectAt(document, item, method);
  const operationId = operation["operationId"];
  if (typeof operationId !== "string") throw new Error(`${method.toUpperCase()} ${path} has no operationId.`);
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    parameters: readParameters(document, item, operation),
    body: "requestBody" in operation ? readBody(document, objectAt(document, operation, "requestBody")) : undefined,
    responses: readResponses(document, operation),
    oauthErrors: hasOAuthErrors(document, operation),
  };
}

/** Of two with the same name and place, that of the operation counts. */
function readParameters(document: OpenApiDocument, item: JsonObject, operation: JsonObject): Parameter[] {
  const parameters = [...listAt(item, "parameters"), ...listAt(operation, "parameters")].map((node) => readParameter(document, node));
  return [...new Map(parameters.map((parameter) => [`${parameter.place} ${parameter.name}`, parameter])).values()];
}

function readParameter(document: OpenApiDocument, node: unknown): Parameter {
  const parameter = resolve(document, node) as JsonObject;
  return {
    name: String(parameter["name"]),
    place: parameter["in"] as Parameter["place"],
    schema: objectAt(document, parameter, "schema"),
    examples: readExamples(document, parameter),
    sensitive: parameter["x-sensitive"] === true,
  };
}

function readBody(document: OpenApiDocument, body: JsonObject): RequestBody {
  const content = objectAt(document, body, "content");
  const mediaTypes = Object.keys(content);
  const first = objectAt(document, content, mediaTypes[0] ?? "");
  return { mediaTypes, schema: objectAt(document, first, "schema"), examples: readExamples(document, first) };
}

function readResponses(document: OpenApiDocument, operation: JsonObject): ResponseModel[] {
  const responses = objectAt(document, operation, "responses");
  return Object.keys(responses).map((status) => {
    const response = objectAt(document, responses, status);
    const content = objectAt(document, response, "content");
    const mediaTypes = Object.keys(content);
    const first = objectAt(document, content, mediaTypes[0] ?? "");
    const headers = objectAt(document, response, "headers");
    const schemaOf = (name: string) => objectAt(document, objectAt(document, headers, name), "schema");
    return {
      status,
      mediaTypes,
      schema: objectAt(document, first, "schema"),
      headers: new Map(Object.keys(headers).map((name) => [name.toLowerCase(), schemaOf(name)])),
      examples: readExamples(document, first),
    };
  });
}

function hasOAuthErrors(document: OpenApiDocument, operation: JsonObject): boolean {
  const refusal = objectAt(document, objectAt(document, operation, "responses"), "400");
  const content = objectAt(document, objectAt(document, refusal, "content"), "application/json");
  return "error_description" in objectAt(document, objectAt(document, content, "schema"), "properties");
}

function readExamples(document: OpenApiDocument, parent: JsonObject): Examples {
  const examples = objectAt(document, parent, "examples");
  return new Map(Object.keys(examples).map((name) => [name, objectAt(document, examples, name)["value"]]));
}

function listAt(parent: JsonObject, key: string): readonly unknown[] {
  const value = parent[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}
