import type { Input } from "../contract.ts";
import type { ContractRequest } from "../message.ts";
import { alternativesOf } from "../openapi/alternatives.ts";
import { isObject, type OpenApiDocument } from "../openapi/document.ts";
import type { Operation, Parameter, RequestBody } from "../openapi/operations.ts";
import type { Finding } from "../problems/findings.ts";
import { keyOf } from "../request/input.ts";
import type { Check, Compiler } from "./compiler.ts";
import { findingsAt } from "./findings.ts";

/** Returns the findings in a request, except for its credentials. */
export type RequestCheck = (request: ContractRequest, input: Input) => readonly Finding[];

type Place = Exclude<Parameter["place"], "cookie">;
interface ParameterCheck {
  readonly place: Place;
  readonly name: string;
  readonly key: string;
  readonly required: boolean;
  readonly check: Check;
}

const nothing: readonly Finding[] = [];

/** @param strict whether query parameters that are not declared are found, too */
export function requestCheck(compiler: Compiler, document: OpenApiDocument, operation: Operation, strict: boolean): RequestCheck {
  const known = new Set(operation.parameters.filter(({ place }) => place === "query").map(({ name }) => name));
  const parameters = operation.parameters.flatMap((parameter) => parameterCheck(compiler, operation, parameter));
  const checkBody = operation.body && bodyCheck(compiler, document, operation, operation.body);
  return (request, input) => {
    let findings = nothing;
    for (const parameter of parameters) {
      const found = checkParameter(parameter, request, input);
      if (found.length > 0) findings = [...findings, ...found];
    }
    if (strict) findings = [...findings, ...unknownQuery(request, known)];
    const found = checkBody?.(request.body) ?? nothing;
    return found.length === 0 ? findings : [...findings, ...found];
  };
}

function unknownQuery({ query }: ContractRequest, known: ReadonlySet<string>): Finding[] {
  const unknown = Object.keys(query).filter((name) => !known.has(name));
  return unknown.map((name) => ({ path: ["query", name], code: "additionalProperties" }));
}

/** Cookies are no part of any request that the mock reads. */
function parameterCheck(compiler: Compiler, { operationId }: Operation, parameter: Parameter): ParameterCheck[] {
  const { place, name, required, schema } = parameter;
  if (place === "cookie") return [];
  const check = compiler.check(schema, `the ${place} parameter ${name} of ${operationId}`);
  return [{ place, name, key: keyOf(parameter), required, check }];
}

function checkParameter({ place, name, key, required, check }: ParameterCheck, request: ContractRequest, input: Input): readonly Finding[] {
  const received = place === "header" ? request.headers[key] : request[place][key];
  if (received === undefined) return required ? [{ path: [place, name], code: "required" }] : nothing;
  const errors = check(input[place][name]);
  return errors.length === 0 ? nothing : findingsAt([place, name], errors);
}

function bodyCheck(
  compiler: Compiler,
  document: OpenApiDocument,
  { operationId }: Operation,
  body: RequestBody,
): (body: unknown) => readonly Finding[] {
  const place = `the request body of ${operationId}`;
  const checkWhole = compiler.check(body.schema, place);
  const alternatives = alternativesOf(document, body.schema);
  const checks = new Map([...(alternatives?.schemaOf ?? [])].map(([mark, schema]) => [mark, compiler.check(schema, `${place}, ${mark}`)]));
  return (value) => {
    if (value === undefined) return body.required ? [{ path: ["body"], code: "required" }] : nothing;
    const check = alternatives && isObject(value) ? checks.get(value[alternatives.propertyName]) : checkWhole;
    // `requestProblems` puts what is wrong with the mark in its place.
    if (!check) return [{ path: ["body"], code: "oneOf" }];
    const errors = check(value);
    return errors.length === 0 ? nothing : findingsAt(["body"], errors);
  };
}
