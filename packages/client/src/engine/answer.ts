import type { ErrorBody, OAuthErrorBody } from "@crm-platform/types";
import { ApiError, type Attempted, type CallError, OAuthError, ParseError } from "./errors.ts";
import { redactor } from "./redact.ts";
import { readRetryAfter } from "./retry.ts";
import { isObject } from "./values.ts";

/** A success: its status, the body as the document types it for that status, and the HTTP response. */
export interface Answer {
  readonly status: number;
  readonly data: unknown;
  readonly response: Response;
}

/**
 * Reads an answer to its end. Any status of the 2xx range is a success.
 * @returns also what the answer fails the call with, so that nothing else that is thrown on the way is taken for it
 */
export async function readAnswer(response: Response, attempted: Attempted): Promise<Answer | CallError> {
  const { ok, status } = response;
  if (!ok) return readFailure(response, attempted);
  const { answer: answers } = attempted.operation;
  const answer = typeof answers === "string" ? answers : (answers?.[status] ?? answers?.["2XX"]);
  if (answer === "text" || answer === "blob") return { status, data: await response[answer](), response };
  const text = await response.text();
  if (text === "" && (answer || status === 204 || status === 205)) return { status, data: undefined, response };
  try {
    const data: unknown = JSON.parse(text);
    if (answer || Object(data) === data) return { status, data, response };
  } catch {
    // Without the cause, whose message quotes the body: that may hold a token.
  }
  return new ParseError(attempted, status, "the body is not the promised JSON", { status });
}

/** Bodies of failures may come from anything between here and the service, so nothing in them is sure. */
type AnyErrorBody = Readonly<Partial<Record<keyof (ErrorBody & OAuthErrorBody), unknown>>>;

async function readFailure(response: Response, attempted: Attempted): Promise<ApiError> {
  const { status, headers } = response;
  const hide = redactor(attempted.secrets);
  const textOf = (value: unknown): string | undefined => (value && typeof value === "string" ? hide(value) : undefined);
  // What the status says is worth more than a body that breaks off.
  const { fields, body } = readText(await response.text().catch(() => ""), hide);
  const { category, error, message, error_description, correlationId, errors, policyName } = fields;
  // RFC 6749, section 5.2. Others say `error`, too: a proxy, for example, which is no reason to give up a refresh token.
  const isOAuth = attempted.operation.id.startsWith("oauth.") && status < 500 && typeof error === "string" && category === undefined;
  const kind = textOf(isOAuth ? error : category);
  const facts = {
    status,
    category: kind,
    correlationId: textOf(correlationId) ?? textOf(headers.get("x-correlation-id")),
    errors: Array.isArray(errors) ? hideIn(errors, hide) : [],
    policyName: textOf(policyName),
    retryAfterMs: readRetryAfter(headers),
    body,
  };
  // A browser tells nothing of a redirect, not even its status.
  const what = kind ? `${status} ${kind}` : status || "Redirect";
  return new (isOAuth ? OAuthError : ApiError)(attempted, what, textOf(message) ?? textOf(error_description), facts);
}

type Hide = (text: string) => string;

/** The body, JSON when it is that, else the text itself, without what was sent as a secret; and its fields as they came. */
function readText(text: string, hide: Hide): { fields: AnyErrorBody; body: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return { fields: Object(value), body: hideIn(value, hide) };
  } catch {
    return { fields: {}, body: hide(text) };
  }
}

/** A JSON value without the secrets in its texts and names. */
function hideIn(value: unknown, hide: Hide): unknown {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map((item) => hideIn(item, hide));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [hide(name), hideIn(member, hide)]));
}
