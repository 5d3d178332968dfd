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
  const others = similar.length > 0 ? ` Similar operations: ${similar.map(({ operationId }) => operationId).join(", ")}.` : "";
  throw new ToolError(`Unknown operation "${name}"${didYouMean(name, ids) || "."}${others || " Search with find_operations."}`);
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
  return {
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
        description: objectAt(document, rawResponses, status)["description"],
        examples: [...examples.values()].map(messageOf),
      })),
    retries: raw["x-retry"],
    rules: raw["x-evidence"],
    schemas: schemasIn(content),
    page: pageUriOf(described.operationId),
  };
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
  return unknown.operation({ method, url: new URL(path, "http://mock") }, path, 0).message;
}

/** Sorts operations by how many of the words they contain, and where. */
function byWords(operations: readonly Operation[], words: string): Operation[] {
  const stems = words.split(/[^A-Za-z\d]+|(?<=[a-z])(?=[A-Z])/).flatMap((word) => word.toLowerCase().replace(/s$/, "") || []);
  const ranking = operations.map((operation) => {
    const { summary, description } = rawOf(operation);
    const [title, path, text] = [`${operation.operationId} ${summary}`, operation.path, `${description}`].map((one) => one.toLowerCase());
    const scores = stems.map((stem) => (title?.includes(stem) ? 4 : path?.includes(stem) ? 2 : text?.includes(stem) ? 1 : 0));
    return { operation, score: scores.reduce<number>((sum, score) => sum + score, 0) };
  });
  const matching = ranking.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
  return matching.map(({ operation }) => operation);
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

/** Shortens an example of an error. */
function messageOf(example: unknown): unknown {
  const { category, error, message, error_description: description } = Object(example) as JsonObject;
  return { category: category ?? error, message: message ?? description };
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
