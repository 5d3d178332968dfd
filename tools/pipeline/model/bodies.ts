import type * as OpenAPI from "../../openapi/document.ts";
import { isForm, isJson, isMultipart, isText } from "./mediaTypes.ts";
import type { Body, BodyPlacement, Failure, FieldStyle, Limit, Parameter, Result, TypeText } from "./model.ts";
import { freeMember } from "./parameters.ts";
import { isStructure, listLimits, propertyNames, requiresProperty } from "./schemas.ts";
import { type OperationContext, type OperationSource, plainType, typeOfOperation } from "./sources.ts";
import type { PrintedTypes } from "./types.ts";

/** @param others the parameters that stand beside the body in a call */
export function buildBody(source: OperationSource, context: OperationContext, others: readonly Parameter[]): Body | undefined {
  const { resolver, types } = context;
  const content = requestContent(source, context);
  if (content === undefined) return undefined;
  const { mediaType, schema: described, encoding, required } = content;
  const isWritten = isJson(mediaType) || isForm(mediaType) || isMultipart(mediaType);
  // Whatever is described, of a type that we do not write the caller gives the bytes.
  const schema = isWritten ? described : undefined;
  const type = isWritten ? typeOfOperation(source, types, ["requestBody", "content", mediaType]) : rawBody;
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
    styles: isForm(mediaType) ? fieldStyles(encoding) : [],
    type: type ?? plainType("unknown"),
    extendable: named?.isInterface ?? false,
    optionalFields: schema !== undefined && !requiresProperty(schema, resolver),
  };
}

/** Without a style of its own, a field is written by its content type (OpenAPI 3.1, 4.8.15.1). */
function fieldStyles(encoding: OpenAPI.MediaType["encoding"] = {}): FieldStyle[] {
  const styled = Object.entries(encoding).filter(([, field]) => (field.style ?? field.explode ?? field.allowReserved) !== undefined);
  return styled.map(([name, { style = "form", explode = style === "form" }]) => ({ name, style, explode }));
}

/** What fetch sends as it is, by names that every runtime has. */
const rawBody: TypeText = plainType("string | Blob | ArrayBuffer | Uint8Array | URLSearchParams | FormData");

function placeBody(names: ReadonlySet<string> | undefined, required: boolean, others: readonly Parameter[]): BodyPlacement {
  const clash = names === undefined || others.some((parameter) => names.has(parameter.member));
  if (required && !clash) return "fields";
  return others.length === 0 ? "whole" : "member";
}

/** The body of a request in the media type that the client sends, which is JSON where there is a choice. */
function requestContent(
  { operation, method }: OperationSource,
  { resolver }: OperationContext,
): (OpenAPI.MediaType & { readonly mediaType: string; readonly required: boolean }) | undefined {
  // fetch sends none with these, and HTTP gives it no meaning (RFC 9110, 9.3.1).
  if (operation.requestBody === undefined || method === "get" || method === "head") return undefined;
  const { content = {}, required = false } = resolver.resolve<OpenAPI.RequestBody>(operation.requestBody);
  const mediaType = preferredMediaType(content);
  return mediaType === undefined ? undefined : { ...content[mediaType], mediaType, required };
}

export function requestSchema(source: OperationSource, context: OperationContext): OpenAPI.Schema | undefined {
  return requestContent(source, context)?.schema;
}

function preferredMediaType(content: NonNullable<OpenAPI.RequestBody["content"]>): string | undefined {
  const mediaTypes = Object.keys(content);
  return mediaTypes.find(isJson) ?? mediaTypes[0];
}

/** The answer to a HEAD has no body, though the document says which one a GET would get (RFC 9110, 9.3.2). */
function successesOf(
  { operation, method }: OperationSource,
  { resolver }: OperationContext,
): (readonly [string, OpenAPI.ResponseObject])[] {
  const responses = Object.entries(operation.responses ?? {}).filter(([status]) => /^2(\d\d|XX)$/i.test(status));
  return responses.map(([status, response]) => {
    const { description = "", content = {} } = resolver.resolve<OpenAPI.ResponseObject>(response);
    return [status, { description, content: method === "head" ? {} : content }];
  });
}

export function buildResults(source: OperationSource, context: OperationContext): Result[] {
  return successesOf(source, context).map(([status, { content = {}, description = "" }]) => {
    const mediaType = preferredMediaType(content);
    const schema = mediaType === undefined ? undefined : content[mediaType]?.schema;
    return {
      status: status.toUpperCase(),
      mediaType,
      description,
      type: resultType(source, context.types, status, mediaType),
      isStructure: schema !== undefined && isStructure(schema, context.resolver),
    };
  });
}

/** The failures that have a status, in its order. */
export function buildFailures({ operation }: OperationSource, { resolver }: OperationContext): Failure[] {
  const responses = Object.entries(operation.responses ?? {}).filter(([status]) => /^[45](\d\d|XX)$/i.test(status));
  return responses.map(([status, response]) => ({
    status: status.toUpperCase(),
    description: resolver.resolve<OpenAPI.ResponseObject>(response).description ?? "",
  }));
}

/** The schema of every success that has a body; an empty one stands for a body of which nothing is known. */
export function successSchemas(source: OperationSource, context: OperationContext): OpenAPI.Schema[] {
  return successesOf(source, context).flatMap(([, { content = {} }]) => {
    const mediaType = preferredMediaType(content);
    if (mediaType === undefined) return [];
    return [(isJson(mediaType) ? content[mediaType]?.schema : undefined) ?? {}];
  });
}

/** JSON is parsed, text stays a string, anything else is bytes. */
function resultType(source: OperationSource, types: PrintedTypes, status: string, mediaType: string | undefined): TypeText {
  if (mediaType === undefined) return plainType("undefined");
  if (isText(mediaType)) return plainType("string");
  if (!isJson(mediaType)) return plainType("Blob");
  return typeOfOperation(source, types, ["responses", status, "content", mediaType]) ?? plainType("unknown");
}

export function bodyLimits(source: OperationSource, context: OperationContext): Limit[] {
  const schema = requestSchema(source, context);
  return schema === undefined ? [] : listLimits(schema, context.resolver);
}
