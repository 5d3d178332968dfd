import type * as OpenAPI from "../bundle/document.ts";
import { readPagination, readRetry, readSunset } from "./extensions.ts";
import type { Body, BodyPlacement, Operation, Parameter, PathParameter, Result } from "./model.ts";
import { camelCase, localIdentifier, memberIdentifier, pascalCase, UniqueNames } from "./names.ts";
import type { Resolver } from "./resolve.ts";
import { listLimits, propertyNames, requiresProperty } from "./schemas.ts";
import type { PrintedTypes } from "./types.ts";

/** One operation of the document with where it stands. */
export interface OperationSource {
  readonly id: string;
  /** As it is written in the document, in lower case. */
  readonly method: string;
  readonly path: string;
  readonly item: OpenAPI.PathItem;
  readonly operation: OpenAPI.Operation;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Every operation in the order of the document. One without an operationId is named by its method and path. */
export function listOperations(document: OpenAPI.Document, resolver: Resolver): OperationSource[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, pathItem]) => {
    const item = resolver.resolve<OpenAPI.PathItem>(pathItem);
    return Object.keys(item)
      .filter((key) => methods.includes(key))
      .map((method) => {
        const operation = item[method] as OpenAPI.Operation;
        return { id: operation.operationId ?? camelCase(`${method} ${path}`), method, path, item, operation };
      });
  });
}

/** What builds an operation: the document's parts, and the names that are taken. */
export interface OperationContext {
  readonly document: OpenAPI.Document;
  readonly resolver: Resolver;
  readonly types: PrintedTypes;
  readonly typeNames: UniqueNames;
  /** Taken names by area. */
  readonly memberNames: Map<string, UniqueNames>;
}

export function buildOperation(source: OperationSource, context: OperationContext): Operation {
  const { id, method, path, item, operation } = source;
  const { document, resolver } = context;
  const area = memberIdentifier(operation.tags?.[0] ?? "default");
  const name = takeMemberName(id, area, context);
  const typeName = context.typeNames.take(pascalCase(`${area} ${name}`), ["Params", "Result"]);
  const parameters = mergeParameters(item, operation, resolver).map((parameter) => buildParameter(parameter, source, context));
  const others = [
    ...parameters.filter((parameter) => parameter.in === "query"),
    ...parameters.filter((parameter) => parameter.in === "header"),
  ];
  const body = buildBody(source, context, others);
  const security = operation.security ?? document.security ?? [];
  return {
    id,
    area,
    name,
    constant: camelCase(typeName),
    typeName,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? "",
    description: operation.description ?? "",
    deprecated: operation.deprecated === true,
    sunset: readSunset(operation["x-sunset"]),
    retry: readRetry(operation["x-retry"], method.toUpperCase()),
    pagination: readPagination(operation["x-pagination"]),
    authentication: readAuthentication(security),
    scopes: [...new Set(security.flatMap((requirement) => Object.values(requirement).flat()))],
    pathParameters: pathParameterOrder(path, parameters),
    queryParameters: parameters.filter((parameter) => parameter.in === "query"),
    headerParameters: parameters.filter((parameter) => parameter.in === "header"),
    body,
    results: buildResults(source, context),
    limits: bodyLimits(operation, resolver),
  };
}

/** An empty requirement among others makes credentials optional (OpenAPI 3.1, 4.8.10.2). */
function readAuthentication(security: readonly OpenAPI.SecurityRequirement[]): Operation["authentication"] {
  const empty = security.filter((requirement) => Object.keys(requirement).length === 0).length;
  if (security.length === empty) return "none";
  return empty > 0 ? "optional" : "required";
}

/** `meetings.batchRead` is `batchRead` in the area `meetings`; any other id is a name as a whole. */
function takeMemberName(id: string, area: string, { memberNames }: OperationContext): string {
  const [first = "", ...rest] = id.split(".");
  const name = rest.length > 0 && memberIdentifier(first) === area ? rest.join(" ") : id;
  const names = memberNames.get(area) ?? new UniqueNames();
  memberNames.set(area, names);
  return names.take(memberIdentifier(name));
}

type PlacedParameter = Parameter & { readonly in: string };

/** An operation's parameter replaces one of its path with the same name and place (OpenAPI 3.1, 4.8.9). */
function mergeParameters(item: OpenAPI.PathItem, operation: OpenAPI.Operation, resolver: Resolver): OpenAPI.Parameter[] {
  const merged = new Map<string, OpenAPI.Parameter>();
  for (const parameterOrReference of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
    const parameter = resolver.resolve<OpenAPI.Parameter>(parameterOrReference);
    merged.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...merged.values()].filter(({ in: place, name }) => !(place === "header" && ignoredHeaders.includes(name.toLowerCase())));
}

/** Header parameters of these names have no effect (OpenAPI 3.1, 4.8.12.2.1). */
const ignoredHeaders = ["accept", "content-type", "authorization"];

function buildParameter(parameter: OpenAPI.Parameter, source: OperationSource, { types, resolver }: OperationContext): PlacedParameter {
  const { name, in: place, required, description, style, explode, schema } = parameter;
  const type = typeOfOperation(source, types, ["parameters", place, name]) ?? typeOfItem(source, types, ["parameters", place, name]);
  const chosenStyle = style ?? (place === "query" || place === "cookie" ? "form" : "simple");
  return {
    name,
    in: place,
    required: required === true,
    description: description ?? "",
    sensitive: parameter["x-sensitive"] === true || (schema !== undefined && resolver.resolve(schema)["x-sensitive"] === true),
    type: type?.text ?? "unknown",
    style: chosenStyle,
    explode: explode ?? chosenStyle === "form",
  };
}

/** The printed type of a part of an operation. */
function typeOfOperation(
  { id, method, path, operation }: OperationSource,
  types: PrintedTypes,
  steps: readonly string[],
): ReturnType<PrintedTypes["typeAt"]> {
  // Without an operationId openapi-typescript writes the operation in place.
  const start = operation.operationId === undefined ? ["paths", path, method] : ["operations", id];
  return types.typeAt([...start, ...steps]);
}

function typeOfItem({ path }: OperationSource, types: PrintedTypes, steps: readonly string[]): ReturnType<PrintedTypes["typeAt"]> {
  return types.typeAt(["paths", path, ...steps]);
}

/** Path parameters are positional, so their order is that of the template, and each placeholder has one. */
function pathParameterOrder(path: string, parameters: readonly PlacedParameter[]): PathParameter[] {
  const identifiers = new UniqueNames();
  for (const taken of ["connection", "parameters", "options"]) identifiers.take(taken);
  const placeholders = [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? "");
  return [...new Set(placeholders)].map((name) => ({
    ...(parameters.find((parameter) => parameter.in === "path" && parameter.name === name) ?? undeclared(name)),
    identifier: identifiers.take(localIdentifier(camelCase(name))),
  }));
}

function undeclared(name: string): Parameter {
  return { name, required: true, description: "", sensitive: false, type: "string", style: "simple", explode: false };
}

function buildBody(source: OperationSource, context: OperationContext, others: readonly Parameter[]): Body | undefined {
  const { operation } = source;
  const { resolver, types } = context;
  if (operation.requestBody === undefined) return undefined;
  const { content = {}, required = false } = resolver.resolve<OpenAPI.RequestBody>(operation.requestBody);
  const mediaType = Object.keys(content).find((type) => type.includes("json")) ?? Object.keys(content)[0];
  if (mediaType === undefined) return undefined;
  const schema = content[mediaType]?.schema;
  const type = typeOfOperation(source, types, ["requestBody", "content", mediaType]);
  const names = schema === undefined ? undefined : propertyNames(schema, resolver);
  const named = schema?.$ref === undefined ? undefined : types.typeAt(schema.$ref.slice(2).split("/"));
  return {
    mediaType,
    required,
    placement: placeBody(names, required, others),
    type: type?.text ?? "unknown",
    extendable: named?.isInterface ?? false,
    optionalFields: schema !== undefined && !requiresProperty(schema, resolver),
  };
}

function placeBody(names: ReadonlySet<string> | undefined, required: boolean, others: readonly Parameter[]): BodyPlacement {
  const clash = names === undefined || others.some((parameter) => names.has(parameter.name));
  if (required && !clash) return "fields";
  return others.length === 0 ? "whole" : "member";
}

function buildResults(source: OperationSource, { types, resolver }: OperationContext): Result[] {
  const responses = Object.entries(source.operation.responses ?? {}).filter(([status]) => /^2(\d\d|XX)$/i.test(status));
  return responses.map(([status, responseOrReference]) => {
    const { content = {}, description } = resolver.resolve<OpenAPI.ResponseObject>(responseOrReference);
    const mediaTypes = Object.keys(content);
    const mediaType = mediaTypes.find((type) => type.includes("json")) ?? mediaTypes[0];
    return { status: status.toUpperCase(), description: description ?? "", type: resultType(source, types, status, mediaType) };
  });
}

/** An answer is read by its content type: JSON is parsed, text stays a string, anything else is bytes. */
function resultType(source: OperationSource, types: PrintedTypes, status: string, mediaType: string | undefined): string {
  if (mediaType === undefined) return "undefined";
  if (mediaType.startsWith("text/")) return "string";
  if (!mediaType.includes("json")) return "Blob";
  return typeOfOperation(source, types, ["responses", status, "content", mediaType])?.text ?? "unknown";
}

function bodyLimits(operation: OpenAPI.Operation, resolver: Resolver): Operation["limits"] {
  if (operation.requestBody === undefined) return [];
  const { content = {} } = resolver.resolve<OpenAPI.RequestBody>(operation.requestBody);
  const schema = Object.values(content)[0]?.schema;
  return schema === undefined ? [] : listLimits(schema, resolver);
}
