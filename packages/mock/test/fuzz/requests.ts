import { gzipSync } from "node:zlib";
import type { ErrorObject } from "ajv/dist/2020.js";
import { type Chance, mutate, oneOf, parameterText } from "../contract/oracleMutations.ts";
import type { DeclaredOperation, DeclaredParameter } from "../document.ts";
import type { Api } from "./apis.ts";
import type { Values } from "./values.ts";

export interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Whether the body is sent in chunks, or with a wrong length. */
  readonly framing: "length" | "chunks" | "wrong length";
  /** Whether the request calls its operation in the usual way. Otherwise, it may call another one, or none. */
  readonly isPlain: boolean;
  /** What the document says about the parameters and the body. It is unclear whether a changed parameter is valid. */
  readonly contract: "valid" | "invalid" | "unclear";
}

interface Source {
  readonly api: Api;
  readonly chance: Chance;
  readonly values: Values;
  readonly authorization: string | undefined;
}

type Contract = FuzzRequest["contract"];

/** Returns a valid request, or one whose body, parameters or transmission are changed. */
export function requestTo(operation: DeclaredOperation, source: Source): FuzzRequest {
  const { chance, authorization } = source;
  const way = chance();
  const [isBodyChanged, areParametersChanged, isWireChanged] = [way < 0.35, way > 0.25 && way < 0.5, way > 0.47 && way < 0.65];
  const body = bodyFor(operation, source, isBodyChanged);
  const { target, contract } = targetFor(operation, source, areParametersChanged);
  const request: FuzzRequest = {
    method: operation.method,
    target,
    headers: [
      ...(authorization === undefined ? [] : [["authorization", authorization] as const]),
      ...(body.bytes.length === 0 ? [] : [["content-type", operation.mediaType ?? ""] as const]),
    ],
    body: body.bytes,
    framing: "length",
    isPlain: true,
    contract: contract === "unclear" || body.contract === "unclear" ? "unclear" : body.contract,
  };
  return isWireChanged ? { ...oneOf(chance, wireChanges)(request, chance), isPlain: false } : request;
}

function bodyFor(operation: DeclaredOperation, { api, chance, values }: Source, isChanged: boolean) {
  const { mediaType, isBodyRequired, requests } = operation;
  if (mediaType === undefined || (!isBodyRequired && chance() < 0.2)) return { bytes: new Uint8Array(), contract: "valid" as const };
  const example = requests.length > 0 && chance() < 0.4 ? oneOf(chance, requests).value : values.for(api.document, operation.body);
  const valid = operation.id === "records.search" && chance() < 0.3 ? searchBody(chance) : example;
  const body = isChanged ? mutate(chance, valid) : valid;
  if (mediaType === "application/json") {
    const text = JSON.stringify(body) ?? "";
    // Long delays of faults would only slow the run down.
    const sent = operation.id === "faults.create" ? text.replaceAll(/("milliseconds":)[1-9]\d+(?=[,}])/g, "$15") : text;
    return { bytes: bytes(sent), contract: sent === "" ? ("unclear" as const) : contractOf(api, operation.bodySchema, JSON.parse(sent)) };
  }
  const fields = typeof body === "object" && body !== null ? Object.entries(body).map(([name, value]) => [name, String(value)]) : [];
  const isText = fields.every(([, value]) => value !== "");
  const form = Object.fromEntries(fields);
  const contract = isText && !isChanged ? contractOf(api, operation.bodySchema, form) : ("unclear" as const);
  return { bytes: bytes(new URLSearchParams(form).toString()), contract };
}

function contractOf(api: Api, pointer: string, value: unknown): Contract {
  const validate = api.validator(pointer);
  if (validate(value)) return "valid";
  return validate.errors?.every(mayBeAccepted) ? "unclear" : "invalid";
}

/** The real service may accept a missing list of histories, and ids, cursors and values that are not strings. */
function mayBeAccepted({ keyword, params, instancePath }: ErrorObject): boolean {
  if (keyword === "required") return params["missingProperty"] === "propertiesWithHistory";
  return keyword === "type" && /\/(id|after|properties\/[^/]+)$/.test(instancePath);
}

/** Searches with many words and patterns, which are expensive. */
function searchBody(chance: Chance): object {
  const listOf = <Item>(max: number, item: () => Item) => Array.from({ length: 1 + Math.floor(chance() * max) }, item);
  const word = () => Math.floor(chance() * 36).toString(36);
  const pattern = () => oneOf(chance, ["", "*"]) + word() + oneOf(chance, ["", "*"]);
  const propertyName = oneOf(chance, ["email", "firstname", "subject", "dealname", "hs_meeting_title"]);
  const operators = ["CONTAINS_TOKEN", "NOT_CONTAINS_TOKEN", "NEQ", "HAS_PROPERTY"];
  const filter = () => ({ propertyName, operator: oneOf(chance, operators), value: pattern() });
  return {
    filterGroups: listOf(5, () => ({ filters: listOf(3, filter) })),
    query: [...listOf(5, pattern), ...listOf(200, word)].join(" "),
  };
}

function targetFor(operation: DeclaredOperation, source: Source, isChanged: boolean): { target: string; contract: Contract } {
  const { chance } = source;
  const { parameters } = operation;
  const changed = isChanged && parameters.length > 0 ? oneOf(chance, parameters) : undefined;
  let contract: Contract = changed === undefined ? "valid" : "unclear";
  const textFor = (parameter: DeclaredParameter): string => {
    const { value, isClear } = parameterFor(parameter, source);
    if (!isClear) contract = "unclear";
    return parameter === changed ? ([parameterText(chance)].flat()[0] ?? "") : [value].flat().map(plainText).join(",");
  };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const parameter = parameters.find((one) => one.place === "path" && one.name === name) as DeclaredParameter;
    // URL parsers remove empty segments, and segments such as `..`.
    return encoded(textFor(parameter)).replace(/^\.*$/, "x");
  });
  const query = parameters
    .filter(({ place, isRequired }) => place === "query" && (isRequired || chance() < (parameters.length > 10 ? 0.1 : 0.5)))
    .flatMap((parameter) => {
      if (parameter.schema["type"] !== "object") return [[parameter.name, textFor(parameter)]];
      return Object.entries(parameterFor(parameter, source).value as object).map(([name, value]) => [name, plainText(value)]);
    });
  const unknown = changed && chance() < 0.2 ? [[oneOf(chance, ["unknown", "LIMIT", "__proto__", "limit[]"]), "1"]] : [];
  const search = [...query, ...unknown].map(([name = "", text = ""]) => `${encoded(name)}=${encoded(text)}`).join("&");
  return { target: search === "" ? path : `${path}?${search}`, contract };
}

function parameterFor({ name, schema, pointer, examples }: DeclaredParameter, { api, chance, values }: Source) {
  if (name === "waitFor") return { value: 0, isClear: true };
  const value = examples.length > 0 && chance() < 0.4 ? oneOf(chance, examples).value : values.for(api.document, schema, name);
  const texts = [value].flat().map(plainText);
  const isClear = texts.length > 0 && texts.every((text) => /^[!-~]+$/.test(text) && !/[,./]/.test(text));
  return { value, isClear: isClear && api.validator(pointer)(value) };
}

/** `String` throws for objects without a prototype, and for those that have a field called `toString`. */
function plainText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Replaces lone surrogates, like browsers. */
function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\ufffd"));
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

type WireChange = (request: FuzzRequest, chance: Chance) => FuzzRequest;

const wireChanges: readonly WireChange[] = [
  (request, chance) => ({ ...request, method: oneOf(chance, methods) }),
  (request, chance) => ({ ...request, target: oneOf(chance, targets)(request.target) }),
  (request, chance) => withHeader(request, ...oneOf(chance, headers)),
  (request, chance) => withHeader(request, "content-type", oneOf(chance, contentTypes)),
  (request, chance) => ({ ...request, body: oneOf(chance, bodies)(request.body) }),
  (request) => withHeader({ ...request, body: gzipSync(request.body) }, "content-encoding", "gzip"),
  (request, chance) => ({ ...request, framing: chance() < 0.2 ? "wrong length" : "chunks" }),
  (request) => ({ ...request, headers: [...request.headers, ...request.headers] }),
];

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "post", "PROPFIND", "CONNECT", "QUERY"];

const targets: readonly ((target: string) => string)[] = [
  (target) => `${target}/`,
  (target) => `/${target}`,
  (target) => target.replace("/", "/x/../"),
  (target) => target.replace("/", "/%2e%2e/"),
  (target) => target.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (target) => target.toUpperCase(),
  ...["%zz", "%ff", "%00"].map((end) => (target: string) => `${target.split("?")[0]}${end}`),
  (target) => target.replaceAll("/", "%2F"),
  (target) => `http://elsewhere.example${target}`,
  (target) => `${target}#fragment`,
  (target) => `${target}?&&=&==&a=%zz&b=%ff&\u00e9`,
  (target) => `${target}/${"x".repeat(9000)}`,
  (target) => target.replaceAll("/", "\\"),
  (target) => target.slice(1),
  ...["*", "/", "/openapi.json", "/hubdb/api/v2/tables", "/__mock/v1/nothing", "/__mock/v1/accounts/1"].map((target) => () => target),
  () => "/oauth/authorize?client_id=x&redirect_uri=y&scopes=tickets",
];

const headers: readonly (readonly [string, string])[] = [
  ["accept", "text/html"],
  ["origin", "https://page.example"],
  ["x-forwarded-for", "203.0.113.7"],
  ...["100-continue", "200-ok"].map((value) => ["expect", value] as const),
  ...["page.example", "", "a b", "[::1"].map((value) => ["host", value] as const),
  ["x-large", "x".repeat(20_000)],
  ["range", "bytes=0-1"],
  ["transfer-encoding", "gzip"],
  ...["identity", "zstd"].map((value) => ["content-encoding", value] as const),
  ["content-length", "-1"],
  ["upgrade", "h2c"],
  ["access-control-request-method", "POST"],
  ["x-latin", "caf\u00e9"],
  // Statuses of service failures would count as findings. Generated data without a seed differs between processes.
  ...["code=404", "code=999", "code=x", "example=unknown", "dynamic=true, seed=7", "="].map((value) => ["prefer", value] as const),
];

const contentTypes = [
  ...['APPLICATION/JSON;CHARSET="UTF-8"', "application/json; charset=latin1", "application/json;", "application/problem+json"],
  ...["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "json", "/", ""],
];

const bodies: readonly ((body: Uint8Array) => Uint8Array)[] = [
  () => new Uint8Array(),
  (body) => body.slice(0, Math.floor(body.length / 2)),
  (body) => Uint8Array.from([0xef, 0xbb, 0xbf, ...body]),
  (body) => Uint8Array.from([...body, 0xff]),
  (body) => Uint8Array.from([...body, 0x00]),
  (body) => Buffer.from(Buffer.from(body).toString("utf8"), "utf16le"),
  () => bytes("[".repeat(5000) + "]".repeat(5000)),
  (body) => bytes(textOf(body).replace(/:\s*/, `:${"[".repeat(3000)}${"]".repeat(3000)},"x":`)),
  () => bytes('{"inputs":[{"id":1e400}],"inputs":[{"id":"\\ud800"}],"__proto__":{"a":1},"constructor":null}'),
  () => bytes(`[${"1,".repeat(100_001)}1]`),
  () => bytes("a=1&a=2&%zz=%ff&grant_type=refresh_token&grant_type=authorization_code&=&&client_id"),
  (body) => bytes(textOf(body).replaceAll('":"', '":"\\u0000')),
  (body) => bytes(textOf(body).replaceAll('":"', '":"\\ud83d')),
];

function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString("utf8");
}

function withHeader(request: FuzzRequest, name: string, value: string): FuzzRequest {
  return { ...request, headers: [...request.headers.filter(([other]) => other !== name), [name, value]] };
}
