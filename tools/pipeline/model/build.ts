import { escapePointer } from "@crm-platform/mock/contract";
import type * as OpenAPI from "../../openapi/document.ts";
import { readExtension, type SunsetInterface } from "../../openapi/extensions.ts";
import { resolve } from "../../openapi/resolve.ts";
import { type Problem, throwProblems } from "../../problems.ts";
import { capitalize, localIdentifier, Names } from "../names.ts";
import { collectEvidence } from "./evidence.ts";
import type { Area, DataFacts, Model, NamedSchema, Operation, Scope } from "./model.ts";
import { buildOperation, buildWebhook } from "./operations.ts";
import { readSchemas, type Schemas } from "./schema.ts";
import { enumsOf } from "./schemaFacts.ts";
import { listOperations } from "./sources.ts";

/** Types that the packages export in addition to those that are named after the document. */
const ownTypes = (
  "BehaviorRule Call CallOptions Chunks Client Connection EvidenceMark Operation OperationFacts OperationId Pages SunsetInterface " +
  "WebhookBodies"
).split(" ");

/** Constants that the types package exports in addition to those in `x-data`. */
const ownConstants = "apiTitle apiVersion behaviors contentHash enums fidelity operationTable scopeLists scopes sunsetInterfaces".split(
  " ",
);

/**
 * Requires a bundle that has passed the linter, so that operationIds are unique and references can be resolved.
 * @throws ProblemsError if a name cannot be used in code, or if an extension is malformed or contains a pointer that does not resolve
 */
export function buildModel(document: OpenAPI.Document): Model {
  const typeNames = new Names(ownTypes);
  const schemas = readSchemas(document);
  const namedSchemas = nameSchemas(schemas, typeNames);
  const problems: Problem[] = [];
  const context = { document, schemas, typeNames, problems };
  const operations = listOperations(document, "paths").map((source) => buildOperation(source, context));
  const webhooks = listOperations(document, "webhooks").map((source) => buildWebhook(source, context));
  throwProblems("operations", problems);
  return {
    title: document.info.title,
    version: document.info.version,
    contentHash: document.info["x-content-hash"] ?? "",
    serverUrl: document.servers?.[0]?.url ?? "",
    areas: groupByArea(operations, document, typeNames),
    operations,
    webhooks,
    schemas: namedSchemas,
    enums: namedSchemas.flatMap(({ name, schema }) =>
      enumsOf(schema, schemas.byName).map(([property, values]) => ({ schema: name, property, values })),
    ),
    scopes: collectScopes(document),
    sunsetInterfaces: sunsetInterfaces(document),
    data: readData(document),
    evidence: collectEvidence(document),
  };
}

function nameSchemas({ byName }: Schemas, names: Names): NamedSchema[] {
  return [...byName].map(([name, schema]) => ({ name: names.take(name, `#/components/schemas/${escapePointer(name)}`), schema }));
}

/** Areas are in the order of the document's tags. */
function groupByArea(operations: readonly Operation[], { tags = [] }: OpenAPI.Document, typeNames: Names): Area[] {
  const names = new Names();
  const tagsByName = new Map(tags.map((tag) => [tag.name, tag]));
  const areaNames = new Set([...tagsByName.keys(), ...operations.map(({ area }) => area)]);
  return [...areaNames].flatMap((area) => {
    const own = operations.filter((operation) => operation.area === area);
    if (own.length === 0) return [];
    const name = names.take(area, "#/tags");
    const typeName = typeNames.take(`${capitalize(name)}Operations`, "#/tags");
    const { "x-displayName": title = name, description = "" } = tagsByName.get(name) ?? {};
    return [{ name, typeName, title, description, operations: own }];
  });
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

function readData(document: OpenAPI.Document): DataFacts[] {
  const names = new Names(ownConstants);
  return Object.entries(readExtension("x-data", document["x-data"]) ?? {}).map(([key, { description, value }]) => ({
    name: names.take(localIdentifier(key), `#/x-data/${escapePointer(key)}`),
    description,
    value: value as DataFacts["value"],
  }));
}
