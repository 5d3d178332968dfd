import type { NamedParameter, Operation } from "@crm-platform/client/engine";
import { sample } from "openapi-sampler";
import type * as OpenAPI from "../openapi/document.ts";
import { isJson, isText } from "../openapi/mediaTypes.ts";
import { resolve } from "../openapi/resolve.ts";
import { mergeParameters } from "../pipeline/model/parameters.ts";
import type { OperationSource } from "../pipeline/model/sources.ts";

type Origin = "examples" | "schemas";

export function sampleCall(source: OperationSource, operation: Operation, document: OpenAPI.Document, from: Origin): readonly unknown[] {
  const declared = mergeParameters(source, document);
  const sampleOf = (place: string, name: string): unknown => {
    const parameter = declared.find((one) => one.in === place && [one.name, encoded(one.name)].includes(name));
    if (parameter === undefined) return undefined;
    // In a path, Prism would also read a number as a string, so both alternatives would match.
    const alternatives = parameter.schema?.oneOf ?? [];
    return place === "path" && alternatives.some(({ type }) => type === "string") ? "a" : exampleOf(parameter, document, from);
  };
  // The client accepts path and header values as text, so lists and objects are joined.
  const textOf = (value: unknown): unknown => (typeof value === "object" && value !== null ? Object.values(value).join(",") || "a" : value);
  const ids = [...new Set(source.path.match(/\{[^{}]+\}/g) ?? [])].map((name) => textOf(sampleOf("path", name.slice(1, -1)) ?? "a"));
  const named = (place: string, parameters: readonly NamedParameter[] = []): (readonly [string, unknown])[] =>
    parameters.map(({ name, member = name }) => [member, sampleOf(place, name)] as const);
  const headers = named("header", operation.headers).map(([name, value]) => [name, textOf(value)] as const);
  const beside = Object.fromEntries(
    [...named("query", operation.query?.parameters), ...headers].filter(([, value]) => value !== undefined),
  );
  if (operation.prepare === undefined) return ids;
  if (operation.body === undefined) return [...ids, beside];
  const body = bodyOf(source, document, from);
  if (operation.body.placement === "whole") return [...ids, body];
  if (operation.body.placement === "member") return [...ids, { ...beside, [operation.body.member ?? "body"]: body }];
  return [...ids, { ...Object(body), ...beside }];
}

function encoded(name: string): string {
  return name.replace(/[&=#+%]/g, encodeURIComponent);
}

function bodyOf({ operation }: OperationSource, document: OpenAPI.Document, from: Origin): unknown {
  const { content = {} } = resolve<OpenAPI.RequestBody>(document, operation.requestBody ?? {});
  const [mediaType = "", media = {}] = Object.entries(content).find(([type]) => isJson(type)) ?? Object.entries(content)[0] ?? [];
  const value = exampleOf(media, document, from);
  if (isJson(mediaType) || mediaType.startsWith("application/x-www-form-urlencoded")) return value;
  if (mediaType.startsWith("multipart/form-data")) return withBlobs(value, media.schema, document);
  return isText(mediaType) ? String(value) : "bytes";
}

function withBlobs(value: unknown, schema: OpenAPI.Schema | undefined, document: OpenAPI.Document): unknown {
  const { properties = {} } = schema === undefined ? {} : resolve(document, schema);
  const isFile = (name: string): boolean => properties[name] !== undefined && "format" in resolve(document, properties[name]);
  return Object.fromEntries(Object.entries(Object(value)).map(([name, part]) => [name, isFile(name) ? new Blob(["bytes"]) : part]));
}

function exampleOf(owner: OpenAPI.WithExamples & { readonly schema?: OpenAPI.Schema }, document: OpenAPI.Document, from: Origin): unknown {
  const examples = Object.values(owner.examples ?? {}).map((one) => resolve<OpenAPI.Example>(document, one).value);
  const given = [owner.example, ...examples].find((value) => value !== undefined);
  if (from === "examples" && given !== undefined) return given;
  return withRequired(sampleOf(owner.schema ?? {}, document), owner.schema ?? {}, document);
}

function sampleOf(schema: OpenAPI.Schema, document: OpenAPI.Document): unknown {
  // The sampler does not support escaped classes in patterns.
  const readable = JSON.stringify(schema).replaceAll("\\\\d", "[0-9]").replaceAll("\\\\.", "[.]");
  return withoutEmpty(sample(JSON.parse(readable) as object, { quiet: true, enablePatterns: true }, document as object));
}

/** Adds required properties that the sampler omits: circular properties, and properties described only by `additionalProperties`. */
function withRequired(value: unknown, schema: OpenAPI.Schema, document: OpenAPI.Document): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const parts = composedOf(schema, document);
  const missing = parts.flatMap(({ required = [] }) => required).filter((name) => !Object.hasOwn(value, name));
  const schemaOf = (name: string): OpenAPI.Schema =>
    parts
      .map(({ properties = {}, additionalProperties }) => properties[name] ?? additionalProperties)
      .find((one) => typeof one === "object") ?? {};
  const made = missing.map((name) => {
    const property = schemaOf(name);
    return [name, resolve(document, property).type === "array" ? [] : sampleOf(property, document)] as const;
  });
  return { ...value, ...Object.fromEntries(made) };
}

/** Includes all parts of `allOf`, at any depth, without duplicates. */
function composedOf(schema: OpenAPI.Schema, document: OpenAPI.Document): readonly OpenAPI.Schema[] {
  const found = new Set([resolve(document, schema)]);
  // Iterating a set visits elements that are added during the iteration.
  for (const { allOf = [] } of found) for (const part of allOf) found.add(resolve(document, part));
  return [...found];
}

/** Removes the empty objects that the sampler creates to end circular schemas, because these objects may lack required properties. */
function withoutEmpty(value: unknown): unknown {
  const isEmpty = (one: unknown): boolean => typeof one === "object" && one !== null && Object.keys(one).length === 0;
  if (Array.isArray(value)) return value.map(withoutEmpty).filter((item) => !isEmpty(item));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withoutEmpty(member)] as const);
  return Object.fromEntries(members.filter(([, member]) => !isEmpty(member)));
}
