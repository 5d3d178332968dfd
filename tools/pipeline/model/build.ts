import type * as OpenAPI from "../../openapi/document.ts";
import { readExtension, type SunsetInterface } from "../../openapi/extensions.ts";
import { resolve } from "../../openapi/resolve.ts";
import { type Problem, throwProblems } from "../../problems.ts";
import { localIdentifier, memberIdentifier, pascalCase, typeIdentifier, UniqueNames } from "../names.ts";
import { collectEvidence } from "./evidence.ts";
import { nameMembers } from "./memberNames.ts";
import type { Area, DataFacts, Model, NamedSchema, Operation, Scope } from "./model.ts";
import { buildOperation, buildWebhook } from "./operations.ts";
import { readSchemas, type Schemas } from "./schema.ts";
import { enumsOf } from "./schemaFacts.ts";
import { securityProblems } from "./security.ts";
import { listOperations, listWebhooks, type OperationSource, tagOf } from "./sources.ts";

/**
 * Requires a bundle that has passed the linter, so that operationIds are unique and references can be resolved.
 * @throws ProblemsError when an operation requires credentials that the client cannot send
 */
export function buildModel(document: OpenAPI.Document): Model {
  const typeNames = new UniqueNames();
  const schemas = readSchemas(document);
  const namedSchemas = nameSchemas(schemas, typeNames);
  const sources = listOperations(document);
  throwProblems("model", securityProblems(sources, document));
  const areaNames = nameAreas(document, sources);
  const areaOf = (tag: string): string => areaNames.get(tag) ?? tag;
  const memberNames = nameMembers(sources.map(({ id, operation }) => ({ id, tag: tagOf(operation), area: areaOf(tagOf(operation)) })));
  const ignored: Problem[] = [];
  const context = { document, schemas, typeNames, areaOf, memberNames, ignored };
  const operations = sources.map((source) => buildOperation(source, context));
  return {
    title: document.info.title,
    version: document.info.version,
    contentHash: document.info["x-content-hash"] ?? "",
    serverUrl: serverUrl(document),
    areas: groupByArea(operations, document, areaNames, typeNames),
    operations,
    webhooks: listWebhooks(document).map((source) => buildWebhook(source, context)),
    schemas: namedSchemas,
    enums: namedSchemas.flatMap(({ name, schema }) =>
      enumsOf(schema, schemas.named).map(([property, values]) => ({ schema: name, property, values })),
    ),
    scopes: collectScopes(document),
    sunsetInterfaces: sunsetInterfaces(document),
    data: readData(document),
    evidence: collectEvidence(document),
    ignored,
  };
}

function nameSchemas({ named }: Schemas, names: UniqueNames): NamedSchema[] {
  return [...named].map(([key, schema]) => ({ key, name: names.take(typeIdentifier(key)), schema }));
}

function nameAreas(document: OpenAPI.Document, sources: readonly OperationSource[]): Map<string, string> {
  const declared = (document.tags ?? []).map((tag) => tag.name);
  const used = sources.map(({ operation }) => tagOf(operation));
  const names = new UniqueNames();
  return new Map([...new Set([...declared, ...used])].map((tag) => [tag, names.take(memberIdentifier(tag))]));
}

function groupByArea(
  operations: readonly Operation[],
  document: OpenAPI.Document,
  areaNames: ReadonlyMap<string, string>,
  typeNames: UniqueNames,
): Area[] {
  const tags = new Map((document.tags ?? []).map((tag) => [tag.name, tag]));
  return [...areaNames].flatMap(([tag, name]) => {
    const own = operations.filter((operation) => operation.area === name);
    if (own.length === 0) return [];
    const declared = tags.get(tag);
    const typeName = typeNames.take(pascalCase(`${name} operations`));
    return [{ name, typeName, title: declared?.["x-displayName"] ?? tag, description: declared?.description ?? "", operations: own }];
  });
}

function serverUrl({ servers = [] }: OpenAPI.Document): string {
  const server = servers[0];
  const url = server?.url.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => server.variables?.[name]?.default ?? placeholder);
  return url ?? "/";
}

function sunsetInterfaces(document: OpenAPI.Document): SunsetInterface[] {
  const interfaces = readExtension("x-sunset-interfaces", document["x-sunset-interfaces"]) ?? [];
  return interfaces.map(({ name, date, replacement, pathPrefixes }) => ({ name, date, replacement, pathPrefixes }));
}

function collectScopes(document: OpenAPI.Document): Scope[] {
  const schemes = Object.values(document.components?.securitySchemes ?? {}).map((scheme) =>
    resolve<OpenAPI.SecurityScheme>(document, scheme),
  );
  const scopes = new Map(
    schemes.flatMap((scheme) => Object.values(scheme.flows ?? {}).flatMap((flow) => Object.entries(flow.scopes ?? {}))),
  );
  return [...scopes].map(([name, description]) => ({ name, description }));
}

/** Constants that the types package exports in addition to those in `x-data`. */
const ownConstants = "apiTitle apiVersion behaviors contentHash enums fidelity operationTable scopeLists scopes sunsetInterfaces".split(
  " ",
);

/** Appends a number to a name that is already in use. */
function readData(document: OpenAPI.Document): DataFacts[] {
  const names = new UniqueNames();
  for (const name of ownConstants) names.take(name);
  return Object.entries(readExtension("x-data", document["x-data"]) ?? {}).map(([key, { description, value }]) => ({
    name: names.take(localIdentifier(memberIdentifier(key))),
    description,
    value: value as DataFacts["value"],
  }));
}
