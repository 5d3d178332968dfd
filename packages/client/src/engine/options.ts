import type { Logger, LogLevel } from "./log.ts";
import type { RateLimit } from "./rateLimit.ts";
import type { Clock } from "./time.ts";

/** Options of a client or a single call. A call's options override the client's options. */
export interface RequestOptions {
  /**
   * Timeout of a single request in milliseconds, from sending the request to reading the whole response. If a call is retried, the timeout
   * applies to each attempt; use `deadlineMs` to limit the call as a whole. The timeout also applies to the access token source, separately
   * from the request. The minimum is 1. `Infinity` disables the timeout.
   *
   * After the timeout, the request is aborted and, if the operation allows it, retried. Otherwise the call rejects with a
   * `TimeoutError`.
   *
   * @default 30_000
   * @example
   * const client = createClient({ timeoutMs: 5_000 });
   * await client.domainsV1.list({}, { timeoutMs: 60_000 });
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Time limit for the whole call in milliseconds, including the access token source, rate limiting, retries and the delays between them.
   * After this time, the call rejects with a `TimeoutError`. Use this option if your own caller waits only a limited time.
   *
   * One deadline covers all requests of `chunked()` and all pages of `toArray()`. Iterating over items or pages starts a new
   * deadline for each page.
   *
   * @default Infinity
   * @example
   * await client.meetings.batchRead(parameters, { deadlineMs: 20_000 });
   */
  readonly deadlineMs?: number | undefined;
  /**
   * Maximum number of retries after a failed request. Reads and idempotent writes are retried after a connection error, a timeout, or a
   * 408, 423, 429, 477 or 5xx. Some other operations are retried only after a 423, 429 or 477, and a few are never retried. The delay grows
   * exponentially with random jitter, and honors `Retry-After` up to one minute. A 423, 429 or 477 with a longer `Retry-After` is not
   * retried. `0` disables retries.
   *
   * @default 2
   * @example
   * createClient({ maxRetries: 5 });
   */
  readonly maxRetries?: number | undefined;
  /**
   * Maximum size of a decompressed response body in bytes, counted while reading; at least 1. If a body is larger, the call rejects with a
   * `ParseError`. At most 1 MiB of an error response's body is read. Lower the limit where memory is scarce, for example on edge runtimes.
   *
   * @default 67_108_864
   * @example
   * createClient({ maxResponseBytes: 1_000_000 });
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Additional request headers. A call's headers override the client's headers with the same name. Values that may be secrets are removed
   * from errors. Use this option to identify your app, or for headers that a gateway requires.
   *
   * @default {}
   * @example
   * createClient({ headers: { "user-agent": "trail-desk/1.4" } });
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of a single call, passed after its parameters. */
export interface CallOptions extends RequestOptions {
  /**
   * Aborts the call, including pending delays, retries and further pages. The call rejects with an `AbortedError` whose `cause` is the
   * signal's reason. Use a signal to cancel a call whose result is no longer needed.
   *
   * @default no signal
   * @example
   * await client.domainsV1.list({}, { signal: AbortSignal.timeout(60_000) });
   */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `createClient` and `withOptions`. */
export interface ClientOptions extends RequestOptions {
  /**
   * Base URL of the service: `http` or `https`, a host, and optionally a port and path. A URL with credentials, a query or a hash
   * causes a `TypeError`.
   *
   * @default the default URL of the mock, `http://127.0.0.1:4010`
   * @example
   * createClient({ baseUrl: "https://api.example.com" });
   */
  readonly baseUrl?: string | undefined;
  /**
   * The access token, or a function that returns one for each request. Use `refreshTokenAuth` or `cachedToken` from
   * `@crm-platform/client/auth` to refresh tokens automatically. Operations that need no access token never receive it.
   *
   * A call rejects with a `TypeError` if the token is not a valid header value, or with the error that the function throws.
   *
   * @default no access token
   * @example
   * createClient({ accessToken: process.env.CRM_PLATFORM_TOKEN });
   */
  readonly accessToken?: string | AccessTokenSource | undefined;
  /**
   * Sends a request. Use this option for tests (`mock.fetch`), proxies or custom agents. Requests have `redirect: "manual"`; a redirect
   * causes an `ApiError`, because following it could leak the access token. An error that this function throws becomes a `NetworkError`.
   *
   * @default globalThis.fetch
   * @example
   * createClient({ baseUrl: mock.url, fetch: mock.fetch });
   */
  readonly fetch?: ((request: Request) => Response | Promise<Response>) | undefined;
  /**
   * Functions that wrap `fetch` for every attempt, for example for tracing or additional headers. The first one is the outermost.
   * An error that one of them throws becomes a `NetworkError`.
   *
   * @default []
   * @example
   * const timed: Middleware = async (request, next, { operationId }) => {
   *   console.time(operationId);
   *   return next(request).finally(() => console.timeEnd(operationId));
   * };
   * createClient({ middleware: [timed] });
   */
  readonly middleware?: readonly Middleware[] | undefined;
  /**
   * Delays requests to stay below a rate limit; see `rateLimiter`. Share one object among all clients that share a limit. Without it,
   * requests are delayed only after a 429.
   *
   * @default delays after a 429 only
   * @example
   * createClient({ rateLimit: rateLimiter({ requests: 100, intervalMs: 10_000 }) });
   */
  readonly rateLimit?: RateLimit | undefined;
  /**
   * Measures time and waits between attempts and after a 429. Use this option in tests, so that retries do not take real time. Timeouts of
   * requests and `rateLimiter` always use real time.
   *
   * @default real time
   * @example
   * let time = 0;
   * createClient({ clock: { now: () => time, sleep: async (milliseconds) => void (time += milliseconds) } });
   */
  readonly clock?: Clock | undefined;
  /**
   * Receives log messages, which contain operation ids, path templates, statuses and durations, but no request data. Errors that
   * the logger throws are ignored. Use this option to write messages to your own log.
   *
   * @default console
   * @example
   * createClient({ logger: { debug: log.debug, info: log.info, warn: log.warn } });
   */
  readonly logger?: Logger | undefined;
  /**
   * Minimum level of logged messages: `debug` (every response), `info` (every retry), `warn` (the first call of each deprecated
   * operation), or `off`.
   *
   * @default "warn"
   * @example
   * createClient({ logLevel: "debug" });
   */
  readonly logLevel?: LogLevel | undefined;
}

/** Options of `createConnection`: those of a client, with a required `baseUrl`. */
export interface ConnectionOptions extends ClientOptions {
  readonly baseUrl: string;
}

/** Returns the access token for a request; see `refreshTokenAuth` and `cachedToken` in `@crm-platform/client/auth`. */
export type AccessTokenSource = (need: AccessTokenNeed) => string | Promise<string>;

export interface AccessTokenNeed {
  /** The access token that was just rejected with a 401. If the function returns a different one, the request is sent again. */
  readonly rejected?: string | undefined;
}

/** Wraps `fetch` for one attempt. It can change the request or the response, or return a response without calling `next`. */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  context: MiddlewareContext,
) => Response | Promise<Response>;

export interface MiddlewareContext {
  /** The operation's id, for example `meetings.batchRead`. */
  readonly operationId: string;
  /** The path template. Use it instead of the URL in logs, because a path can contain a token. */
  readonly path: string;
  /** The number of the attempt, starting at 1. */
  readonly attempt: number;
}
