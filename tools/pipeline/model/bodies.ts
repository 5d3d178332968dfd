import type * as OpenAPI from "../../openapi/document.ts";
import { resolve } from "../../openapi/resolve.ts";
import type { Body, BodyPlacement, Failure, Parameter, Result } from "./model.ts";
import { isStructure, propertyNames, requiresProperty } from "./schemaFacts.ts";
import type { OperationContext, OperationSource } from "./sources.ts";

type Content = OpenAPI.RequestBody["content"];

/** @param others the call's parameters other than the body */
export function buildBody(source: OperationSource, context: OperationContext, others: readonly Parameter[]): Body | undefined {
  const { byName, read } = context.schemas;
  const { required = false, content } = requestBody(source, context);
  const [mediaType, media] = onlyMedia(content);
  if (mediaType === undefined) return undefined;
  const schema = media?.schema && read(media.schema);
  const names = schema && propertyNames(schema, byName);
  return {
    mediaType,
    required,
    placement: placeBody(names, required, others),
    schema,
    optionalFields: schema !== undefined && !requiresProperty(schema, byName),
  };
}

function placeBody(names: ReadonlySet<string> | undefined, required: boolean, others: readonly Parameter[]): BodyPlacement {
  const clash = names === undefined || others.some((parameter) => names.has(parameter.name));
  if (required && !clash) return "fields";
  return others.length === 0 ? "whole" : "member";
}

function requestBody({ operation }: OperationSource, { document }: OperationContext): OpenAPI.RequestBody {
  return resolve<OpenAPI.RequestBody>(document, operation.requestBody ?? {});
}

export function requestMediaType(source: OperationSource, context: OperationContext): string | undefined {
  return onlyMedia(requestBody(source, context).content)[0];
}

/** A body has one media type; the linter rejects others. */
function onlyMedia(content: Content = {}): [mediaType?: string, media?: OpenAPI.MediaType] {
  return Object.entries(content)[0] ?? [];
}

export function buildResults(source: OperationSource, { document, schemas: { byName, read } }: OperationContext): Result[] {
  return responsesOf(source, /^2/).map(([status, response]) => {
    const { description = "", content } = resolve<OpenAPI.ResponseObject>(document, response);
    const [mediaType, media] = onlyMedia(content);
    const schema = media?.schema && read(media.schema);
    return { status, mediaType, description, schema, isStructure: schema !== undefined && isStructure(schema, byName) };
  });
}

export function buildFailures(source: OperationSource, { document }: OperationContext): Failure[] {
  return responsesOf(source, /^[45]/).map(([status, response]) => ({
    status,
    description: resolve<OpenAPI.ResponseObject>(document, response).description ?? "",
  }));
}

function responsesOf({ operation }: OperationSource, statuses: RegExp): [string, OpenAPI.ResponseObject | OpenAPI.Reference][] {
  return Object.entries(operation.responses ?? {}).filter(([status]) => statuses.test(status));
}
