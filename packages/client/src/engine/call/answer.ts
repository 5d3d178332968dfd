import type { ErrorBody, OAuthErrorBody } from "@crm-platform/types";
import { ApiError, type Attempted, type CallError, OAuthError, ParseError } from "../errors.ts";
import { redactor } from "../secrets.ts";
import { isObject } from "../values.ts";
import { readRetryAfter } from "./retry.ts";

/** A success: its status, the body as the document types it for that status, and the HTTP response. */
export interface Answer {
  readonly status: number;
  readonly data: unknown;
  readonly response: Response;
}

/** Maximum number of bytes that are read of the body of a failure. */
const maxErrorBytes = 2 ** 20;

/**
 * Reads an answer to its end. Any status of the 2xx range is a success.
 * @returns also what the answer fails the call with, so that nothing else that is thrown on the way is taken for it
 */
export async function readAnswer(response: Response, attempted: Attempted, maxBytes: number): Promise<Answer | CallError> {
  const { ok, status, headers } = response;
  if (!ok) return readFailure(response, attempted, Math.min(maxBytes, maxErrorBytes));
  const { answer: answers } = attempted.operation;
  const answer = typeof answers === "string" ? answers : (answers?.[status] ?? answers?.["2XX"]);
  const { parts, isCut } = await readBytes(response, maxBytes);
  if (isCut) return new ParseError(attempted, status, `the body is larger than maxResponseBytes (${maxBytes})`, { status });
  if (answer === "blob") return { status, data: new Blob([...parts], { type: headers.get("content-type") ?? "" }), response };
  const text = decode(parts);
  if (answer === "text") return { status, data: text, response };
  if (text === "" && (answer || status === 204 || status === 205)) return { status, data: undefined, response };
  try {
    const data: unknown = JSON.parse(text);
    if (answer || Object(data) === data) return { status, data, response };
  } catch {
    // Without the cause, whose message quotes the body: that may hold a token.
  }
  return new ParseError(attempted, status, "the body is not the promised JSON", { status });
}

interface Bytes {
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
  /** Whether there is more than what was read. */
  readonly isCut: boolean;
}

/** Reads a body to its end, or up to a limit that counts what is left of it after decompression. */
async function readBytes(response: Response, maxBytes: number): Promise<Bytes> {
  const reader = response.body?.getReader();
  // Some runtimes have no streams.
  if (!reader) return { parts: [new Uint8Array(await response.arrayBuffer())], isCut: false };
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let left = maxBytes;
  for (;;) {
    const { value } = await reader.read();
    if (!value) return { parts, isCut: false };
    left -= value.length;
    // As a negative index, `left` is the number of bytes beyond the limit.
    parts.push(left < 0 ? value.subarray(0, left) : value);
    if (left >= 0) continue;
    reader.cancel().catch(() => {});
    return { parts, isCut: true };
  }
}

function decode(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
}

/** Bodies of failures may come from anything between here and the service, so nothing in them is sure. */
type AnyErrorBody = Readonly<Partial<Record<keyof (ErrorBody & OAuthErrorBody), unknown>>>;

async function readFailure(response: Response, attempted: Attempted, maxBytes: number): Promise<ApiError> {
  const { status, headers } = response;
  const { secrets } = attempted;
  const hide = redactor(secrets);
  const textOf = (value: unknown): string | undefined => (value && typeof value === "string" ? hide(value) : undefined);
  // What the status says is worth more than a body that breaks off.
  const { parts, isCut } = await readBytes(response, maxBytes).catch(() => ({ parts: [], isCut: false }));
  const text = decode(parts);
  // Without what may be the beginning of a secret, which would not be recognized. Escaped, a character takes up to nine.
  const whole = isCut ? text.slice(0, Math.max(0, text.length - 9 * secrets.join("").length)) : text;
  const { fields, body } = readText(whole, hide);
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
