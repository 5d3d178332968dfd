import { type Difference, isObject, type JsonObject, type OpenApiDocument, objectAt, resolve } from "./document.ts";
import { declaresDeviation } from "./evidence.ts";

export type NamedExamples = ReadonlyMap<string, unknown>;

export interface Parameter {
  readonly name: string;
  readonly place: "path" | "query" | "header";
  readonly required: boolean;
  /** Whether list items are sent as repeated parameters instead of one comma-separated value. */
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
  /** A status code, or `default`. */
  readonly status: string;
  readonly mediaTypes: readonly string[];
  readonly schema: JsonObject;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, JsonObject>;
  readonly requiredHeaders: readonly string[];
  /** By lower-case name. */
  readonly headerExamples: ReadonlyMap<string, unknown>;
  readonly examples: NamedExamples;
  /** Whether the real service sends a 204 instead of this response. */
  readonly isSentAs204: boolean;
}

export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly responses: readonly ResponseModel[];
  /** Whether 400 responses have the format of RFC 6749 instead of the platform's error body. */
  readonly oauthErrors: boolean;
  readonly authentication: "none" | "required";
  /** A token must have one of these scopes. If the list is empty, any token is accepted. */
  readonly scopes: readonly string[];
  readonly deprecated: boolean;
  readonly sunset: Sunset | undefined;
  /** Present if some inputs of the operation's batch can fail, with status 207, while the others succeed. */
  readonly partialBatch: PartialBatch | undefined;
  /** Present if the operation was called in another version, or by another path, than the described one. */
  readonly version?: CalledVersion;
}

export interface CalledVersion {
  readonly name: string;
  readonly described: Operation;
  /** The release of the described version, in milliseconds since the epoch; `undefined` if the called version does not end. */
  readonly deprecatedAt: number | undefined;
  readonly differences: readonly Difference[];
}

/** JSON pointers into a request, its inputs and the errors of a response. */
export interface PartialBatch {
  readonly inputs: string;
  readonly match?: {
    /** Identify an input. */
    readonly input: readonly string[];
    /** Lists the identifiers of the inputs that an error concerns. */
    readonly errors?: string;
  };
}

export interface Sunset {
  readonly date: string | null;
  /** `null` if no replacement has been announced. */
  readonly replacement: string | null;
}

const methods: readonly string[] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

export function methodsOf(item: object): string[] {
  return Object.keys(item).filter((key) => methods.includes(key));
}

export function areaOf({ operationId }: Pick<Operation, "operationId">): string {
  return operationId.slice(0, operationId.indexOf("."));
}

/** Returns the operations in routing order: if two paths match the same request, the more specific path comes first. */
export function readOperations(document: OpenApiDocument): Operation[] {
  const operations: Operation[] = [];
  for (const path of withoutExtensions(document.paths)) {
    const item = objectAt(document, document.paths, path);
    for (const method of methods.filter((name) => name in item)) {
      operations.push(readOperation(document, path, method, item));
    }
  }
  const ranking = operations.map((operation) => ({ operation, rank: vagueness(operation.path) }));
  return ranking.sort((one, other) => compareText(one.rank, other.rank)).map(({ operation }) => operation);
}

export function declaredResponse({ responses }: Operation, status: number): ResponseModel | undefined {
  return responses.find((response) => response.status === String(status)) ?? responses.find((response) => response.status === "default");
}

/** Compares strings by code unit, because the first locale-aware comparison in a process takes 5 ms. */
function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Returns one digit per path segment: 0 for plain text, 1 for a parameter. */
function vagueness(path: string): string {
  const digit = (part: string) => (part.startsWith("{") ? "1" : "0");
  return path.split("/").map(digit).join("");
}

function readOperation(document: OpenApiDocument, path: string, method: string, item: JsonObject): Operation {
  const operation = objectAt(document, item, method);
  const operationId = operation["operationId"];
  if (typeof operationId !== "string") throw new Error(`${method.toUpperCase()} ${path} has no operationId.`);
  let parameters: Parameter[] | undefined;
  let body: RequestBody | undefined;
  let responses: ResponseModel[] | undefined;
  let oauthErrors: boolean | undefined;
  // The getters read their part of the document on first use, because a mock starts with all operations but usually serves only a few.
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    get parameters() {
      parameters ??= parametersOf(document, item, operation).map((parameter) => readParameter(document, parameter));
      return parameters;
    },
    get body() {
      body ??= "requestBody" in operation ? readBody(document, objectAt(document, operation, "requestBody")) : undefined;
      return body;
    },
    get responses() {
      responses ??= readResponses(document, operation);
      return responses;
    },
    get oauthErrors() {
      oauthErrors ??= hasOAuthErrors(document, operation);
      return oauthErrors;
    },
    ...readSecurity(document, operation),
    deprecated: operation["deprecated"] === true,
    sunset: operation["x-sunset"] as Sunset | undefined,
    partialBatch: "207" in Object(operation["responses"]) ? (operation["x-batch"] as PartialBatch | undefined) : undefined,
  };
}

export function withoutExtensions(parent: JsonObject): string[] {
  return Object.keys(parent).filter((key) => !key.startsWith("x-"));
}

/** A parameter of the operation overrides the path item's parameter with the same name and place (OpenAPI 3.1, 4.8.9). */
export function parametersOf(document: object, item: JsonObject, operation: JsonObject): JsonObject[] {
  const nodes = [item["parameters"] ?? [], operation["parameters"] ?? []].flat();
  const parameters = nodes.map((node) => resolve(document, node) as JsonObject);
  return [...new Map(parameters.map((parameter) => [`${parameter["in"]} ${parameter["name"]}`, parameter])).values()];
}

function readParameter(document: OpenApiDocument, parameter: JsonObject): Parameter {
  const place = parameter["in"] as Parameter["place"];
  return {
    name: String(parameter["name"]),
    place,
    required: parameter["required"] === true,
    explode: place === "query" && parameter["explode"] !== false,
    schema: objectAt(document, parameter, "schema"),
    examples: readExamples(document, parameter),
    sensitive: parameter["x-sensitive"] === true,
  };
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
      isSentAs204: declaresDeviation(response, "sends", "204"),
    };
  });
}

/** Whether 400 responses have the body of RFC 6749, section 5.2. */
export function hasOAuthErrors(document: OpenApiDocument, operation: JsonObject): boolean {
  const rejection = objectAt(document, objectAt(document, operation, "responses"), "400");
  const content = objectAt(document, objectAt(document, rejection, "content"), "application/json");
  return "error_description" in objectAt(document, objectAt(document, content, "schema"), "properties");
}

function readExamples(document: OpenApiDocument, parent: JsonObject): NamedExamples {
  const examples = objectAt(document, parent, "examples");
  return new Map(Object.keys(examples).map((name) => [name, objectAt(document, examples, name)["value"]]));
}

export type Security = Pick<Operation, "authentication" | "scopes">;

interface Secured {
  readonly security?: unknown;
}

const noSecurity: Security = { authentication: "none", scopes: [] };

/** An empty requirement makes authentication optional. If several scopes are listed, any one of them is sufficient. */
export function readSecurity(document: object, operation: object): Security {
  const requirements = (operation as Secured).security ?? (document as Secured).security;
  if (!Array.isArray(requirements) || requirements.length === 0) return noSecurity;
  const alternatives = requirements.filter(isObject);
  if (alternatives.some((requirement) => Object.keys(requirement).length === 0)) return noSecurity;
  const scopes = alternatives.map((requirement) => Object.values(requirement).flat().map(String));
  const isAnyToken = scopes.some((names) => names.length === 0);
  return { authentication: "required", scopes: isAnyToken ? [] : [...new Set(scopes.flat())] };
}
