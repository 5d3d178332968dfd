import { type JsonObject, objectAt, resolve } from "../contract/openapi/document.ts";
import { areaOf, type Operation, parametersOf } from "../contract/openapi/operations.ts";
import { VersionTable } from "../contract/openapi/versions.ts";
import { didYouMean } from "../contract/problems/nearest.ts";
import { crmPlatform, platformOperations } from "../crmPlatform.ts";
import { createRoute, type Route } from "../front/route.ts";
import { unknownOperations } from "../front/unknownOperations.ts";
import { pageUriOf } from "./pages.ts";
import { ToolError } from "./toolError.ts";

export interface Search {
  readonly words?: string | undefined;
  readonly area?: string | undefined;
  readonly path?: string | undefined;
}

const maxResults = 15;
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Without a filter, returns the names of all operations by area. */
export function findOperations({ words, area, path }: Search): unknown {
  const areas = Map.groupBy(platformOperations(), areaOf);
  if (area !== undefined && !areas.has(area)) {
    throw new ToolError(`Unknown area "${area}"${didYouMean(area, areas.keys()) || "."} Areas: ${[...areas.keys()].join(", ")}.`);
  }
  if (words === undefined && area === undefined && path === undefined) {
    return Object.fromEntries([...areas].map(([name, list]) => [name, list.map(({ operationId }) => operationId.slice(name.length + 1))]));
  }
  const candidates = path === undefined ? platformOperations() : operationsAt(path);
  const ofArea = candidates.filter((operation) => area === undefined || areaOf(operation) === area);
  const results = words === undefined ? ofArea : byWords(ofArea, words);
  return {
    total: results.length,
    operations: results.slice(0, maxResults).map((operation) => ({
      ...withoutDetails(operation),
      ...(operation.version ? { version: operation.version.name, replacedBy: operation.sunset } : {}),
    })),
  };
}

/** @param name an operation id, or a method and a path in any version. @throws ToolError with the nearest names */
export function operationNamed(name: string): Operation {
  const [method = "", path] = name.trim().split(/\s+/);
  if (path !== undefined) {
    const operation = routeIn()(method.toUpperCase(), withoutQuery(path));
    if (operation) return operation;
    throw new ToolError(noMatch(method.toUpperCase(), withoutQuery(path)));
  }
  const operation = platformOperations().find(({ operationId }) => operationId === name);
  if (operation) return operation;
  const ids = platformOperations().map(({ operationId }) => operationId);
  const similar = byWords(platformOperations(), name).slice(0, 5);
  const others = similar.map(({ operationId }) => operationId).join(", ");
  const suggestion = didYouMean(name, ids) || (others === "" ? ". Search with find_operations." : `. Similar operations: ${others}.`);
  throw new ToolError(`Unknown operation "${name}"${suggestion}`);
}

export function describeOperation(name: string): unknown {
  const operation = operationNamed(name);
  const described = operation.version?.described ?? operation;
  const document = crmPlatform();
  const item = objectAt(document, document.paths, described.path);
  const raw = objectAt(document, item, described.method.toLowerCase());
  const { body, responses, scopes, authentication } = described;
  const isSuccess = ({ status }: { readonly status: string }) => status.startsWith("2");
  const content = {
    parameters: parametersOf(document, item, raw),
    body: body && {
      required: body.required,
      mediaTypes: body.mediaTypes,
      schema: body.schema,
      examples: Object.fromEntries(body.examples),
    },
    responses: responses
      .filter(isSuccess)
      .map(({ status, schema, examples }) => ({ status, schema, examples: Object.fromEntries(examples) })),
  };
  const rawResponses = objectAt(document, raw, "responses");
  const description = {
    ...withoutDetails(described),
    versions: new VersionTable(document).versionsOf(described).map(({ path, sunset, version }) => ({
      path,
      ...(sunset?.date ? { endsOn: sunset.date } : {}),
      ...(version.differences.length > 0 ? { differences: version.differences.map(({ operations: _, ...difference }) => difference) } : {}),
    })),
    description: raw["description"],
    authorization: authentication === "none" ? "none" : { anyOfScopes: scopes },
    ...content,
    errors: responses
      .filter((response) => !isSuccess(response))
      .map(({ status, examples }) => ({
        status,
        categories: [...new Set([...examples.values()].map(categoryOf))],
        description: objectAt(document, rawResponses, status)["description"],
      })),
    retries: raw["x-retry"],
    rules: raw["x-evidence"],
    schemas: schemasIn(content),
    page: pageUriOf(described.operationId),
  };
  return JSON.parse(JSON.stringify(description, (key, value: unknown) => (key.startsWith("x-") ? undefined : value)));
}

function operationsAt(path: string): Operation[] {
  const [, method, ownPath = ""] = /^\s*(?:([A-Za-z]+)\s+)?(.*?)\s*$/.exec(path) ?? [];
  const target = withoutQuery(ownPath);
  const operations = (method ? [method.toUpperCase()] : methods).flatMap((one) => routeIn()(one, target) ?? []);
  if (operations.length > 0) return operations;
  const below = platformOperations().filter((operation) => operation.path.startsWith(target));
  if (below.length > 0) return below;
  throw new ToolError(noMatch(method?.toUpperCase() ?? "GET", target));
}

function routeIn(): Route {
  return createRoute(crmPlatform(), [platformOperations()]);
}

/** Returns the message of the platform's 404, which names the nearest path. */
function noMatch(method: string, path: string): string {
  const document = crmPlatform();
  const apis = [{ operations: platformOperations() }];
  const unknown = unknownOperations({ document, apis, route: routeIn(), shownPath: (one) => one });
  const url = new URL("http://mock");
  // Unlike the constructor of URL, the setter accepts every text.
  url.pathname = path;
  return unknown.operation({ method, url }, path, 0).message;
}

/** Sorts operations by the number of words that they contain. Of equal ones, the verb decides, and then the shorter summary. */
function byWords(operations: readonly Operation[], words: string): Operation[] {
  const stems = words.split(/[^A-Za-z\d]+|(?<=[a-z])(?=[A-Z])/).flatMap((word) => stemOf(word) ?? []);
  const ranking = operations.map((operation) => {
    const { summary, description } = rawOf(operation);
    const [verb = "", text = ""] = [String(summary), textOf(operation)].map((one) => one.toLowerCase());
    const [names, descriptions] = [text, `${description}`.toLowerCase()].map((one) => stems.filter((stem) => one.includes(stem)).length);
    const hasVerb = stems.some(
      (stem) => verb.startsWith(stem) || [operation.operationId.split(".")[1], operation.method.toLowerCase()].includes(stem),
    );
    const score = (names ?? 0) + (descriptions ?? 0) / 10 + (hasVerb && names ? 0.5 : 0);
    const isOld = operation.deprecated || operation.sunset !== undefined || /V\d$/.test(areaOf(operation));
    return { operation, score: isOld ? score / 2 : score, length: verb.length };
  });
  const matching = ranking.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score || one.length - other.length);
  return matching.map(({ operation }) => operation);
}

const fillers = new Set(["a", "an", "the", "to", "of", "for", "in", "with", "and", "between"]);

/** Returns the beginning that a word shares with its other forms, for example "associ" of "associate" and "association". */
function stemOf(word: string): string | undefined {
  const lower = word.toLowerCase();
  return lower === "" || fillers.has(lower) ? undefined : lower.replace(/s$/, "").slice(0, 6);
}

/** The parameters of operations for all object types name these types. */
function textOf(operation: Operation): string {
  const { operationId, method, path, parameters } = operation;
  const types = parameters.filter(({ place }) => place === "path").map(({ schema }) => schema);
  return `${operationId} ${method} ${rawOf(operation).summary} ${path} ${JSON.stringify(types)}`;
}

function withoutDetails(operation: Operation) {
  const { operationId, method, path } = operation;
  return { operationId, method, path, summary: rawOf(operation).summary };
}

function rawOf({ method, path, version }: Operation): { readonly summary?: unknown; readonly description?: unknown } {
  const document = crmPlatform();
  const described = version?.described.path ?? path;
  return objectAt(document, objectAt(document, document.paths, described), method.toLowerCase());
}

function categoryOf(example: unknown): unknown {
  const { category, error } = Object(example) as JsonObject;
  return category ?? error;
}

/** Returns the schemas to which a value refers, directly or through other schemas, by name. */
function schemasIn(value: unknown, schemas: Record<string, unknown> = {}): Record<string, unknown> {
  for (const [, reference = "", name = ""] of JSON.stringify(value ?? null).matchAll(/"\$ref":"(#\/components\/schemas\/(\w+))"/g)) {
    if (Object.hasOwn(schemas, name)) continue;
    schemas[name] = resolve<unknown>(crmPlatform(), { $ref: reference });
    schemasIn(schemas[name], schemas);
  }
  return schemas;
}

function withoutQuery(path: string): string {
  return path.split("?")[0] ?? "";
}
