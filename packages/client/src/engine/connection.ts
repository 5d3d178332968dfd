import createFetchClient from "openapi-fetch";
import { asCall, type Call, type CallOptions, type Result } from "./call.ts";
import { ApiError, ParseError } from "./errors.ts";
import type { Operation, PathValue } from "./operation.ts";
import { sortParameters, writeBody, writeQuery } from "./request.ts";

/** Where the service is, and how to reach it. */
export interface ConnectionOptions {
  /** Scheme, host and port, and a path if the service has one. */
  readonly baseUrl: string;
  /** The access token, or a function that gives one for each request. Operations that need none do without. */
  readonly accessToken?: string | (() => string | Promise<string>);
  /** What sends a request, `globalThis.fetch` unless given. The mock's `fetch` fits. */
  readonly fetch?: (request: Request) => Response | Promise<Response>;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What runs operations. The functions of an area take it as their first argument. */
export interface Connection {
  /**
   * @throws ApiError when the service answers with a failure, ParseError when it answers with broken JSON, TypeError when an
   * argument cannot be sent, and what `fetch` throws when the service cannot be reached.
   */
  call<Success extends Result>(operation: Operation, ids: readonly PathValue[], parameters: unknown, options?: CallOptions): Call<Success>;
}

/** openapi-fetch types a call by the document it is given; here the operation is data, and generated code has the types. */
type Send = (method: string, path: string, init: object) => Promise<{ readonly error?: unknown; readonly response: Response }>;

/**
 * Makes a connection. Nothing is sent, and nothing is loaded, before the first call.
 * @throws TypeError when `baseUrl` is no absolute URL
 */
export function createConnection(options: ConnectionOptions): Connection {
  // Told here, because what fetch says of a bad address holds the whole path, and tokens travel in paths.
  if (!URL.canParse(options.baseUrl))
    throw new TypeError(`baseUrl is expected to be an absolute URL such as https://api.example.com, not "${options.baseUrl}".`);
  // Making openapi-fetch's client makes Node load its HTTP stack, 35 ms that an import should not cost.
  let send: Send | undefined;

  async function run(
    operation: Operation,
    ids: readonly PathValue[],
    parameters: unknown,
    call: CallOptions,
  ): Promise<Result & { response: Response }> {
    const { path, query, headers, body } = sortParameters(operation, ids, parameters);
    const authorization = await authorizationOf(operation, options);
    send ??= createFetchClient({ baseUrl: options.baseUrl }).request as unknown as Send;
    const { response, error } = await send(operation.method, operation.path, {
      params: { path, query },
      querySerializer: (values: Readonly<Record<string, unknown>>) => writeQuery(operation.query, values),
      headers: { ...authorization, ...options.headers, ...headers, ...bodyHeaders(operation, body), ...call.headers },
      body,
      bodySerializer: (value: unknown) => writeBody(operation.body?.mediaType ?? "", value),
      // Read late, so that a fetch that is put in place after the client counts.
      fetch: options.fetch ?? ((request: Request) => globalThis.fetch(request)),
      // The engine reads the body itself: it has to know whether it was JSON, and where it broke.
      parseAs: "stream",
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    });
    if (!response.ok) throw new ApiError(operation, response, error);
    return { status: response.status, data: await readBody(operation, response), response };
  }

  return {
    call<Success extends Result>(
      operation: Operation,
      ids: readonly PathValue[],
      parameters: unknown,
      call: CallOptions = {},
    ): Call<Success> {
      // The document says what a success of this operation looks like; the engine takes its word.
      return asCall(run(operation, ids, parameters, call) as Promise<Success & { response: Response }>);
    },
  };
}

async function authorizationOf({ authenticated }: Operation, { accessToken }: ConnectionOptions): Promise<Record<string, string>> {
  if (!authenticated || accessToken === undefined) return {};
  const token = typeof accessToken === "string" ? accessToken : await accessToken();
  // What fetch says of a bad header holds its value.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new TypeError("The access token is empty, or has characters that a header cannot carry.");
  return { authorization: `Bearer ${token}` };
}

function bodyHeaders({ body }: Operation, value: unknown): Record<string, string> {
  // A multipart type needs its boundary, which only fetch knows.
  const isOurs = body !== undefined && value !== undefined && body.mediaType !== "multipart/form-data";
  return isOurs ? { "content-type": body.mediaType } : {};
}

async function readBody(operation: Operation, response: Response): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  if (response.status === 204 || response.status === 205) return undefined;
  if (type.includes("json")) {
    const text = await response.text();
    try {
      return text === "" ? undefined : JSON.parse(text);
    } catch (error) {
      throw new ParseError(operation, response, error);
    }
  }
  if (type.startsWith("text/")) return response.text();
  const bytes = await response.blob();
  return bytes.size === 0 ? undefined : bytes;
}
