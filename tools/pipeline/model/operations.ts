import type { Operation as DocumentOperation } from "../../openapi/document.ts";
import { type Retry, readExtension } from "../../openapi/extensions.ts";
import { camelCase, pascalCase } from "../names.ts";
import { buildBody, buildFailures, buildResults, hasOAuthErrors, requestContent } from "./bodies.ts";
import { buildExample } from "./examples.ts";
import type { Body, Operation, Webhook } from "./model.ts";
import { buildParameters, type ParametersByPlace } from "./parameters.ts";
import { readPointing } from "./pointers.ts";
import { listLimits, sensitiveProperties } from "./schemaFacts.ts";
import { readSecurity } from "./security.ts";
import { type OperationContext, type OperationSource, tagOf } from "./sources.ts";

export function buildOperation(source: OperationSource, context: OperationContext): Operation {
  const { id, method, path, operation } = source;
  const area = context.areaOf(tagOf(operation));
  const name = context.memberNames.get(id) ?? id;
  const typeName = context.typeNames.take(pascalCase(`${area} ${name}`), ["Params", "Result", "Item", "Input", "Output"]);
  const parameters = buildParameters(source, context);
  const body = buildBody(source, context, [...parameters.query, ...parameters.header]);
  const results = buildResults(source, context);
  const { named } = context.schemas;
  const limits = body?.schema === undefined ? [] : listLimits(body.schema, named);
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
    sunset: readExtension("x-sunset", operation["x-sunset"]),
    companion: operation["x-companion"] === true,
    retry: retryOf(operation, method),
    ...readPointing(source, { named, query: parameters.query, body, results, limits }, context.ignored),
    sensitive: sensitiveNames(context, parameters, body),
    ...readSecurity(source, context.document),
    pathParameters: parameters.path,
    queryParameters: parameters.query,
    headerParameters: parameters.header,
    body,
    results,
    failures: buildFailures(source, context),
    hasOAuthErrors: hasOAuthErrors(source, context),
    example: buildExample(source, context, parameters, body),
    limits,
  };
}

/** RFC 9110, section 9.2.2, defines these methods as idempotent. */
const idempotentMethods = ["get", "head", "put", "delete", "options", "trace"];

function retryOf(operation: DocumentOperation, method: string): Retry {
  return readExtension("x-retry", operation["x-retry"]) ?? (idempotentMethods.includes(method) ? "safe" : "on-rate-limit");
}

function sensitiveNames({ schemas }: OperationContext, { path, query, header }: ParametersByPlace, body: Body | undefined): string[] {
  const ofParameters = [...path, ...query, ...header].filter(({ sensitive }) => sensitive).map(({ member }) => member);
  const ofBody = body?.schema === undefined ? [] : sensitiveProperties(body.schema, schemas.named);
  // A secret body is listed under the name of the parameter that passes it.
  const named = ofBody.map((name) => (name === "" && body?.placement === "member" ? body.member : name));
  return [...new Set([...ofParameters, ...named])];
}

export function buildWebhook(source: OperationSource, context: OperationContext): Webhook {
  const { id, method, path, operation } = source;
  return {
    id,
    name: path,
    typeName: context.typeNames.take(`${pascalCase(id)}Body`),
    method: method.toUpperCase(),
    summary: operation.summary ?? "",
    description: operation.description ?? "",
    deprecated: operation.deprecated === true,
    companion: operation["x-companion"] === true,
    mediaType: requestContent(source, context)?.mediaType,
  };
}
