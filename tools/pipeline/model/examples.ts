import type * as OpenAPI from "../../openapi/document.ts";
import { resolve } from "../../openapi/resolve.ts";
import type { Body, Example, Parameter, PathParameter } from "./model.ts";
import { mergeParameters, type ParametersByPlace } from "./parameters.ts";
import type { OperationContext, OperationSource } from "./sources.ts";

type Named = ReadonlyMap<string, OpenAPI.Json>;

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
  const merged = mergeParameters(source, context.document);
  const examplesOf = (place: string, name: string): Named => {
    const parameter = merged.find((one) => one.in === place && one.name === name);
    return namedExamples(parameter, context);
  };
  const ofBody = bodyExamples(source, context);
  if (body?.required && ofBody.size === 0) return undefined;
  const all = [...path.map(({ name }) => examplesOf("path", name)), ...query.map(({ name }) => examplesOf("query", name))];
  const key = [ofBody, ...all].flatMap((named) => [...named.keys()])[0];
  const exampleFor = (place: string, { name, required }: Parameter): OpenAPI.Json | undefined => {
    const named = examplesOf(place, name);
    return named.get(key ?? "") ?? (required ? [...named.values()][0] : undefined);
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

function bodyExamples({ operation }: OperationSource, context: OperationContext): Named {
  const { content = {} } = resolve<OpenAPI.RequestBody>(context.document, operation.requestBody ?? {});
  return namedExamples(Object.values(content)[0], context);
}

function namedExamples({ examples = {} }: OpenAPI.WithExamples = {}, { document }: OperationContext): Named {
  const named = Object.entries(examples).map(([name, one]) => [name, resolve<OpenAPI.Example>(document, one).value] as const);
  return new Map(named.filter((entry): entry is readonly [string, OpenAPI.Json] => entry[1] !== undefined));
}
