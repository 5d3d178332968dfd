import { gzipSync } from "node:zlib";
import { type Chance, mutated, oneOf, parameterText } from "../contract/oracleMutations.ts";
import type { ApiOperation, ApiParameter } from "./apis.ts";
import type { Pool } from "./pool.ts";
import { valueFor } from "./values.ts";

export interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | undefined;
  /** With `lie`, the body is sent with a wrong length. */
  readonly framing: "length" | "chunks" | "lie";
}

/** The fraction of requests that are sent unchanged and are therefore valid. */
const unchanged = 0.35;

export interface Recipe {
  readonly chance: Chance;
  readonly pool: Pool;
  readonly authorization: string | undefined;
}

export function requestTo(operation: ApiOperation, recipe: Recipe): FuzzRequest {
  const { chance, authorization } = recipe;
  const way = chance();
  const breaks = { body: way > unchanged && way < 0.7, parameters: way > 0.6 && way < 0.88, wire: way > 0.85 };
  const body = operation.body && bodyFor(operation, recipe, breaks.body || (operation.parameters.length === 0 && breaks.parameters));
  const form = operation.body?.mediaType === "application/x-www-form-urlencoded";
  const request: FuzzRequest = {
    method: operation.method,
    target: targetFor(operation, recipe, breaks.parameters || (operation.body === undefined && breaks.body)),
    headers: [
      ...(authorization === undefined ? [] : [["authorization", authorization] as const]),
      ...(body === undefined ? [] : [["content-type", operation.body?.mediaType ?? ""] as const]),
    ],
    body: body === undefined ? undefined : form ? formBytes(body) : bytes(JSON.stringify(body)),
    framing: "length",
  };
  return breaks.wire ? oneOf(chance, wireChanges)(request, chance) : request;
}

function bodyFor(operation: ApiOperation, { chance, pool }: Recipe, breaks: boolean): unknown {
  const { schema, examples = [], required } = operation.body ?? {};
  if (!required && chance() < 0.2) return undefined;
  const { document } = operation.api;
  if (operation.id === "records.search" && !breaks && chance() < 0.4) return searchBody(chance);
  const source = { chance, document, pool };
  const good = examples.length > 0 && chance() < 0.4 ? oneOf(chance, examples) : valueFor(source, schema, "");
  if (!breaks) return good;
  return chance() < 0.06 ? oneOf<unknown>(chance, [null, "", 0, false, "x", 5, true, [], {}, undefined]) : mutated(chance, good);
}

function searchBody(chance: Chance): unknown {
  const listOf = <Item>(max: number, item: () => Item) => Array.from({ length: 1 + Math.floor(chance() * max) }, item);
  const word = () => Math.floor(chance() * 36).toString(36);
  const pattern = () => oneOf(chance, ["", "*"]) + word() + oneOf(chance, ["", "*"]);
  const propertyName = oneOf(chance, ["email", "firstname", "subject", "dealname", "hs_meeting_title"]);
  const operators = ["CONTAINS_TOKEN", "NOT_CONTAINS_TOKEN", "NEQ", "HAS_PROPERTY"];
  const filter = () => ({ propertyName, operator: oneOf(chance, operators), value: pattern() });
  const query = [...listOf(5, pattern), ...listOf(200, word)].join(" ");
  return { filterGroups: listOf(5, () => ({ filters: listOf(3, filter) })), query };
}

function formBytes(body: unknown): Uint8Array {
  const fields = typeof body === "object" && body !== null ? Object.entries(body) : [];
  const texts = fields.flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, typeof one === "object" ? "" : String(one)]),
  );
  return bytes(new URLSearchParams(texts).toString());
}

function targetFor(operation: ApiOperation, recipe: Recipe, breaks: boolean): string {
  const { chance } = recipe;
  const broken = breaks && operation.parameters.length > 0 ? oneOf(chance, operation.parameters) : undefined;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const parameter = operation.parameters.find((one) => one.place === "path" && one.name === name) as ApiParameter;
    const text = parameter === broken ? ([parameterText(chance)].flat()[0] ?? "x") : parameterFor(operation, parameter, recipe);
    return encoded(text === "" ? "x" : text);
  });
  const query = operation.parameters
    .filter(({ place, required }) => place === "query" && (required || chance() < (operation.parameters.length > 10 ? 0.1 : 0.5)))
    .filter((parameter) => parameter !== broken)
    .flatMap((parameter) => queryFor(operation, parameter, recipe));
  const wrong = broken?.place === "query" ? [parameterText(chance) ?? []].flat().map((text) => [broken.name, text] as const) : [];
  const unknown = breaks && chance() < 0.1 ? [[oneOf(chance, ["unknown", "LIMIT", "__proto__", "limit[]"]), "1"] as const] : [];
  const written = [...query, ...wrong, ...unknown].map(([name, text]) => `${encoded(name)}=${encoded(text)}`);
  return written.length === 0 ? path : `${path}?${written.join("&")}`;
}

/** Returns a query parameter. The members of an object are separate parameters. */
function queryFor(operation: ApiOperation, parameter: ApiParameter, recipe: Recipe): readonly (readonly [name: string, text: string])[] {
  const { name, schema } = parameter;
  if (schema["type"] !== "object") return [[name, parameterFor(operation, parameter, recipe)]];
  return Object.entries(parameterValue(operation, parameter, recipe) as object).map(([member, value]) => [member, textOf(value)]);
}

function parameterFor(operation: ApiOperation, parameter: ApiParameter, recipe: Recipe): string {
  return textOf(parameterValue(operation, parameter, recipe));
}

function parameterValue({ api }: ApiOperation, { schema, name, examples }: ApiParameter, { chance, pool }: Recipe): unknown {
  if (examples.length > 0 && chance() < 0.4) return oneOf(chance, examples);
  return valueFor({ chance, document: api.document, pool }, schema, name);
}

function textOf(value: unknown): string {
  return [value].flat().map(String).join(",");
}

/** Percent-encodes a string and, like browsers, replaces lone surrogates. */
function encoded(text: string): string {
  // URL parsers remove segments such as `..` from a path.
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\ufffd")).replaceAll(/^\.+$/g, "dots");
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

type WireChange = (request: FuzzRequest, chance: Chance) => FuzzRequest;

const wireChanges: readonly WireChange[] = [
  ...Array.from({ length: 5 }, (): WireChange => (request, chance) => ({ ...request, method: oneOf(chance, methods) })),
  ...Array.from({ length: 8 }, (): WireChange => (request, chance) => ({ ...request, target: oneOf(chance, targets)(request.target) })),
  ...Array.from({ length: 8 }, (): WireChange => (request, chance) => withHeader(request, ...oneOf(chance, headers))),
  ...Array.from({ length: 4 }, (): WireChange => (request, chance) => withHeader(request, "content-type", oneOf(chance, contentTypes))),
  ...Array.from({ length: 2 }, (): WireChange => (request, chance) => withHeader(request, "prefer", oneOf(chance, preferences))),
  ...Array.from(
    { length: 8 },
    (): WireChange => (request, chance) => ({ ...request, body: oneOf(chance, bodies)(request.body ?? bytes("{}")) }),
  ),
  (request) => withHeader({ ...request, body: gzipSync(request.body ?? bytes("{}")) }, "content-encoding", "gzip"),
  (request) => ({ ...request, framing: "chunks" }),
  (request, chance) => ({ ...request, framing: chance() < 0.2 ? "lie" : "chunks" }),
  (request) => ({ ...request, headers: [...request.headers, ...request.headers] }),
];

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "post", "PROPFIND", "CONNECT", "QUERY"];

const targets: readonly ((target: string) => string)[] = [
  (target) => `${target}/`,
  (target) => `/${target}`,
  (target) => target.replace("/", "/./"),
  (target) => target.replace("/", "/x/../"),
  (target) => target.replace("/", "/%2e%2e/"),
  (target) => target.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (target) => target.toUpperCase(),
  (target) => `${target.split("?")[0]}%zz`,
  (target) => `${target.split("?")[0]}%ff`,
  (target) => `${target.split("?")[0]}%00`,
  (target) => target.replaceAll("/", "%2F"),
  (target) => `http://elsewhere.example${target}`,
  (target) => `${target}#fragment`,
  (target) => `${target}?`,
  (target) => `${target}?&&=&==&a=%zz&b=%ff&\u00e9`,
  (target) => `${target}/${"x".repeat(9000)}`,
  (target) => target.replaceAll("/", "\\"),
  (target) => target.slice(1),
  () => "*",
  () => "/",
  () => "/openapi.json",
  () => "/oauth/authorize?client_id=x&redirect_uri=y&scopes=tickets",
  () => "/hubdb/api/v2/tables",
  () => "/__mock/v1/nothing",
  () => "/__mock/v1/accounts/1",
];

const headers: readonly (readonly [string, string])[] = [
  ["accept", "text/html"],
  ["accept", "*/*;q=0"],
  ["accept-encoding", "br"],
  ["origin", "https://page.example"],
  ["x-forwarded-for", "203.0.113.7"],
  ["expect", "100-continue"],
  ["expect", "200-ok"],
  ["host", "page.example"],
  ["host", ""],
  ["host", "a b"],
  ["host", "[::1"],
  ["x-large", "x".repeat(20_000)],
  ["cookie", "a=b"],
  ["if-none-match", "*"],
  ["range", "bytes=0-1"],
  ["transfer-encoding", "gzip"],
  ["content-encoding", "identity"],
  ["content-encoding", "zstd"],
  ["content-length", "-1"],
  ["upgrade", "h2c"],
  ["access-control-request-method", "POST"],
  ["x-latin", "caf\u00e9"],
];

const contentTypes = [
  "application/json; charset=utf-8",
  'APPLICATION/JSON;CHARSET="UTF-8"',
  "application/json; charset=latin1",
  "application/json;",
  "application/problem+json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain",
  "json",
  "/",
  "",
];

// Statuses of service failures are omitted, because they would count as findings.
const preferences = [
  "code=404",
  "code=200",
  "code=999",
  "code=x",
  "example=unknown",
  "dynamic=true",
  "dynamic=true, seed=7",
  "x",
  "=",
  "respond-async",
];

const bodies: readonly ((body: Uint8Array) => Uint8Array | undefined)[] = [
  () => undefined,
  () => new Uint8Array(),
  (body) => body.slice(0, Math.floor(body.length / 2)),
  (body) => Uint8Array.from([0xef, 0xbb, 0xbf, ...body]),
  (body) => Uint8Array.from([...body, 0xff]),
  (body) => Uint8Array.from([...body, 0x00]),
  (body) => Buffer.from(Buffer.from(body).toString("utf8"), "utf16le"),
  () => bytes("[".repeat(5000) + "]".repeat(5000)),
  () => bytes(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`),
  (body) =>
    bytes(
      Buffer.from(body)
        .toString("utf8")
        .replace(/:\s*/, `:${"[".repeat(3000)}${"]".repeat(3000)},"x":`),
    ),
  () => bytes('{"inputs":[{"id":1e400}],"inputs":[{"id":"\\ud800"}],"__proto__":{"a":1},"constructor":null}'),
  () => bytes(`{"__proto__":${"1".repeat(400)}}`),
  () => bytes(`[${"1,".repeat(100_001)}1]`),
  () => bytes("a=1&a=2&%zz=%ff&grant_type=refresh_token&grant_type=authorization_code&=&&client_id"),
  (body) => bytes(Buffer.from(body).toString("utf8").replaceAll('":"', '":"\\u0000')),
  (body) => bytes(Buffer.from(body).toString("utf8").replaceAll('":"', '":"\\ud83d')),
];

function withHeader(request: FuzzRequest, name: string, value: string): FuzzRequest {
  return { ...request, headers: [...request.headers.filter(([other]) => other !== name), [name, value]] };
}
