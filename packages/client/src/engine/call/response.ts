import { ApiError, type Attempted, type CallError, ParseError } from "../errors.ts";
import type { ErrorFields, Operation } from "../operation.ts";
import { redactor } from "../secrets.ts";
import { isObject } from "../values.ts";
import { type Parts, readBytes, readJson, readText } from "./body.ts";
import { readRetryAfter } from "./retry.ts";

export interface Received {
  readonly status: number;
  readonly data: unknown;
  readonly response: Response;
}

interface AttemptedOperation extends Attempted {
  readonly operation: Operation;
}

/** Any 2xx status is a success. Returns a failure as a `CallError`, so that the caller can distinguish it from other exceptions. */
export async function readResponse(response: Response, attempted: AttemptedOperation, maxBytes: number): Promise<Received | CallError> {
  const { ok, status } = response;
  if (!ok) return readFailure(response, attempted, Math.min(maxBytes, 2 ** 20));
  const [parts, isCut] = await readBytes(response, maxBytes);
  const { read = readJson } = attempted.operation;
  try {
    if (!isCut) return { status, data: read(parts, response), response };
  } catch {
    // The cause is omitted because its message quotes the body, which may contain a token.
  }
  return new ParseError(attempted, status, isCut ? `body exceeds maxResponseBytes (${maxBytes})` : "not the expected JSON");
}

async function readFailure(response: Response, attempted: AttemptedOperation, maxBytes: number): Promise<ApiError> {
  const { status, headers } = response;
  const { operation, secrets } = attempted;
  const hide = redactor(secrets);
  const [parts, isCut] = await readBytes(response, maxBytes).catch((): [Parts, boolean] => [[], false]);
  // Drop a tail that may be a truncated secret, which redaction would miss. An escaped character takes up to nine characters.
  const text = readText(parts).slice(0, (isCut && -9 * secrets.join("").length) || undefined);
  let fields: ErrorFields = {};
  let body: unknown;
  try {
    body = JSON.parse(text, (_, value) => {
      if (typeof value === "string") return hide(value);
      if (!isObject(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [hide(name), member]));
    });
    fields = Object(JSON.parse(text));
  } catch {
    // The body is not JSON.
    body = hide(text);
  }
  const specific = operation.knownError?.(fields, status);
  const { category, message, correlationId, policyName } = { ...fields, ...specific?.fields };
  // In `body`, the name `errors` may have been redacted.
  const errors: unknown = Object(body)[hide("errors")];
  const textOf = (value: unknown): string | undefined => (value && typeof value === "string" ? hide(value) : undefined);
  const facts = {
    status,
    category: textOf(category),
    correlationId: textOf(correlationId) ?? textOf(headers.get("x-correlation-id")),
    errors: Array.isArray(errors) ? errors : [],
    policyName: textOf(policyName),
    retryAfterMs: readRetryAfter(headers),
    body,
  };
  // Browsers hide the status of a redirect.
  const what = [status || "Redirect", facts.category].join(" ").trim();
  return new (specific?.type ?? ApiError)(attempted, what, textOf(message), facts);
}
