import type { ContractRequest, ContractResponse } from "../../src/contract/message.ts";
import { type DeclaredOperation, requestNames } from "../document.ts";
import { type Chance, mutate, oneOf, parameterText } from "./oracleMutations.ts";

export interface Case {
  readonly title: string;
  readonly id: string;
  readonly request: ContractRequest;
  readonly response: ContractResponse;
}

const json = { "content-type": "application/json;charset=utf-8" };
const token = { authorization: "Bearer demo-access-token-4815162" };

export function exampleRequests(op: DeclaredOperation): Case[] {
  const names = requestNames(op);
  const caseOf = (name: string | undefined): Case => ({
    title: `${op.id} ${name}`,
    id: op.id,
    request: requestOf(op, name),
    response: firstResponse(op),
  });
  return names.length > 0 ? names.map(caseOf) : [caseOf(undefined)];
}

/** Returns every response example and every response without a body, with the operation's first request. */
export function exampleResponses(op: DeclaredOperation): Case[] {
  const request = requestOf(op, requestNames(op)[0]);
  return op.responses.flatMap((model) => {
    const status = model.status === "default" ? 500 : Number(model.status);
    const cases = model.schema ? model.examples.map(({ name, value }) => ({ name, response: { status, headers: json, body: value } })) : [];
    const empty = { name: "nothing", response: { status, headers: {}, body: undefined } };
    return (model.schema ? cases : [empty]).map(({ name, response }) => ({
      title: `${op.id} ${status} ${name}`,
      id: op.id,
      request,
      response,
    }));
  });
}

export function mutatedRequest(chance: Chance, op: DeclaredOperation, { title, id, request, response }: Case): Case {
  const isAboutBody = op.mediaType !== undefined && (op.parameters.length === 0 || chance() < 0.7);
  const variant = chance() < 0.05 ? { ...request, headers: changedHeaders(chance) } : request;
  return {
    title: `${title}, changed`,
    id,
    response,
    request: isAboutBody ? changedBody(chance, variant) : changedParameters(chance, op, variant),
  };
}

export function mutatedResponse(chance: Chance, op: DeclaredOperation, { title, id, request, response }: Case): Case {
  return { title: `${title}, changed`, id, request, response: changedResponse(chance, op, response) };
}

function requestOf(op: DeclaredOperation, name: string | undefined): ContractRequest {
  const body = (op.requests.find((one) => one.name === name) ?? op.requests[0])?.value;
  const path = op.parameters
    .filter(({ place }) => place === "path")
    .map((parameter) => [parameter.name, exampleText(parameter, name) ?? "1"]);
  const query = op.parameters.filter(({ place }) => place === "query").map((parameter) => [parameter.name, exampleText(parameter, name)]);
  const entries = query.filter(([, text]) => name !== undefined && text !== undefined);
  return { path: Object.fromEntries(path), query: Object.fromEntries(entries), headers: token, body };
}

function exampleText({ examples }: DeclaredOperation["parameters"][number], name: string | undefined): string | undefined {
  const example = examples.find((one) => one.name === name) ?? examples[0];
  return example && [example.value].flat().join(",");
}

function firstResponse(op: DeclaredOperation): ContractResponse {
  const [model] = op.responses;
  const status = Number(model?.status);
  return model?.schema ? { status, headers: json, body: model.examples[0]?.value } : { status, headers: {}, body: undefined };
}

function changedHeaders(chance: Chance): Readonly<Record<string, string>> {
  const authorization = oneOf(chance, [
    undefined,
    "",
    "Bearer",
    "Bearer ",
    "Bearer a b",
    "bearer abc==",
    "Basic dTpw",
    "Bearer caf\u00e9",
    "Bearer  x",
  ]);
  return authorization === undefined ? {} : { authorization };
}

function changedBody(chance: Chance, request: ContractRequest): ContractRequest {
  if (chance() < 0.06) return { ...request, body: oneOf(chance, [undefined, null, "", 0, false, "x", 5, true, []]) };
  // Converts the body to the form that it would have over HTTP.
  const body = mutate(chance, request.body);
  return { ...request, body: body === undefined ? undefined : JSON.parse(JSON.stringify(body)) };
}

function changedParameters(chance: Chance, op: DeclaredOperation, request: ContractRequest): ContractRequest {
  const query: Record<string, string | readonly string[]> = { ...request.query };
  const path: Record<string, string> = { ...request.path };
  for (let changes = 1 + Math.floor(chance() * 3); changes > 0; changes -= 1) {
    const parameter = op.parameters.length > 0 ? oneOf(chance, op.parameters) : { name: "unknown", place: "query" };
    const text = parameterText(chance);
    if (parameter.place === "path") path[parameter.name] = [text].flat()[0] || "x";
    else if (chance() < 0.1) query[oneOf(chance, [parameter.name.toUpperCase(), "unknown", "__proto__x"])] = text ?? "";
    else if (text === undefined) delete query[parameter.name];
    else query[parameter.name] = text;
  }
  return { ...request, path, query };
}

const otherTypes = [
  "",
  "application/json",
  "Application/JSON; charset=UTF-8",
  "text/html",
  "application/problem+json",
  "application/json; charset",
  "json",
];
const headerValues = ["", "0", "-1", "x", "1.5", "@1700000000", "1700000000", "6e8bc430-9c3a-11d9-9669-0800200c9a66", "6e8bc430"];

function changedResponse(chance: Chance, op: DeclaredOperation, response: ContractResponse): ContractResponse {
  const way = chance();
  if (way < 0.05) return { ...response, status: oneOf(chance, [200, 201, 202, 204, 207, 302, 404, 418, 500, 503]) };
  if (way < 0.12) return { ...response, headers: { "content-type": oneOf(chance, otherTypes) } };
  if (way < 0.14) return { ...response, headers: {} };
  if (way < 0.3) return { ...response, headers: { ...response.headers, [headerName(chance, op)]: oneOf(chance, headerValues) } };
  if (way < 0.33 || response.body === undefined) return { ...response, body: oneOf(chance, [undefined, null, "", 0, false, {}, []]) };
  return { ...response, body: JSON.parse(JSON.stringify(mutate(chance, response.body) ?? null)) };
}

function headerName(chance: Chance, op: DeclaredOperation): string {
  const names = op.responses.flatMap(({ headers }) => headers);
  return names.length === 0 || chance() < 0.05 ? "x-unknown" : oneOf(chance, names).toLowerCase();
}
