import type { ErrorBody, ErrorDetail, OAuthErrorBody } from "@crm-platform/types";
import { redactor } from "./secrets.ts";

export interface Attempted {
  readonly operation: { readonly id: string; readonly method: string; readonly path: string };
  readonly attempts: number;
  /** The secrets that were sent. They must not appear in errors. */
  readonly secrets: readonly string[];
}

// All copies of this package share this symbol.
const brand = Symbol.for("@crm-platform/client");

export type CallErrorName = "ApiError" | "OAuthError" | "ParseError" | "WindowError" | "NetworkError" | "TimeoutError" | "AbortedError";

/**
 * Base class of all call errors. Errors are safe to log: the message contains the path template instead of the path, and secrets that were
 * sent are removed from the message, the fields and the cause.
 */
export class CallError extends Error {
  declare readonly name: CallErrorName;
  /** The HTTP status, if there was a response. */
  declare readonly status: number | undefined;
  /** The operation's id, for example `meetings.batchRead`. */
  declare readonly operationId: string;
  /** The number of requests sent. */
  declare readonly attempts: number;

  constructor({ operation, attempts, secrets }: Attempted, what: unknown, detail = "", facts?: object) {
    super(`${what}: ${operation.method} ${operation.path}${detail && `: ${redactor(secrets)(detail)}`}`);
    Object.assign(this, { operationId: operation.id, attempts }, facts);
  }
}

/** The service returned an error status or a redirect. Redirects are not followed. */
export class ApiError extends CallError {
  override readonly name: "ApiError" | "OAuthError" = "ApiError";
  declare readonly status: number;
  /** The `category` of the error body, or the `error` of an OAuth error body; `undefined` if the body has neither. */
  declare readonly category: string | undefined;
  /** Quote this id when you contact support. */
  declare readonly correlationId: string | undefined;
  /** The individual problems. */
  declare readonly errors: readonly ErrorDetail[];
  /** The rate limit that caused a 429: `TEN_SECONDLY_ROLLING`, `SECONDLY` or `DAILY`. */
  declare readonly policyName: string | undefined;
  /** The value of `Retry-After`, in milliseconds. */
  declare readonly retryAfterMs: number | undefined;
  /** The parsed JSON body, or the body as a string if it is not JSON. */
  declare readonly body: unknown;
}

/** An OAuth operation returned an error; `category` is the `error` defined in RFC 6749, section 5.2, for example `invalid_grant`. */
export class OAuthError extends ApiError {
  override readonly name: "OAuthError" = "OAuthError";
}

/** The service returned a success status, but the body is invalid or larger than `maxResponseBytes`, or pagination makes no progress. */
export class ParseError extends CallError {
  override readonly name: "ParseError" = "ParseError";
  declare readonly status: number;

  constructor(attempted: Attempted, status: number, detail: string) {
    super(attempted, `Invalid ${status} response`, detail, { status });
  }
}

/**
 * An iteration has read all items that the service returns, but the list has more. The message says how to read the rest, for example by
 * filtering for greater ids.
 */
export class WindowError extends CallError {
  override readonly name: "WindowError" = "WindowError";
  declare readonly status: number;
}

/** The service could not be reached, the connection was lost before the end of the response, or middleware threw an error. */
export class NetworkError extends CallError {
  override readonly name: "NetworkError" = "NetworkError";
}

/** What takes too long: one request, the access token source, or the whole call. */
export type Timed = "Request" | "Access token source" | "Call";

/** A request or the access token source exceeded `timeoutMs`, or the whole call exceeded `deadlineMs`. */
export class TimeoutError extends CallError {
  override readonly name: "TimeoutError" = "TimeoutError";

  constructor(attempted: Attempted, what: Timed, milliseconds: number) {
    super(attempted, `${what} timed out after ${Math.ceil(milliseconds).toLocaleString("en")} ms`);
  }
}

/** The call's `signal` was aborted; `cause` is the signal's reason. */
export class AbortedError extends CallError {
  override readonly name: "AbortedError" = "AbortedError";
}

// The brand is set on the prototype, so that `inspect` and JSON do not show it.
Object.assign(CallError.prototype, { [brand]: true });

/** Also recognizes a call error from another copy of this package or another realm. Use the error's `name` to identify its class. */
export function isCallError(
  error: unknown,
): error is ApiError | OAuthError | ParseError | WindowError | NetworkError | TimeoutError | AbortedError {
  return Object(error)[brand] === true;
}

/** The categories in the document, and others that the service may return. */
export type ErrorCategory = ErrorBody["category"] | OAuthErrorBody["error"];

/** An `ApiError` with a known category. */
export type ApiErrorOf<Category extends string> = (ApiError | OAuthError) & {
  readonly category: Category;
  /** The body as the document defines it. */
  readonly body: Category extends Literal<OAuthErrorBody["error"]>
    ? OAuthErrorBody & { readonly error: Category }
    : ErrorBody & { readonly category: Category };
};

/** Removes `string & {}` from a union of strings. */
type Literal<Text extends string> = Text extends string ? (Record<never, never> extends Record<Text, unknown> ? never : Text) : never;

/**
 * Whether a call failed with an error status and, if a category is given, with that category. Also recognizes an error from another copy of
 * this package.
 *
 * @param category the `category` of the error body, or the `error` of an OAuth error body
 * @example
 * if (isApiError(error, "CONFLICT")) console.log(error.body.message);
 */
export function isApiError(error: unknown): error is ApiError | OAuthError;
export function isApiError<Category extends ErrorCategory>(error: unknown, category: Category): error is ApiErrorOf<Category>;
export function isApiError(error: unknown, category?: string): boolean {
  if (!isCallError(error) || !("category" in error)) return false;
  return category === undefined || error.category === category;
}
