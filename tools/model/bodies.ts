import type * as OpenAPI from "../bundle/document.ts";
import type { Body, BodyPlacement, Limit, Parameter, Result, TypeText } from "./model.ts";
import { freeMember } from "./parameters.ts";
import { listLimits, propertyNames, requiresProperty } from "./schemas.ts";
import { type OperationContext, type OperationSource, plainType, typeOfOperation } from "./sources.ts";
import type { PrintedTypes } from "./types.ts";

/** @param others the parameters that stand beside the body in a call */
export function buildBody(source: OperationSource, context: OperationContext, others: readonly Parameter[]): Body | undefined {
  const { resolver, types } = context;
  const content = requestContent(source, context);
  if (content === undefined) return undefined;
  const { mediaType, schema, required } = content;
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

/** The body of a request in the media type that the client sends, which is JSON where there is a choice. */
function requestContent(
  { operation }: OperationSource,
  { resolver }: OperationContext,
): { readonly mediaType: string; readonly schema: OpenAPI.Schema | undefined; readonly required: boolean } | undefined {
  if (operation.requestBody === undefined) return undefined;
  const { content = {}, required = false } = resolver.resolve<OpenAPI.RequestBody>(operation.requestBody);
  const mediaType = preferredMediaType(content);
  return mediaType === undefined ? undefined : { mediaType, schema: content[mediaType]?.schema, required };
}

export function requestSchema(source: OperationSource, context: OperationContext): OpenAPI.Schema | undefined {
  return requestContent(source, context)?.schema;
}

function preferredMediaType(content: NonNullable<OpenAPI.RequestBody["content"]>): string | undefined {
  const mediaTypes = Object.keys(content);
  return mediaTypes.find((type) => type.includes("json")) ?? mediaTypes[0];
}

function successesOf({ operation }: OperationSource, { resolver }: OperationContext): (readonly [string, OpenAPI.ResponseObject])[] {
  const responses = Object.entries(operation.responses ?? {}).filter(([status]) => /^2(\d\d|XX)$/i.test(status));
  return responses.map(([status, response]) => [status, resolver.resolve<OpenAPI.ResponseObject>(response)]);
}

export function buildResults(source: OperationSource, context: OperationContext): Result[] {
  return successesOf(source, context).map(([status, { content = {}, description = "" }]) => {
    const mediaType = preferredMediaType(content);
    return { status: status.toUpperCase(), mediaType, description, type: resultType(source, context.types, status, mediaType) };
  });
}

/** The schema of every success that has a body; an empty one stands for a body of which nothing is known. */
export function successSchemas(source: OperationSource, context: OperationContext): OpenAPI.Schema[] {
  return successesOf(source, context).flatMap(([, { content = {} }]) => {
    const mediaType = preferredMediaType(content);
    if (mediaType === undefined) return [];
    return [(mediaType.includes("json") ? content[mediaType]?.schema : undefined) ?? {}];
  });
}

/** JSON is parsed, text stays a string, anything else is bytes. */
function resultType(source: OperationSource, types: PrintedTypes, status: string, mediaType: string | undefined): TypeText {
  if (mediaType === undefined) return plainType("undefined");
  if (mediaType.startsWith("text/")) return plainType("string");
  if (!mediaType.includes("json")) return plainType("Blob");
  return typeOfOperation(source, types, ["responses", status, "content", mediaType]) ?? plainType("unknown");
}

export function bodyLimits(source: OperationSource, context: OperationContext): Limit[] {
  const schema = requestSchema(source, context);
  return schema === undefined ? [] : listLimits(schema, context.resolver);
}
