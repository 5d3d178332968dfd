import { hasOAuthErrors, type JsonObject, type OpenApiDocument, readSecurity } from "@crm-platform/mock/contract";
import { readExtension } from "../../openapi/extensions.ts";
import type { Problem } from "../../problems.ts";
import { capitalize } from "../names.ts";
import { buildBody, buildFailures, buildResults, requestMediaType } from "./bodies.ts";
import { buildExample } from "./examples.ts";
import type { Body, Operation, Webhook } from "./model.ts";
import { buildParameters, type ParametersByPlace } from "./parameters.ts";
import { readPointing } from "./pointers.ts";
import { listLimits, sensitiveProperties } from "./schemaFacts.ts";
import { type OperationContext, type OperationSource, typeNameOf } from "./sources.ts";

export function buildOperation(source: OperationSource, context: OperationContext): Operation {
  const { id, area, name, method, path, pointer, operation } = source;
  const typeName = typeNameOf(source);
  context.typeNames.take(typeName, pointer, ["Params", "Result", "Item", "Input", "Output"]);
  const parameters = buildParameters(source, context);
  const body = buildBody(source, context, [...parameters.query, ...parameters.header]);
  context.problems.push(...sharedNames(source, parameters, body));
  const results = buildResults(source, context);
  const { byName } = context.schemas;
  const limits = body?.schema === undefined ? [] : listLimits(body.schema, byName);
  return {
    id,
    area,
    name,
    constant: `${area}${capitalize(name)}`,
    typeName,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? "",
    description: operation.description ?? "",
    deprecated: operation.deprecated === true,
    sunset: readExtension("x-sunset", operation["x-sunset"]),
    companion: operation["x-companion"] === true,
    // The linter requires the extension.
    retry: readExtension("x-retry", operation["x-retry"]) ?? "never",
    ...readPointing(source, { byName, query: parameters.query, body, results, limits }, context.problems),
    sensitive: sensitiveNames(context, parameters, body),
    ...readSecurity(context.document, operation),
    pathParameters: parameters.path,
    queryParameters: parameters.query,
    headerParameters: parameters.header,
    body,
    results,
    failures: buildFailures(source, context),
    hasOAuthErrors: hasOAuthErrors(context.document as unknown as OpenApiDocument, operation as JsonObject),
    example: buildExample(source, context, parameters, body),
    limits,
  };
}

/** A call passes all parameters except those in the path in one object. */
function sharedNames({ id, pointer }: OperationSource, { query, header }: ParametersByPlace, body: Body | undefined): Problem[] {
  const names = [...query, ...header].map(({ name }) => name);
  const all = body?.placement === "member" ? [...names, "body"] : names;
  const duplicates = all.filter((name, index) => all.indexOf(name) < index);
  return duplicates.map((name) => {
    const message = `Two parameters of ${id}, or a parameter and the body, have the name ${name}. Expected: different names.`;
    return { file: "the bundle", pointer, message };
  });
}

function sensitiveNames({ schemas }: OperationContext, { path, query, header }: ParametersByPlace, body: Body | undefined): string[] {
  const ofParameters = [...path, ...query, ...header].filter(({ sensitive }) => sensitive).map(({ name }) => name);
  const ofBody = body?.schema === undefined ? [] : sensitiveProperties(body.schema, schemas.byName);
  // A secret body is listed under the name of the parameter that passes it.
  const bodyNames = ofBody.map((name) => (name === "" && body?.placement === "member" ? "body" : name));
  return [...new Set([...ofParameters, ...bodyNames])];
}

export function buildWebhook(source: OperationSource, context: OperationContext): Webhook {
  const { id, method, path, pointer, operation } = source;
  return {
    id,
    name: path,
    typeName: context.typeNames.take(`${typeNameOf(source)}Body`, pointer),
    method: method.toUpperCase(),
    summary: operation.summary ?? "",
    description: operation.description ?? "",
    deprecated: operation.deprecated === true,
    companion: operation["x-companion"] === true,
    mediaType: requestMediaType(source, context),
  };
}
