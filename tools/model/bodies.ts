import type * as OpenAPI from "../bundle/document.ts";
import type { Body, BodyPlacement, Limit, Parameter, Result, TypeText } from "./model.ts";
import { freeMember } from "./parameters.ts";
import { listLimits, propertyNames, requiresProperty } from "./schemas.ts";
import { type OperationContext, type OperationSource, plainType, typeOfOperation } from "./sources.ts";
import type { PrintedTypes } from "./types.ts";

/** @param others the parameters that stand beside the body in a call */
export function buildBody(source: OperationSource, context: OperationContext, others: readonly Parameter[]): Body | undefined {
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
    member: freeMember(
      "body",
      "OfRequest",
      others.map(({ member }) => member),
    ),
    type: type ?? plainType("unknown"),
    extendable: named?.isInterface ?? false,
    optionalFields: schema !== undefined && !requiresProperty(schema, resolver),
  };
}

function placeBody(names: ReadonlySet<string> | undefined, required: boolean, others: readonly Parameter[]): BodyPlacement {
  const clash = names === undefined || others.some((parameter) => names.has(parameter.member));
  if (required && !clash) return "fields";
  return others.length === 0 ? "whole" : "member";
}

export function buildResults(source: OperationSource, { types, resolver }: OperationContext): Result[] {
  const responses = Object.entries(source.operation.responses ?? {}).filter(([status]) => /^2(\d\d|XX)$/i.test(status));
  return responses.map(([status, responseOrReference]) => {
    const { content = {}, description } = resolver.resolve<OpenAPI.ResponseObject>(responseOrReference);
    const mediaTypes = Object.keys(content);
    const mediaType = mediaTypes.find((type) => type.includes("json")) ?? mediaTypes[0];
    return { status: status.toUpperCase(), description: description ?? "", type: resultType(source, types, status, mediaType) };
  });
}

/** An answer is read by its content type: JSON is parsed, text stays a string, anything else is bytes. */
function resultType(source: OperationSource, types: PrintedTypes, status: string, mediaType: string | undefined): TypeText {
  if (mediaType === undefined) return plainType("undefined");
  if (mediaType.startsWith("text/")) return plainType("string");
  if (!mediaType.includes("json")) return plainType("Blob");
  return typeOfOperation(source, types, ["responses", status, "content", mediaType]) ?? plainType("unknown");
}

export function bodyLimits({ operation }: OperationSource, { resolver }: OperationContext): Limit[] {
  if (operation.requestBody === undefined) return [];
  const { content = {} } = resolver.resolve<OpenAPI.RequestBody>(operation.requestBody);
  const schema = Object.values(content)[0]?.schema;
  return schema === undefined ? [] : listLimits(schema, resolver);
}
