import type * as OpenAPI from "../../openapi/document.ts";
import { resolve } from "../../openapi/resolve.ts";
import { camelCase, localIdentifier, UniqueNames } from "../names.ts";
import type { Parameter, PathParameter } from "./model.ts";
import { holds, isNullable, isScalar, isSensitive } from "./schemaFacts.ts";
import type { OperationContext, OperationSource } from "./sources.ts";

export interface ParametersByPlace {
  readonly path: readonly PathParameter[];
  readonly query: readonly Parameter[];
  readonly header: readonly Parameter[];
}

export function buildParameters(source: OperationSource, context: OperationContext): ParametersByPlace {
  const merged = mergeParameters(source, context.document);
  const inPlace = (place: string): Parameter[] =>
    merged.filter((parameter) => parameter.in === place).map((parameter) => buildParameter(parameter, context));
  const query = inPlace("query");
  const taken = query.map(({ member }) => member);
  const header = inPlace("header").map((parameter) => ({ ...parameter, member: freeMember(parameter.name, "Header", taken) }));
  return { path: inOrderOfPath(source.path, inPlace("path")), query, header };
}

export function freeMember(name: string, suffix: string, taken: readonly string[]): string {
  return taken.includes(name) ? freeMember(`${name}${suffix}`, suffix, taken) : name;
}

/** A parameter of the operation overrides the path item's parameter with the same name and place (OpenAPI 3.1, 4.8.9). */
export function mergeParameters({ item, operation }: OperationSource, document: OpenAPI.Document): OpenAPI.Parameter[] {
  const merged = new Map<string, OpenAPI.Parameter>();
  for (const parameterOrReference of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
    const parameter = resolve<OpenAPI.Parameter>(document, parameterOrReference);
    merged.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...merged.values()].filter(({ in: place, name }) => !(place === "header" && ignoredHeaders.includes(name.toLowerCase())));
}

/** Header parameters with these names have no effect (OpenAPI 3.1, 4.8.12.2.1). */
const ignoredHeaders = ["accept", "content-type", "authorization"];

function buildParameter(parameter: OpenAPI.Parameter, { schemas: { named, read } }: OperationContext): Parameter {
  const { name, in: place, required, description, style, explode } = parameter;
  const schema = parameter.schema && read(parameter.schema);
  const chosenStyle = style ?? (place === "query" || place === "cookie" ? "form" : "simple");
  const isObject = schema !== undefined && holds(schema, named, ({ kind }) => kind === "object");
  const isWrittenInPath = schema !== undefined && isScalar(schema, named);
  return {
    name,
    member: name,
    required: required === true,
    description: description ?? "",
    sensitive: parameter["x-sensitive"] === true || (schema !== undefined && isSensitive(schema, named)),
    schema,
    isNullable: schema !== undefined && isNullable(schema, named),
    isText: place === "path" ? !isWrittenInPath : place === "header" && isObject,
    style: chosenStyle,
    explode: explode ?? chosenStyle === "form",
  };
}

/** Path parameters are positional, so they follow the template. A declaration is added for an undeclared placeholder. */
function inOrderOfPath(path: string, parameters: readonly Parameter[]): PathParameter[] {
  const identifiers = new UniqueNames();
  for (const taken of ["connection", "parameters", "options"]) identifiers.take(taken);
  const placeholders = [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? "");
  return [...new Set(placeholders)].map((name) => ({
    ...(parameters.find((parameter) => parameter.name === name) ?? undeclared(name)),
    identifier: identifiers.take(localIdentifier(camelCase(name))),
  }));
}

function undeclared(name: string): Parameter {
  return {
    name,
    member: name,
    required: true,
    description: "",
    sensitive: false,
    schema: undefined,
    isNullable: false,
    isText: true,
    style: "simple",
    explode: false,
  };
}
