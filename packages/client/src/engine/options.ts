import type { Logger, LogLevel } from "./log.ts";
import type { RateLimit } from "./rateLimit.ts";

/** What can be said of all calls, and of one. */
export interface RequestOptions {
  /** How long one request may take, with its answer. Default: 30,000. `Infinity`: for ever. */
  readonly timeoutMs?: number | undefined;
  /** How long the call may take in all, with its retries and all waiting. Default: `Infinity`. */
  readonly deadlineMs?: number | undefined;
  /** How often to send again what failed and may be repeated. Default: 2. */
  readonly maxRetries?: number | undefined;
  /**
   * Maximum size of a response body in bytes, counted while reading, after decompression. A larger one is a ParseError. Default:
   * 67,108,864 (64 MiB). Of the body of an error at most 1 MiB is read.
   */
  readonly maxResponseBytes?: number | undefined;
  /** Headers of the request. Those of a call replace those of the connection with the same name. Errors do not contain their secrets. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What is the same for every call of one operation: options beside its parameters. */
export interface CallOptions extends RequestOptions {
  /** Ends the call, whatever it waits for; it then rejects with an AbortedError. */
  readonly signal?: AbortSignal | undefined;
}

/** How to reach the service. */
export interface ClientOptions extends RequestOptions {
  /** `http:` or `https:`, host and port, and a path if the service has one; no credentials, no query. */
  readonly baseUrl?: string | undefined;
  /** The access token, or what gives one for each request. Operations that need none do without. */
  readonly accessToken?: string | AccessTokenSource | undefined;
  /** What sends a request, `globalThis.fetch` unless given. The mock's `fetch` fits. Requests ask it to follow no redirect. */
  readonly fetch?: ((request: Request) => Response | Promise<Response>) | undefined;
  /**
   * What every request passes on its way out, and its answer on the way back; the first is the outermost. What it throws is a
   * NetworkError of the call, as it is with `fetch`.
   */
  readonly middleware?: readonly Middleware[] | undefined;
  /** Makes requests wait; see `rateLimiter`. Without it only a 429 does. */
  readonly rateLimit?: RateLimit | undefined;
  /** Where to tell what happens. Default: `console`. */
  readonly logger?: Logger | undefined;
  /** The least that is told. Default: `warn`. */
  readonly logLevel?: LogLevel | undefined;
}

/** How to reach the service, and where it is. */
export interface ConnectionOptions extends ClientOptions {
  readonly baseUrl: string;
}

/** Gives the access token of each request; see `refreshTokenAuth` and `cachedToken` in `@crm-platform/client/auth`. */
export type AccessTokenSource = (need: AccessTokenNeed) => string | Promise<string>;

export interface AccessTokenNeed {
  /** The token that the service just refused with a 401. Give another one to have the request sent once more. */
  readonly refused?: string | undefined;
}

/** Stands between the client and `fetch`, once an attempt: it may change the request, the answer, or do without `next`. */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  context: MiddlewareContext,
) => Response | Promise<Response>;

export interface MiddlewareContext {
  /** For example `meetings.batchRead`. */
  readonly operationId: string;
  /** The path template. Name requests by it: a real path may hold a token. */
  readonly path: string;
  /** 1 for the first request of a call. */
  readonly attempt: number;
}
