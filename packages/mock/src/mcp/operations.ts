import { Rejection } from "../contract/errors/rejection.ts";
import { type JsonObject, objectAt, resolve } from "../contract/openapi/document.ts";
import { areaOf, type Operation, parametersOf } from "../contract/openapi/operations.ts";
import { didYouMean } from "../contract/problems/nearest.ts";
import { crmPlatform, platformOperations } from "../crmPlatform.ts";
import { createRoute } from "../front/route.ts";
import { unknownOperations } from "../front/unknownOperations.ts";

type Search = Readonly<Partial<Record<"words" | "area" | "path", string | undefined>>>;

const maxResults = 20;
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Without a filter, returns the names of all operations by area. */
export function findOperations({ words, area, path }: Search): unknown {
  const areas = Map.groupBy(platformOperations(), areaOf);
  if (area !== undefined && !areas.has(area)) {
    const suggestion = didYouMean(area, areas.keys()) || ".";
    throw new Rejection("OBJECT_NOT_FOUND", `Unknown area "${area}"${suggestion} Areas: ${[...areas.keys()].join(", ")}.`);
  }
  if (words === undefined && area === undefined && path === undefined) {
    return Object.fromEntries([...areas].map(([name, list]) => [name, list.map(({ operationId }) => operationId.slice(name.length + 1))]));
  }
  const candidates = path === undefined ? platformOperations() : operationsAt(path);
  const ofArea = candidates.filter((operation) => area === undefined || areaOf(operation) === area);
  const results = words === undefined ? ofArea : byWords(ofArea, words);
  const advice =
    results.length === 0 ? "Use other words, or no filter for the names of all operations." : "Use more words, an area or a path.";
  const isComplete = results.length > 0 && results.length <= maxResults;
  return { total: results.length, operations: results.slice(0, maxResults).map(summaryOf), ...(!isComplete && { advice }) };
}

/** @param name an operation id, or a path in any version with or without a method. @throws Rejection with the nearest name */
export function operationNamed(name: string): Operation {
  const [operation] = name.includes("/") ? operationsAt(name) : platformOperations().filter(({ operationId }) => operationId === name);
  if (operation) return operation;
  const ids = platformOperations().map(({ operationId }) => operationId);
  throw new Rejection("OBJECT_NOT_FOUND", `Unknown operation "${name}"${didYouMean(name, ids) || ". Search with find_operations."}`);
}

function operationsAt(text: string): Operation[] {
  const [, method, path = ""] = /^\s*(?:([A-Za-z]+)\s+)?([^\s?]*)/.exec(text) ?? [];
  const route = createRoute(crmPlatform(), [platformOperations()]);
  const operations = (method ? [method.toUpperCase()] : methods).flatMap((one) => route(one, path) ?? []);
  if (operations.length > 0) return operations;
  const options = { document: crmPlatform(), apis: [{ operations: platformOperations() }], route, shownPath: (one: string) => one };
  // Unlike the constructor of URL, the setter accepts every text.
  const url = Object.assign(new URL("http://mock"), { pathname: path });
  throw unknownOperations(options).operation({ method: method?.toUpperCase() ?? "GET", url }, path, 0);
}

/** Returns the operation as in the document, with the schemas to which it refers, but only with the descriptions of its errors. */
export function describeOperation(name: string): unknown {
  const operation = operationNamed(name);
  const raw = rawOf(operation);
  const responses = objectAt(crmPlatform(), raw, "responses");
  const description = {
    ...raw,
    ...summaryOf(operation),
    ...(operation.version && { differences: operation.version.differences }),
    responses: Object.keys(responses).map((status) => {
      const { description: meaning, content } = objectAt(crmPlatform(), responses, status);
      return { status, description: meaning, ...(status.startsWith("2") && { content }) };
    }),
    rules: raw["x-evidence"],
    retries: raw["x-retry"],
  };
  const withSchemas = { ...description, schemas: schemasIn(description) };
  return JSON.parse(JSON.stringify(withSchemas, (key, value: unknown) => (key.startsWith("x-") ? undefined : value)));
}

/** Sorts operations by the number of words that they contain, and lists current and simple ones first. */
function byWords(operations: readonly Operation[], words: string): Operation[] {
  // Words with the same beginning are forms of one word, such as "associate" and "association".
  const all = words.toLowerCase().match(/[a-z\d]{3,}/g) ?? [];
  const stems = all.map((word) => word.replace(/s$/, "").slice(0, 6));
  const count = (text: unknown) => stems.filter((stem) => String(text).toLowerCase().includes(stem)).length;
  const ranking = operations.map((operation) => {
    const { operationId, method, path, deprecated, sunset } = operation;
    const { summary, description, parameters } = rawOf(operation);
    // The parameters of operations for all object types name these types.
    const names = [operationId, method, path, summary, JSON.stringify(parameters.filter((parameter) => parameter["in"] === "path"))];
    const isOld = deprecated || sunset !== undefined || /V\d$/.test(areaOf(operation));
    return { operation, score: count(names) + count(description) / 10 - (isOld ? 0.5 : 0), length: String(summary).length };
  });
  const matching = ranking.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score || one.length - other.length);
  return matching.map(({ operation }) => operation);
}

function summaryOf(operation: Operation) {
  const { operationId, method, path, version, sunset } = operation;
  return { operationId, method, path, summary: rawOf(operation)["summary"], ...(version && { version: version.name, replacedBy: sunset }) };
}

function rawOf({ method, path, version }: Operation) {
  const document = crmPlatform();
  const item = objectAt(document, document.paths, version?.described.path ?? path);
  const raw = objectAt(document, item, method.toLowerCase());
  return { ...raw, parameters: parametersOf(document, item, raw) } as JsonObject & { readonly parameters: JsonObject[] };
}

/** Returns the schemas to which a value refers, directly or through other schemas, by name. */
function schemasIn(value: unknown, schemas: Record<string, unknown> = {}): Record<string, unknown> {
  for (const [, reference = "", name = ""] of JSON.stringify(value).matchAll(/"\$ref":"(#\/components\/schemas\/(\w+))"/g)) {
    if (Object.hasOwn(schemas, name)) continue;
    schemas[name] = resolve<unknown>(crmPlatform(), { $ref: reference });
    schemasIn(schemas[name], schemas);
  }
  return schemas;
}
