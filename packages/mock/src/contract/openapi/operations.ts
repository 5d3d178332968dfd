import { isObject, type JsonObject, type OpenApiDocument, objectAt, resolve } from "./document.ts";
import { readSecurity } from "./security.ts";

/** Examples by name. */
export type NamedExamples = ReadonlyMap<string, unknown>;

export interface Parameter {
  readonly name: string;
  readonly place: "path" | "query" | "header" | "cookie";
  readonly required: boolean;
  /** Whether each item of a list comes under the name of its own, and not all as one text with commas. */
  readonly explode: boolean;
  readonly schema: JsonObject;
  readonly examples: NamedExamples;
  readonly sensitive: boolean;
}

export interface RequestBody {
  readonly required: boolean;
  readonly mediaTypes: readonly string[];
  readonly schema: JsonObject;
  readonly examples: NamedExamples;
}

export interface ResponseModel {
  /** As the document writes it: a status code, a range such as `4XX`, or `default`. */
  readonly status: string;
  readonly mediaTypes: readonly string[];
  readonly schema: JsonObject;
  /** The schemas of its headers, by their names in small letters. */
  readonly headers: ReadonlyMap<string, JsonObject>;
  /** The names of those headers that must be there. */
  readonly requiredHeaders: readonly string[];
  /** The examples of its headers, by their names in lower case. */
  readonly headerExamples: ReadonlyMap<string, unknown>;
  readonly examples: NamedExamples;
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
  /** Whether it needs an access token. */
  readonly authentication: "none" | "required";
  /** A token needs one of these; any token will do when there are none. */
  readonly scopes: readonly string[];
  readonly deprecated: boolean;
  /** By its `x-sunset`; absent when it is to stay. */
  readonly sunset: Sunset | undefined;
}

/** The end of an operation. */
export interface Sunset {
  /** The day it stops, `YYYY-MM-DD`; `null` when none was announced. */
  readonly date: string | null;
  /** What to use instead; `null` when nothing was announced. */
  readonly replacement: string | null;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Reads every operation of a document; of two paths that fit one address the more concrete one comes first. */
export function readOperations(document: OpenApiDocument): Operation[] {
  const operations: Operation[] = [];
  for (const path of withoutExtensions(document.paths)) {
    const item = objectAt(document, document.paths, path);
    for (const method of methods.filter((name) => name in item)) {
      operations.push(readOperation(document, path, method, item));
    }
  }
  return operations.sort((one, other) => compared(vagueness(one.path), vagueness(other.path)));
}

/** The response that an operation declares for a status: its own, that of its range, or `default`. */
export function declaredResponse({ responses }: Operation, status: number): ResponseModel | undefined {
  for (const key of keysOfStatus(String(status))) {
    const declared = responses.find((response) => response.status === key);
    if (declared) return declared;
  }
  return undefined;
}

/** The keys under which a document may declare a status, the most exact one first. */
export function keysOfStatus(status: string): readonly string[] {
  return [status, `${status[0]}XX`, "default"];
}

/** By locale it would take 5 ms the first time, to load the rules of languages. */
function compared(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
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
    ...readSecurity(document, operation),
    deprecated: operation["deprecated"] === true,
    sunset: readSunset(operation),
  };
}

/** The keys of an object that may have extensions beside them. */
export function withoutExtensions(parent: JsonObject): string[] {
  return Object.keys(parent).filter((key) => !key.startsWith("x-"));
}

function readSunset({ "x-sunset": sunset }: JsonObject): Sunset | undefined {
  if (!isObject(sunset)) return undefined;
  return { date: textOrNull(sunset["date"]), replacement: textOrNull(sunset["replacement"]) };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** An operation's parameter replaces the path item's parameter with the same name and place. */
function readParameters(document: OpenApiDocument, item: JsonObject, operation: JsonObject): Parameter[] {
  const parameters = [...listAt(item, "parameters"), ...listAt(operation, "parameters")].map((node) => readParameter(document, node));
  return [...new Map(parameters.map((parameter) => [`${parameter.place} ${parameter.name}`, parameter])).values()];
}

function readParameter(document: OpenApiDocument, node: unknown): Parameter {
  const parameter = resolve(document, node) as JsonObject;
  const place = parameter["in"] as Parameter["place"];
  return {
    name: String(parameter["name"]),
    place,
    required: parameter["required"] === true,
    explode: hasOwnNames(parameter, place),
    schema: objectAt(document, parameter, "schema"),
    examples: readExamples(document, parameter),
    sensitive: parameter["x-sensitive"] === true,
  };
}

/** The default of `explode` is that of the style, and the default of the style that of the place (OpenAPI 3.1, 4.8.12). */
function hasOwnNames({ explode, style }: JsonObject, place: Parameter["place"]): boolean {
  if (typeof explode === "boolean") return explode;
  return style === "form" || (style === undefined && (place === "query" || place === "cookie"));
}

function readBody(document: OpenApiDocument, body: JsonObject): RequestBody {
  const content = objectAt(document, body, "content");
  const mediaTypes = Object.keys(content);
  const first = objectAt(document, content, mediaTypes[0] ?? "");
  return {
    required: body["required"] === true,
    mediaTypes,
    schema: objectAt(document, first, "schema"),
    examples: readExamples(document, first),
  };
}

function readResponses(document: OpenApiDocument, operation: JsonObject): ResponseModel[] {
  const responses = objectAt(document, operation, "responses");
  return withoutExtensions(responses).map((status) => {
    const response = objectAt(document, responses, status);
    const content = objectAt(document, response, "content");
    const mediaTypes = Object.keys(content);
    const first = objectAt(document, content, mediaTypes[0] ?? "");
    const headers = objectAt(document, response, "headers");
    const fields = Object.keys(headers).map((name) => [name.toLowerCase(), objectAt(document, headers, name)] as const);
    return {
      status,
      mediaTypes,
      schema: objectAt(document, first, "schema"),
      headers: new Map(fields.map(([name, header]) => [name, objectAt(document, header, "schema")])),
      requiredHeaders: fields.filter(([, header]) => header["required"] === true).map(([name]) => name),
      headerExamples: new Map(fields.map(([name, header]) => [name, header["example"]])),
      examples: readExamples(document, first),
    };
  });
}

function hasOAuthErrors(document: OpenApiDocument, operation: JsonObject): boolean {
  const refusal = objectAt(document, objectAt(document, operation, "responses"), "400");
  const content = objectAt(document, objectAt(document, refusal, "content"), "application/json");
  return "error_description" in objectAt(document, objectAt(document, content, "schema"), "properties");
}

function readExamples(document: OpenApiDocument, parent: JsonObject): NamedExamples {
  const examples = objectAt(document, parent, "examples");
  return new Map(Object.keys(examples).map((name) => [name, objectAt(document, examples, name)["value"]]));
}

function listAt(parent: JsonObject, key: string): readonly unknown[] {
  const value = parent[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}
