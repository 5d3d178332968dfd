import type * as OpenAPI from "../bundle/document.ts";
import { ProblemsError } from "../problems.ts";
import { collectEvidence } from "./evidence.ts";
import { readSunsetInterfaces } from "./extensions.ts";
import type { Area, Model, Operation, Scope } from "./model.ts";
import { memberIdentifier, pascalCase, UniqueNames } from "./names.ts";
import { buildOperation } from "./operations.ts";
import { Resolver } from "./resolve.ts";
import { buildEnums, buildSchemas, nameSchemas } from "./schemas.ts";
import { listOperations, type OperationSource } from "./sources.ts";
import { printTypes } from "./types.ts";

/** Reads a bundle, once. */
export async function buildModel(document: OpenAPI.Document): Promise<Model> {
  const resolver = new Resolver(document);
  const typeNames = new UniqueNames();
  const schemaNames = nameSchemas(document, typeNames);
  const sources = listOperations(document, resolver);
  refuseDuplicateIds(sources);
  const types = await printTypes(document, (key) => schemaNames.get(key) ?? "unknown");
  const memberNames = new Map<string, UniqueNames>();
  const operations = sources.map((source) => buildOperation(source, { document, resolver, types, typeNames, memberNames }));
  return {
    title: document.info.title,
    version: document.info.version,
    contentHash: document.info["x-content-hash"] ?? "",
    serverUrl: serverUrl(document),
    areas: groupByArea(operations, document, typeNames),
    operations,
    schemas: buildSchemas(document, schemaNames, types),
    enums: buildEnums(document, schemaNames, resolver),
    scopes: collectScopes(document, resolver),
    sunsetInterfaces: readSunsetInterfaces(document["x-sunset-interfaces"]),
    data: Object.entries(document["x-data"] ?? {}).map(([name, { description = "", value }]) => ({
      name: memberIdentifier(name),
      description,
      value,
    })),
    evidence: collectEvidence(document),
    pathsSource: types.source,
  };
}

function refuseDuplicateIds(sources: readonly OperationSource[]): void {
  const first = new Map<string, OperationSource>();
  const problems = sources.flatMap((source) => {
    const earlier = first.get(source.id);
    if (earlier === undefined) {
      first.set(source.id, source);
      return [];
    }
    return [
      {
        file: "the bundle",
        pointer: `#/paths (${source.method.toUpperCase()} ${source.path})`,
        message: `The operationId "${source.id}" has to be unique; ${earlier.method.toUpperCase()} ${earlier.path} has it already.`,
      },
    ];
  });
  if (problems.length > 0) throw new ProblemsError("model", problems);
}

/** Areas in the order of the document's tags; those that no tag declares come last. */
function groupByArea(operations: readonly Operation[], document: OpenAPI.Document, typeNames: UniqueNames): Area[] {
  const tags = new Map((document.tags ?? []).map((tag) => [memberIdentifier(tag.name), tag]));
  const names = [...new Set([...tags.keys(), ...operations.map((operation) => operation.area)])];
  return names
    .map((name) => ({
      name,
      typeName: typeNames.take(pascalCase(`${name} operations`)),
      title: tags.get(name)?.["x-displayName"] ?? tags.get(name)?.name ?? name,
      description: tags.get(name)?.description ?? "",
      operations: operations.filter((operation) => operation.area === name),
    }))
    .filter((area) => area.operations.length > 0);
}

function serverUrl({ servers = [] }: OpenAPI.Document): string {
  const server = servers[0];
  const url = server?.url.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => server.variables?.[name]?.default ?? placeholder);
  return url ?? "/";
}

function collectScopes(document: OpenAPI.Document, resolver: Resolver): Scope[] {
  const schemes = Object.values(document.components?.securitySchemes ?? {}).map((scheme) =>
    resolver.resolve<OpenAPI.SecurityScheme>(scheme),
  );
  const scopes = new Map(
    schemes.flatMap((scheme) => Object.values(scheme.flows ?? {}).flatMap((flow) => Object.entries(flow.scopes ?? {}))),
  );
  return [...scopes].map(([name, description]) => ({ name, description }));
}
