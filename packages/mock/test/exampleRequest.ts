import type { DeclaredOperation } from "./document.ts";

export interface RequestParts {
  /** The name of the examples to use. By default, uses the first examples and omits optional query parameters. */
  readonly example?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The values are already encoded. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly origin?: string;
}

export function exampleRequest(op: DeclaredOperation, parts: RequestParts = {}): Request {
  const { example, headers = {}, path = {}, query, origin = "http://mock.test" } = parts;
  const segment = (name: string): string => path[name] ?? encodeURIComponent(parameterValue(op, name, example) ?? "1");
  const url = new URL(origin + op.path.replaceAll(/\{(\w+)\}/g, (_, name) => segment(name)));
  for (const parameter of op.parameters.filter(({ place, isRequired }) => place === "query" && (isRequired || example !== undefined))) {
    for (const [name, value] of queryValues(op, parameter.name, example)) url.searchParams.set(name, value);
  }
  if (query !== undefined) url.search = query;
  const body = "body" in parts ? parts.body : (op.requests.find(({ name }) => name === example) ?? op.requests[0])?.value;
  const contentType = op.mediaType === undefined ? {} : { "content-type": op.mediaType };
  return new Request(url, {
    method: op.method,
    headers: { authorization: "Bearer demo-access-token-4815162", ...contentType, ...headers },
    body: op.mediaType === undefined || body === undefined ? null : encode(op.mediaType, body),
  });
}

function encode(mediaType: string, body: unknown): string {
  if (mediaType === "application/json") return JSON.stringify(body);
  return new URLSearchParams(body as Record<string, string>).toString();
}

/** Returns the names and values of a query parameter. The members of an object are separate values. */
function queryValues(op: DeclaredOperation, name: string, example: string | undefined): [string, string][] {
  const value = exampleValue(op, name, example);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return Object.entries(value);
  return value === undefined ? [] : [[name, [value].flat().join(",")]];
}

function parameterValue(op: DeclaredOperation, name: string, example: string | undefined): string | undefined {
  const value = exampleValue(op, name, example);
  return value === undefined ? undefined : [value].flat().join(",");
}

function exampleValue(op: DeclaredOperation, name: string, example: string | undefined): unknown {
  const examples = op.parameters.find((parameter) => parameter.name === name)?.examples ?? [];
  return (examples.find((one) => one.name === example) ?? examples[0])?.value;
}
