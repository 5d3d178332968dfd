import type * as OpenAPI from "../../openapi/document.ts";
import type { Resolver } from "../../openapi/resolve.ts";
import type { Parameter, PathParameter, TypeText } from "./model.ts";
import { camelCase, localIdentifier, UniqueNames } from "./names.ts";
import { holds, isSensitive } from "./schemas.ts";
import { type OperationContext, type OperationSource, plainType, typeOfItem, typeOfOperation } from "./sources.ts";

/** The parameters of an operation by where they travel. Those of cookies are the browser's business. */
export interface ParametersByPlace {
  readonly path: readonly PathParameter[];
  readonly query: readonly Parameter[];
  readonly header: readonly Parameter[];
}

export function buildParameters(source: OperationSource, context: OperationContext): ParametersByPlace {
  const merged = mergeParameters(source.item, source.operation, context.resolver);
  const inPlace = (place: string): Parameter[] =>
    merged.filter((parameter) => parameter.in === place).map((parameter) => buildParameter(parameter, source, context));
  const query = inPlace("query");
  const taken = query.map(({ member }) => member);
  const header = inPlace("header").map((parameter) => ({ ...parameter, member: freeMember(parameter.name, "Header", taken) }));
  return { path: inOrderOfPath(source.path, inPlace("path")), query, header };
}

/** A name that is not taken: with the suffix when it is. */
export function freeMember(name: string, suffix: string, taken: readonly string[]): string {
  return taken.includes(name) ? freeMember(`${name}${suffix}`, suffix, taken) : name;
}

/** An operation's parameter replaces one of its path with the same name and place (OpenAPI 3.1, 4.8.9). */
export function mergeParameters(item: OpenAPI.PathItem, operation: OpenAPI.Operation, resolver: Resolver): OpenAPI.Parameter[] {
  const merged = new Map<string, OpenAPI.Parameter>();
  for (const parameterOrReference of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
    const parameter = resolver.resolve<OpenAPI.Parameter>(parameterOrReference);
    merged.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...merged.values()].filter(({ in: place, name }) => !(place === "header" && ignoredHeaders.includes(name.toLowerCase())));
}

/** Header parameters of these names have no effect (OpenAPI 3.1, 4.8.12.2.1). */
const ignoredHeaders = ["accept", "content-type", "authorization"];

function buildParameter(parameter: OpenAPI.Parameter, source: OperationSource, { types, resolver }: OperationContext): Parameter {
  const { name, in: place, required, description, style, explode, schema } = parameter;
  const type = typeOfOperation(source, types, ["parameters", place, name]) ?? typeOfItem(source, types, ["parameters", place, name]);
  const chosenStyle = style ?? (place === "query" || place === "cookie" ? "form" : "simple");
  return {
    name,
    member: name,
    required: required === true,
    description: description ?? "",
    sensitive: parameter["x-sensitive"] === true || (schema !== undefined && isSensitive(schema, resolver)),
    type: place === "path" ? pathType(schema, type, resolver) : place === "header" ? headerType(schema, type, resolver) : (type ?? unknown),
    style: chosenStyle,
    explode: explode ?? chosenStyle === "form",
  };
}

const unknown: TypeText = plainType("unknown");

/** A list or an object in a path is left to the caller, who writes it as the document says. */
function pathType(schema: OpenAPI.Schema | undefined, type: TypeText | undefined, resolver: Resolver): TypeText {
  const kinds = schema === undefined ? [] : [resolver.resolve(schema).type].flat();
  const isScalar = kinds.some((kind) => kind !== undefined && kind !== "null") && !kinds.includes("array") && !kinds.includes("object");
  if (type === undefined || !isScalar) return plainType("string");
  // Nothing stands for null in a path.
  return kinds.includes("null") ? { ...type, text: `NonNullable<${type.text}>` } : type;
}

/** So is an object in a header; a list is written as HTTP writes lists. */
function headerType(schema: OpenAPI.Schema | undefined, type: TypeText | undefined, resolver: Resolver): TypeText {
  const isObject =
    schema !== undefined &&
    holds(schema, resolver, ({ type: kinds, properties }) => [kinds].flat().includes("object") || properties !== undefined);
  return isObject ? plainType("string") : (type ?? unknown);
}

/** Path parameters are positional, so their order is that of the template, and each placeholder has one. */
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
    type: plainType("string"),
    style: "simple",
    explode: false,
  };
}
