import type { ErrorBody, OAuthErrorBody } from "@crm-platform/types";
import { ApiError, type Attempted, OAuthError, ParseError } from "./errors.ts";
import { redact } from "./redact.ts";
import { readRetryAfter } from "./retry.ts";

/** A success: its status, the body as the document types it for that status, and the HTTP response. */
export interface Answer {
  readonly status: number;
  readonly data: unknown;
  readonly response: Response;
}

/** Reads an answer to its end. Any status of the 2xx range is a success. @throws ApiError, OAuthError, ParseError */
export async function readAnswer(response: Response, attempted: Attempted): Promise<Answer> {
  const { ok, status } = response;
  if (!ok) throw await readFailure(response, attempted);
  const { answer } = attempted.operation;
  const body = await response[answer ?? "text"]();
  try {
    return { status, data: answer ? body : body ? JSON.parse(body as string) : undefined, response };
  } catch {
    // Without the cause, whose message quotes the body: that may hold a token.
    throw new ParseError(attempted, status, "the body is not JSON", { status });
  }
}

/** Bodies of failures may come from anything between here and the service, so nothing in them is sure. */
type AnyErrorBody = Partial<ErrorBody & OAuthErrorBody>;

async function readFailure(response: Response, attempted: Attempted): Promise<ApiError> {
  const { status, headers } = response;
  // What the status says is worth more than a body that breaks off.
  const body = readText(await response.text().catch(String), attempted.secrets);
  const { category, error, message, error_description, correlationId, errors, policyName }: AnyErrorBody = Object(body);
  const kind = category ?? error;
  const facts = {
    status,
    category: kind,
    correlationId: correlationId ?? headers.get("x-correlation-id") ?? undefined,
    errors: Array.isArray(errors) ? errors : [],
    policyName,
    retryAfterMs: readRetryAfter(headers),
    body,
  };
  const what = kind ? `${status} ${kind}` : status;
  return new (error ? OAuthError : ApiError)(attempted, what, String(message ?? error_description ?? ""), facts);
}

/** JSON when it is that, else the text itself; without what was sent as a secret. */
function readText(text: string, secrets: readonly string[]): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => (typeof value === "string" ? redact(value, secrets) : value));
  } catch {
    return redact(text, secrets);
  }
}
