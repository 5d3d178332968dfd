import type { Answer, ContractRequest } from "../src/contract/message.ts";
import { type DeclaredOperation, requestNames } from "./document.ts";
import { type Chance, mutated, oneOf, parameterText } from "./oracleMutations.ts";

export interface Case {
  readonly title: string;
  readonly id: string;
  readonly request: ContractRequest;
  readonly answer: Answer;
}

const json = { "content-type": "application/json;charset=utf-8" };
const token = { authorization: "Bearer story-access-token-4815162" };

/** Every request example, with the operation's first response. */
export function exampleRequests(op: DeclaredOperation): Case[] {
  const names = requestNames(op);
  const asked = (name: string | undefined): Case => ({
    title: `${op.id} ${name}`,
    id: op.id,
    request: requestOf(op, name),
    answer: firstAnswer(op),
  });
  return names.length > 0 ? names.map(asked) : [asked(undefined)];
}

/** Every response example and every response without a body, with the operation's first request. */
export function exampleAnswers(op: DeclaredOperation): Case[] {
  const request = requestOf(op, requestNames(op)[0]);
  return op.responses.flatMap((response) => {
    const status = response.status === "default" ? 500 : Number(response.status);
    const answers = response.schema
      ? response.examples.map(({ name, value }) => ({ name, answer: { status, headers: json, body: value } }))
      : [];
    const empty = { name: "nothing", answer: { status, headers: {}, body: undefined } };
    return (response.schema ? answers : [empty]).map(({ name, answer }) => ({
      title: `${op.id} ${status} ${name}`,
      id: op.id,
      request,
      answer,
    }));
  });
}

/** A case with one part of the request changed. */
export function mutatedRequest(chance: Chance, op: DeclaredOperation, { title, id, request, answer }: Case): Case {
  const isAboutBody = op.mediaType !== undefined && (op.parameters.length === 0 || chance() < 0.7);
  const changed = chance() < 0.05 ? { ...request, headers: changedHeaders(chance) } : request;
  return {
    title: `${title}, changed`,
    id,
    answer,
    request: isAboutBody ? changedBody(chance, changed) : changedParameters(chance, op, changed),
  };
}

export function mutatedAnswer(chance: Chance, op: DeclaredOperation, { title, id, request, answer }: Case): Case {
  return { title: `${title}, changed`, id, request, answer: changedAnswer(chance, op, answer) };
}

function requestOf(op: DeclaredOperation, name: string | undefined): ContractRequest {
  const body = (op.requests.find((one) => one.name === name) ?? op.requests[0])?.value;
  const path = op.parameters
    .filter(({ place }) => place === "path")
    .map((parameter) => [parameter.name, exampleText(parameter, name) ?? "1"]);
  const query = op.parameters.filter(({ place }) => place === "query").map((parameter) => [parameter.name, exampleText(parameter, name)]);
  const given = query.filter(([, text]) => name !== undefined && text !== undefined);
  return { path: Object.fromEntries(path), query: Object.fromEntries(given), headers: token, body };
}

function exampleText({ examples }: DeclaredOperation["parameters"][number], name: string | undefined): string | undefined {
  const chosen = examples.find((one) => one.name === name) ?? examples[0];
  return chosen && [chosen.value].flat().join(",");
}

function firstAnswer(op: DeclaredOperation): Answer {
  const [response] = op.responses;
  const status = Number(response?.status);
  return response?.schema ? { status, headers: json, body: response.examples[0]?.value } : { status, headers: {}, body: undefined };
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
  // The body as it would arrive over HTTP.
  const body = mutated(chance, request.body);
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

function changedAnswer(chance: Chance, op: DeclaredOperation, answer: Answer): Answer {
  const way = chance();
  if (way < 0.05) return { ...answer, status: oneOf(chance, [200, 201, 202, 204, 207, 302, 404, 418, 500, 503]) };
  if (way < 0.12) return { ...answer, headers: { "content-type": oneOf(chance, otherTypes) } };
  if (way < 0.14) return { ...answer, headers: {} };
  if (way < 0.3) return { ...answer, headers: { ...answer.headers, [headerName(chance, op)]: oneOf(chance, headerValues) } };
  if (way < 0.33 || answer.body === undefined) return { ...answer, body: oneOf(chance, [undefined, null, "", 0, false, {}, []]) };
  return { ...answer, body: JSON.parse(JSON.stringify(mutated(chance, answer.body) ?? null)) };
}

function headerName(chance: Chance, op: DeclaredOperation): string {
  const names = op.responses.flatMap(({ headers }) => headers);
  return names.length === 0 || chance() < 0.05 ? "x-unknown" : oneOf(chance, names).toLowerCase();
}
