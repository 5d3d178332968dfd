import type { Input } from "../contract.ts";
import type { ContractRequest } from "../message.ts";
import type { OpenApiDocument } from "../openapi/document.ts";
import type { Operation, Parameter } from "../openapi/operations.ts";
import { isObjectSchema, type Reader, readerOf } from "./reader.ts";

interface InputParameter {
  readonly name: string;
  readonly key: string;
  readonly read: Reader;
  readonly preset: unknown;
}

type Values = Readonly<Record<string, unknown>>;

const nothing: Values = Object.freeze({});

export function inputReader(document: OpenApiDocument, operation: Operation): (request: ContractRequest) => Input {
  const path = declaredIn("path");
  const query = declaredIn("query");
  const members = operation.parameters.find(
    ({ place, explode, schema }) => place === "query" && explode && isObjectSchema(document, schema),
  );
  const header = declaredIn("header");
  return (request) => ({
    path: valuesOf(path, request.path),
    query: members ? withMembers(members.name, query, request.query) : valuesOf(query, request.query),
    header: valuesOf(header, request.headers),
    body: request.body,
  });

  function declaredIn(place: Parameter["place"]): InputParameter[] {
    return operation.parameters
      .filter((parameter) => parameter.place === place)
      .map((parameter) => ({
        name: parameter.name,
        key: keyOf(parameter),
        read: readerOf(document, parameter.schema, parameter.explode),
        preset: parameter.schema["default"],
      }));
  }
}

/** Adds an exploded object. Each undeclared parameter becomes one of its members; if a parameter is repeated, its last value is used. */
function withMembers(name: string, parameters: readonly InputParameter[], query: ContractRequest["query"]): Values {
  const others = Object.entries(query).filter(([other]) => other === name || !parameters.some(({ key }) => key === other));
  const values = valuesOf(
    parameters.filter(({ key }) => key !== name),
    query,
  );
  if (others.length === 0) return values;
  return { ...values, [name]: Object.fromEntries(others.map(([member, value]) => [member, [value].flat().at(-1)])) };
}

export function keyOf({ name, place }: Parameter): string {
  return place === "header" ? name.toLowerCase() : name;
}

function valuesOf(parameters: readonly InputParameter[], texts: Readonly<Record<string, string | readonly string[]>>): Values {
  if (parameters.length === 0) return nothing;
  const values: Record<string, unknown> = {};
  for (const { name, key, read, preset } of parameters) {
    const text = texts[key];
    const value = text === undefined ? preset : read(text);
    if (value !== undefined) values[name] = value;
  }
  return values;
}
