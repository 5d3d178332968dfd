import type { Input } from "../contract.ts";
import type { ContractRequest } from "../message.ts";
import { alternativesOf } from "../openapi/alternatives.ts";
import { isObject, type OpenApiDocument } from "../openapi/document.ts";
import type { Operation, Parameter, RequestBody } from "../openapi/operations.ts";
import type { Finding } from "../problems/findings.ts";
import { unknownParameters } from "../problems/unknownField.ts";
import { keyOf } from "../request/input.ts";
import { findingsAt } from "./findings.ts";
import { type Check, checkAt, placeOf, type Validators } from "./validators.ts";

export type RequestCheck = (request: ContractRequest, input: Input) => readonly Finding[];

interface ParameterCheck {
  readonly place: Parameter["place"];
  readonly name: string;
  readonly key: string;
  readonly required: boolean;
  readonly check: Check;
}

type CheckOf = (place: string) => Check;

const nothing: readonly Finding[] = [];

export function requestCheck(validators: Validators, document: OpenApiDocument, operation: Operation, strict: boolean): RequestCheck {
  const checkOf = (place: string) => checkAt(strict ? validators.closed : validators.open, place);
  const parameters = operation.parameters.map((parameter) => parameterCheck(checkOf, operation, parameter));
  const checkBody = operation.body && bodyCheck(checkOf, document, operation, operation.body);
  return (request, input) => {
    let findings = nothing;
    for (const parameter of parameters) {
      const parameterFindings = checkParameter(parameter, request, input);
      if (parameterFindings.length > 0) findings = [...findings, ...parameterFindings];
    }
    if (strict) findings = [...findings, ...unknownParameters(document, operation, request.query)];
    const bodyFindings = checkBody?.(request.body) ?? nothing;
    return bodyFindings.length === 0 ? findings : [...findings, ...bodyFindings];
  };
}

function parameterCheck(checkOf: CheckOf, operation: Operation, parameter: Parameter): ParameterCheck {
  const { place, name, required } = parameter;
  return { place, name, key: keyOf(parameter), required, check: checkOf(placeOf.parameter(operation, parameter)) };
}

function checkParameter({ place, name, key, required, check }: ParameterCheck, request: ContractRequest, input: Input): readonly Finding[] {
  const text = place === "header" ? request.headers[key] : request[place][key];
  if (text === undefined) return required ? [{ path: [place, name], code: "required" }] : nothing;
  const errors = check(input[place][name]);
  return errors.length === 0 ? nothing : findingsAt([place, name], errors);
}

function bodyCheck(
  checkOf: CheckOf,
  document: OpenApiDocument,
  operation: Operation,
  body: RequestBody,
): (body: unknown) => readonly Finding[] {
  const checkWhole = checkOf(placeOf.requestBody(operation));
  const alternatives = alternativesOf(document, body.schema);
  const discriminators = [...(alternatives?.schemaOf.keys() ?? [])];
  const checks = new Map(discriminators.map((discriminator) => [discriminator, checkOf(placeOf.alternative(operation, discriminator))]));
  return (value) => {
    if (value === undefined) return body.required ? [{ path: ["body"], code: "required" }] : nothing;
    const check = alternatives && isObject(value) ? checks.get(value[alternatives.propertyName]) : checkWhole;
    // `requestProblems` reports the discriminator instead.
    if (!check) return [{ path: ["body"], code: "oneOf" }];
    const errors = check(value);
    return errors.length === 0 ? nothing : findingsAt(["body"], errors);
  };
}
