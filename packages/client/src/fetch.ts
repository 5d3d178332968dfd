import { AbortedError, ApiError, type Connection, type Operation, withIdempotencyKey } from "./engine/index.ts";
import * as operations from "./generated/operations.ts";

/**
 * Returns a function like the global `fetch` that sends requests through a connection: with its access token, rate limit, timeouts, size
 * limit and middleware, and with the retries that each operation allows. Use it in libraries that accept a `fetch`.
 *
 * As with `fetch`, an error status is a response, not an exception. Its body and headers are those of an `ApiError`: secrets that were sent are
 * removed from the body, and the only headers are `Content-Type`, `Retry-After` and `X-Correlation-Id`. The promise rejects with a
 * `NetworkError`, a `TimeoutError` or a `ParseError`, or with the reason of the request's signal.
 *
 * A request with an `Authorization` header of its own is sent with that header, and without the connection's access token.
 *
 * @throws TypeError for a URL outside the connection's base URL, if no operation has the method and path, or for a body that is neither JSON
 * nor a URL-encoded form; nothing is sent
 * @example
 * import createClient from "openapi-fetch";
 * import type { paths } from "@crm-platform/types";
 *
 * const connection = createConnection({ baseUrl: "https://api.example.com", accessToken });
 * const client = createClient<paths>({ baseUrl: connection.baseUrl, fetch: createFetch(connection) });
 * const { data, error } = await client.GET("/crm/objects/2026-03/{objectType}", { params: { path: { objectType: "contacts" } } });
 */
export function createFetch(connection: Connection): (input: Request | URL | string, init?: RequestInit) => Promise<Response> {
  const { baseUrl } = connection;
  return async (input, init) => {
    const request = new Request(typeof input === "string" && input.startsWith("/") ? baseUrl + input : input, init);
    const { signal } = request;
    const method = request.method.toUpperCase();
    const { pathname, origin, search, searchParams } = new URL(request.url);
    const prefix = new URL(baseUrl).pathname.replace(/\/$/, "");
    if (origin !== new URL(baseUrl).origin || !pathname.startsWith(`${prefix}/`))
      throw new TypeError(`the URL must start with ${baseUrl}; received ${origin}/${pathname.split("/")[1]}`);
    // The `Headers` of simulated browsers keep upper case.
    const headers = Object.fromEntries([...request.headers].map(([name, value]) => [name.toLowerCase(), value]));
    const { operation, ids } = operationAt(method, pathname.slice(prefix.length));
    const text = (await request.text()) || undefined;
    const fields = readFields(text, headers["content-type"]);
    const { idempotencyKey } = operation;
    const sent: Operation = {
      ...operation,
      // As with `fetch`, the caller's header takes precedence. The connection's token is not sent, so it is not renewed after a 401 either.
      ...(headers["authorization"] !== undefined && { authenticated: false }),
      prepare: (_, __, isRetried) => {
        const keyed = idempotencyKey && isRetried ? withIdempotencyKey(fields, idempotencyKey.path) : fields;
        return {
          search,
          headers,
          body: keyed === fields ? text : JSON.stringify(keyed),
          hasKey: keyed !== fields,
        };
      },
      read: (parts) => parts,
    };
    try {
      const { data, response } = await connection
        .call<{ status: number; data: Uint8Array<ArrayBuffer>[] }>(sent, ids, { ...valuesOf(searchParams), body: fields }, { signal })
        .withResponse();
      const { status } = response;
      const received = new Headers(response.headers);
      // The body is decompressed.
      for (const name of ["content-encoding", "content-length"]) received.delete(name);
      const body = new Blob(data);
      return new Response(body.size === 0 ? null : body, { status, headers: received });
    } catch (error) {
      if (error instanceof AbortedError) throw error.cause;
      // Browsers hide the status of a redirect.
      if (!(error instanceof ApiError) || error.status === 0) throw error;
      return errorResponse(error);
    }
  };
}

interface Route {
  readonly pattern: RegExp;
  readonly operation: Operation;
}

/** Literal segments take precedence over parameters. */
const routes: readonly Route[] = Object.values(operations)
  .map((operation: Operation) => ({
    pattern: RegExp(`^${operation.path.replaceAll(".", "\\.").replace(/\{[^{}]+\}/g, "([^/]+)")}$`),
    operation,
  }))
  .sort((one, other) => placeholders(one) - placeholders(other));

function placeholders({ operation }: Route): number {
  return operation.path.split("{").length;
}

function operationAt(method: string, path: string): { readonly operation: Operation; readonly ids: readonly string[] } {
  for (const { pattern, operation } of routes) {
    const match = operation.method === method && pattern.exec(path);
    if (match) return { operation, ids: match.slice(1).map(decodedId) };
  }
  // The rest of the path is omitted, because it may contain a token.
  throw new TypeError(
    `no operation has the method ${method} and this path, which starts with /${path.split("/")[1]}; see the list of operations`,
  );
}

function decodedId(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new TypeError("a segment of the path has a malformed percent-encoding; encode each id with encodeURIComponent");
  }
}

const formType = "application/x-www-form-urlencoded";

/** Returns the fields of a JSON or form body, in which the names of secrets are searched. Does not quote the body, because it may contain secrets. */
function readFields(text: string | undefined, contentType = ""): unknown {
  if (text === undefined) return undefined;
  const [mediaType = ""] = contentType.toLowerCase().split(";");
  if (mediaType.trim() === formType) return valuesOf(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    const received = mediaType ? `a body of the media type ${mediaType.trim()}` : "a body without a media type";
    throw new TypeError(`the body must be JSON (application/json) or a form (${formType}); received ${received} that is not JSON`);
  }
}

/** Returns all values of each name, because each of them can be a secret. */
function valuesOf(parameters: URLSearchParams): Record<string, string[]> {
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)]));
}

function errorResponse({ status, body, retryAfterMs, correlationId }: ApiError): Response {
  const isText = typeof body === "string";
  const headers = new Headers({ "content-type": isText ? "text/plain" : "application/json" });
  if (retryAfterMs !== undefined) headers.set("retry-after", String(Math.ceil(retryAfterMs / 1000)));
  if (correlationId !== undefined) headers.set("x-correlation-id", correlationId);
  // A response with the status 304 cannot have a body, not even an empty one.
  return new Response(status === 304 ? null : isText ? body : JSON.stringify(body), { status, headers });
}
