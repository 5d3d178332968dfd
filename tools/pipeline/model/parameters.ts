import { type JsonObject, parametersOf } from "@crm-platform/mock/contract";
import type * as OpenAPI from "../../openapi/document.ts";
import { localIdentifier, Names } from "../names.ts";
import type { Parameter, PathParameter } from "./model.ts";
import { isSensitive } from "./schemaFacts.ts";
import type { OperationContext, OperationSource } from "./sources.ts";

export interface ParametersByPlace {
  readonly path: readonly PathParameter[];
  readonly query: readonly Parameter[];
  readonly header: readonly Parameter[];
}

export function buildParameters(source: OperationSource, context: OperationContext): ParametersByPlace {
  const allParameters = mergeParameters(source, context.document);
  const inPlace = (place: string): Parameter[] =>
    allParameters.filter((parameter) => parameter.in === place).map((parameter) => buildParameter(parameter, context));
  return { path: inOrderOfPath(source, inPlace("path")), query: inPlace("query"), header: inPlace("header") };
}

export function mergeParameters({ item, operation }: OperationSource, document: OpenAPI.Document): readonly OpenAPI.Parameter[] {
  return parametersOf(document, item, operation as JsonObject) as unknown as OpenAPI.Parameter[];
}

function buildParameter(parameter: OpenAPI.Parameter, { schemas: { byName, read } }: OperationContext): Parameter {
  const { name, required = false, description = "", explode = true } = parameter;
  const schema = parameter.schema && read(parameter.schema);
  const sensitive = parameter["x-sensitive"] === true || (schema !== undefined && isSensitive(schema, byName));
  return { name, required, description, sensitive, explode };
}

/** Path parameters are positional, so they follow the template. */
function inOrderOfPath({ path, pointer }: OperationSource, parameters: readonly Parameter[]): PathParameter[] {
  const identifiers = new Names(["connection", "parameters", "options"]);
  const placeholders = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
  return [...new Set(placeholders)].flatMap((name) => {
    const parameter = parameters.find((one) => one.name === name);
    return parameter === undefined ? [] : [{ ...parameter, identifier: identifiers.take(localIdentifier(parameter.name), pointer) }];
  });
}
