import type * as OpenAPI from "../../openapi/document.ts";
import { isForm, isJson, isMultipart } from "../../openapi/mediaTypes.ts";
import { resolve } from "../../openapi/resolve.ts";
import type { Body, BodyPlacement, Failure, FieldStyle, Parameter, Result } from "./model.ts";
import { freeMember } from "./parameters.ts";
import { isStructure, propertyNames, requiresProperty } from "./schemaFacts.ts";
import type { OperationContext, OperationSource } from "./sources.ts";

/** @param others the call's parameters other than the body */
export function buildBody(source: OperationSource, context: OperationContext, others: readonly Parameter[]): Body | undefined {
  const { named, read } = context.schemas;
  const content = requestContent(source, context);
  if (content === undefined) return undefined;
  const { mediaType, encoding, required } = content;
  // The client cannot serialize other types, so the caller passes bytes.
  const isWritten = isJson(mediaType) || isForm(mediaType) || isMultipart(mediaType);
  const schema = isWritten && content.schema !== undefined ? read(content.schema) : undefined;
  const names = schema === undefined ? undefined : propertyNames(schema, named);
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
    schema,
    optionalFields: schema !== undefined && !requiresProperty(schema, named),
  };
}

/** A field without a style is serialized according to its content type (OpenAPI 3.1, 4.8.15.1). */
function fieldStyles(encoding: OpenAPI.MediaType["encoding"] = {}): FieldStyle[] {
  const styled = Object.entries(encoding).filter(([, field]) => (field.style ?? field.explode ?? field.allowReserved) !== undefined);
  return styled.map(([name, { style = "form", explode = style === "form" }]) => ({ name, style, explode }));
}

function placeBody(names: ReadonlySet<string> | undefined, required: boolean, others: readonly Parameter[]): BodyPlacement {
  const clash = names === undefined || others.some((parameter) => names.has(parameter.member));
  if (required && !clash) return "fields";
  return others.length === 0 ? "whole" : "member";
}

/** Prefers JSON, then the first media type. */
export function requestContent(
  { operation, method }: OperationSource,
  { document }: OperationContext,
): (OpenAPI.MediaType & { readonly mediaType: string; readonly required: boolean }) | undefined {
  // fetch rejects a body with these methods (RFC 9110, 9.3.1).
  if (operation.requestBody === undefined || method === "get" || method === "head") return undefined;
  const { content = {}, required = false } = resolve<OpenAPI.RequestBody>(document, operation.requestBody);
  const mediaType = preferredMediaType(content);
  return mediaType === undefined ? undefined : { ...content[mediaType], mediaType, required };
}

function preferredMediaType(content: NonNullable<OpenAPI.RequestBody["content"]>): string | undefined {
  const mediaTypes = Object.keys(content);
  return mediaTypes.find(isJson) ?? mediaTypes[0];
}

export function buildResults({ operation, method }: OperationSource, { document, schemas: { named, read } }: OperationContext): Result[] {
  const responses = Object.entries(operation.responses ?? {}).filter(([status]) => /^2(\d\d|XX)$/i.test(status));
  return responses.map(([status, response]) => {
    const { description = "", content: described = {} } = resolve<OpenAPI.ResponseObject>(document, response);
    // The response to a HEAD has no body; the document describes the body that a GET would return (RFC 9110, 9.3.2).
    const content = method === "head" ? {} : described;
    const mediaType = preferredMediaType(content);
    const parsed = mediaType !== undefined && isJson(mediaType) ? content[mediaType]?.schema : undefined;
    const schema = parsed && read(parsed);
    return {
      status: status.toUpperCase(),
      mediaType,
      description,
      schema,
      isStructure: schema !== undefined && isStructure(schema, named),
    };
  });
}

export function buildFailures({ operation }: OperationSource, { document }: OperationContext): Failure[] {
  const responses = Object.entries(operation.responses ?? {}).filter(([status]) => /^[45](\d\d|XX)$/i.test(status));
  return responses.map(([status, response]) => ({
    status: status.toUpperCase(),
    description: resolve<OpenAPI.ResponseObject>(document, response).description ?? "",
  }));
}

export function hasOAuthErrors({ operation }: OperationSource, { document, schemas: { named, read } }: OperationContext): boolean {
  const response = operation.responses?.["400"];
  const { content = {} } = resolve<OpenAPI.ResponseObject>(document, response ?? {});
  const schema = content["application/json"]?.schema;
  return schema !== undefined && (propertyNames(read(schema), named)?.has("error_description") ?? false);
}
