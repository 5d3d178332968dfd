import type { ErrorDetail } from "@crm-platform/types";
import type { Operation } from "./operation.ts";
import { redact } from "./redact.ts";

/** The call that a failure belongs to. */
export interface Attempted {
  readonly operation: Operation;
  /** How many requests were made. */
  readonly attempts: number;
  /** Everything that was sent and is not for others to read. */
  readonly secrets: readonly string[];
}

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
    super(`${what}: ${operation.method} ${operation.path}${detail && `: ${redact(detail, secrets)}`}`);
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

/** A failure of the OAuth operations: `category` is the `error` of RFC 6749, section 5.2, for example `invalid_grant`. */
export class OAuthError extends ApiError {
  override readonly name: "OAuthError" = "OAuthError";
}

/** The service said that it succeeded, and its answer cannot be used: its JSON is broken, or its pages lead in a circle. */
export class ParseError extends CallError {
  override readonly name: "ParseError" = "ParseError";
  declare readonly status: number;
}

/** The service could not be reached, or the connection ended before the answer did. */
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

/** Tells whether something is a failure of a call, also when it comes from another copy of this package or another realm. */
export function isCallError(error: unknown): error is CallError {
  const { name, operationId } = Object(error);
  return operationId !== undefined && /Error$/.test(name);
}
