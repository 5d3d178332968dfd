import type { ErrorBody, ErrorDetail, OAuthErrorBody } from "@crm-platform/types";
import type { Operation } from "./operation.ts";

/**
 * The service answered with a failure. The message names the operation by its path template, never by the real path: tokens
 * travel in paths here.
 */
export class ApiError extends Error {
  override readonly name: string = "ApiError";
  /** The HTTP status. */
  readonly status: number;
  /** The category of the error body, or the `error` of an OAuth answer; `undefined` when the body has neither. */
  readonly category: string | undefined;
  /** The id to quote when you ask support. */
  readonly correlationId: string | undefined;
  /** The problems one by one. */
  readonly errors: readonly ErrorDetail[];
  /** For example `meetings.batchRead`. */
  readonly operationId: string;
  /** The body as it came: parsed when it was JSON, else text. */
  readonly body: unknown;

  constructor(operation: Operation, response: Response, body: unknown) {
    const { category, error, message, error_description, correlationId, errors } = fields(body);
    const kind = category ?? error;
    const text = message ?? error_description;
    super(
      `${[response.status, kind].filter(Boolean).join(" ")}: ${operation.method} ${operation.path}${text === undefined ? "" : `: ${text}`}`,
    );
    this.status = response.status;
    this.category = kind;
    this.correlationId = correlationId ?? response.headers.get("x-correlation-id") ?? undefined;
    this.errors = Array.isArray(errors) ? errors : [];
    this.operationId = operation.id;
    this.body = body;
  }
}

/** The service said that it succeeded, and the body cannot be read. */
export class ParseError extends Error {
  override readonly name: string = "ParseError";
  readonly status: number;
  readonly operationId: string;

  constructor(operation: Operation, response: Response, cause: unknown) {
    super(`${response.status}: ${operation.method} ${operation.path}: the body is not the JSON that its content type says`, { cause });
    this.status = response.status;
    this.operationId = operation.id;
  }
}

type AnyErrorBody = Partial<Pick<ErrorBody, "category" | "message" | "correlationId" | "errors">> &
  Partial<Pick<OAuthErrorBody, "error" | "error_description">>;

/** Bodies of failures may come from anything between here and the service, so nothing in them is sure. */
function fields(body: unknown): AnyErrorBody {
  return typeof body === "object" && body !== null ? (body as AnyErrorBody) : {};
}
