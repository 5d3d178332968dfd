import type * as OpenAPI from "../../openapi/document.ts";
import { resolve } from "../../openapi/resolve.ts";
import type { Body, Example, Parameter, PathParameter } from "./model.ts";
import { mergeParameters, type ParametersByPlace } from "./parameters.ts";
import type { OperationContext, OperationSource } from "./sources.ts";

type ExamplesByName = ReadonlyMap<string, OpenAPI.Json>;

/**
 * Combines the first example of the body (without a body, of the parameters) with parameter examples of the same name (spec/README.md).
 * Returns `undefined` when a required value has no example.
 */
export function buildExample(
  source: OperationSource,
  context: OperationContext,
  { path, query, header }: ParametersByPlace,
  body: Body | undefined,
): Example | undefined {
  const parameters = mergeParameters(source, context.document);
  const examplesOf = (place: string, name: string): ExamplesByName => {
    const parameter = parameters.find((one) => one.in === place && one.name === name);
    return namedExamples(parameter, context);
  };
  const ofBody = bodyExamples(source, context);
  if (body?.required && ofBody.size === 0) return undefined;
  const all = [...path.map(({ name }) => examplesOf("path", name)), ...query.map(({ name }) => examplesOf("query", name))];
  const key = [ofBody, ...all].flatMap((examples) => [...examples.keys()])[0];
  const exampleFor = (place: string, { name, required }: Parameter): OpenAPI.Json | undefined => {
    const examples = examplesOf(place, name);
    return examples.get(key ?? "") ?? (required ? [...examples.values()][0] : undefined);
  };
  const others = [
    ...query.map((one) => [one, exampleFor("query", one)] as const),
    ...header.map((one) => [one, exampleFor("header", one)] as const),
  ];
  const ids = path.map((one: PathParameter) => exampleFor("path", one));
  if (ids.includes(undefined) || others.some(([{ required }, value]) => required && value === undefined)) return undefined;
  const values = others.flatMap(([{ name }, value]) => (value === undefined ? [] : [[name, value] as const]));
  return { ids: ids as OpenAPI.Json[], parameters: parametersOf(Object.fromEntries(values), body, [...ofBody.values()][0]) };
}

function parametersOf(beside: Readonly<Record<string, OpenAPI.Json>>, body: Body | undefined, value: OpenAPI.Json | undefined) {
  const own = Object.keys(beside).length === 0 ? undefined : beside;
  if (body === undefined || value === undefined) return own;
  if (body.placement === "whole") return value;
  return body.placement === "member" ? { body: value, ...beside } : { ...Object(value), ...beside };
}

function bodyExamples({ operation }: OperationSource, context: OperationContext): ExamplesByName {
  const { content = {} } = resolve<OpenAPI.RequestBody>(context.document, operation.requestBody ?? {});
  return namedExamples(Object.values(content)[0], context);
}

function namedExamples({ examples = {} }: OpenAPI.WithExamples = {}, { document }: OperationContext): ExamplesByName {
  const entries = Object.entries(examples).map(([name, one]) => [name, resolve<OpenAPI.Example>(document, one).value] as const);
  return new Map(entries.filter((entry): entry is readonly [string, OpenAPI.Json] => entry[1] !== undefined));
}
