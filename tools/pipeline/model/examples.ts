import type * as OpenAPI from "../../openapi/document.ts";
import { isForm, isJson } from "../../openapi/mediaTypes.ts";
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
    return parameter === undefined ? new Map() : namedExamples(parameter, context);
  };
  const ofBody = body === undefined ? new Map<string, OpenAPI.Json>() : bodyExamples(source, context, body);
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
  const given = others.flatMap(([{ member }, value]) => (value === undefined ? [] : [[member, value] as const]));
  return { ids: ids as OpenAPI.Json[], parameters: parametersOf(Object.fromEntries(given), body, [...ofBody.values()][0]) };
}

function parametersOf(given: Readonly<Record<string, OpenAPI.Json>>, body: Body | undefined, value: OpenAPI.Json | undefined) {
  const own = Object.keys(given).length === 0 ? undefined : given;
  if (body === undefined || value === undefined) return own;
  if (body.placement === "whole") return value;
  return body.placement === "member" ? { [body.member]: value, ...given } : { ...Object(value), ...given };
}

function bodyExamples({ operation }: OperationSource, context: OperationContext, { mediaType }: Body): Named {
  if (operation.requestBody === undefined || !(isJson(mediaType) || isForm(mediaType))) return new Map();
  const { content = {} } = resolve<OpenAPI.RequestBody>(context.document, operation.requestBody);
  return namedExamples(content[mediaType] ?? {}, context);
}

/** The key of `example` is an empty string. */
function namedExamples({ example, examples = {} }: OpenAPI.WithExamples, { document }: OperationContext): Named {
  const named = Object.entries(examples).map(([name, one]) => [name, resolve<OpenAPI.Example>(document, one).value] as const);
  const all = example === undefined ? named : [...named, ["", example] as const];
  return new Map(all.filter((entry): entry is readonly [string, OpenAPI.Json] => entry[1] !== undefined));
}
