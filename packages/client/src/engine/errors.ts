import type { ErrorDetail } from "@crm-platform/types";
import type { Operation } from "./operation.ts";
import { redactor } from "./secrets.ts";

/** The call that a failure belongs to. */
export interface Attempted {
  readonly operation: Operation;
  /** How many requests were made. */
  readonly attempts: number;
  /** Everything that was sent and is not for others to read. */
  readonly secrets: readonly string[];
}

// The same in every copy of this package.
const brand = Symbol.for("@crm-platform/client CallError");

export type CallErrorName = "ApiError" | "OAuthError" | "ParseError" | "NetworkError" | "TimeoutError" | "AbortedError";

/**
 * What a call fails with. The message names the operation by its path template, never by the real path; and no secret that
 * was sent stands in the message, in the fields or in the cause, so it can be logged as it is.
 */
export class CallError extends Error {
  declare readonly name: CallErrorName;
  /** The HTTP status, when the service answered. */
  declare readonly status: number | undefined;
  /** For example `meetings.batchRead`. */
  declare readonly operationId: string;
  /** How many requests were made. */
  declare readonly attempts: number;

  constructor({ operation, attempts, secrets }: Attempted, what: unknown, detail = "", facts?: object) {
    super(`${what}: ${operation.method} ${operation.path}${detail && `: ${redactor(secrets)(detail)}`}`);
    Object.assign(this, { operationId: operation.id, attempts }, facts);
  }
}

/** The service answered with a failure. */
export class ApiError extends CallError {
  override readonly name: "ApiError" | "OAuthError" = "ApiError";
  declare readonly status: number;
  /** The category of the error body, or the `error` of an OAuth answer; `undefined` when the body has neither. */
  declare readonly category: string | undefined;
  /** The id to quote when you ask support. */
  declare readonly correlationId: string | undefined;
  /** The problems one by one. */
  declare readonly errors: readonly ErrorDetail[];
  /** The limit that a 429 is about: `TEN_SECONDLY_ROLLING`, `SECONDLY` or `DAILY`. */
  declare readonly policyName: string | undefined;
  /** How long the service asks to wait, in milliseconds. */
  declare readonly retryAfterMs: number | undefined;
  /** The body: parsed when it was JSON, else text. */
  declare readonly body: unknown;
}

/** A failure that an OAuth operation answers with: `category` is the `error` of RFC 6749, section 5.2, for example `invalid_grant`. */
export class OAuthError extends ApiError {
  override readonly name: "OAuthError" = "OAuthError";
}

/** The service said that it succeeded, and its answer cannot be used: it is not what was promised, or its pages lead in a circle. */
export class ParseError extends CallError {
  override readonly name: "ParseError" = "ParseError";
  declare readonly status: number;
}

/** The service could not be reached, or the connection ended before the answer did, or middleware threw something. */
export class NetworkError extends CallError {
  override readonly name: "NetworkError" = "NetworkError";
}

/** An attempt took longer than `timeoutMs`, or the whole call longer than `deadlineMs`. */
export class TimeoutError extends CallError {
  override readonly name: "TimeoutError" = "TimeoutError";
}

/** The `signal` of the call ended it; the cause is the reason of the signal. */
export class AbortedError extends CallError {
  override readonly name: "AbortedError" = "AbortedError";
}

// On the prototype, where neither `inspect` nor JSON shows it.
Object.defineProperty(CallError.prototype, brand, { value: true });

/**
 * Tells whether something is a failure of a call, also when it comes from another copy of this package or another realm. Its
 * `name` then tells which.
 */
export function isCallError(error: unknown): error is ApiError | OAuthError | ParseError | NetworkError | TimeoutError | AbortedError {
  return Object(error)[brand] === true;
}
