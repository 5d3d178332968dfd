import type { ErrorBody, OAuthErrorBody } from "@crm-platform/types";
import { ApiError, type Attempted, type CallError, OAuthError, ParseError } from "../errors.ts";
import { redactor } from "../secrets.ts";
import { isObject } from "../values.ts";
import { readRetryAfter } from "./retry.ts";

export interface Received {
  readonly status: number;
  readonly data: unknown;
  readonly response: Response;
}

const maxErrorBytes = 2 ** 20;

/**
 * Reads a response. Any 2xx status is a success.
 * @returns the error of the call instead of throwing it, so that the caller can distinguish it from other exceptions
 */
export async function readResponse(response: Response, attempted: Attempted, maxBytes: number): Promise<Received | CallError> {
  const { ok, status, headers } = response;
  if (!ok) return readFailure(response, attempted, Math.min(maxBytes, maxErrorBytes));
  const { bodyKind } = attempted.operation;
  const kind = typeof bodyKind === "string" ? bodyKind : (bodyKind?.[status] ?? bodyKind?.["2XX"]);
  const { parts, isCut } = await readBytes(response, maxBytes);
  if (isCut) return new ParseError(attempted, status, `body exceeds maxResponseBytes (${maxBytes})`);
  if (kind === "blob") return { status, data: new Blob([...parts], { type: headers.get("content-type") ?? "" }), response };
  const text = decode(parts);
  if (kind === "text") return { status, data: text, response };
  if (text === "" && (kind || status === 204 || status === 205)) return { status, data: undefined, response };
  try {
    const data: unknown = JSON.parse(text);
    if (kind || Object(data) === data) return { status, data, response };
  } catch {
    // The cause is omitted because its message quotes the body, which may contain a token.
  }
  return new ParseError(attempted, status, "not the expected JSON");
}

interface Bytes {
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
  readonly isCut: boolean;
}

/** Reads a body up to a limit, which applies after decompression. */
async function readBytes(response: Response, maxBytes: number): Promise<Bytes> {
  const reader = response.body?.getReader();
  // Some runtimes do not support streams.
  if (!reader) return { parts: [new Uint8Array(await response.arrayBuffer())], isCut: false };
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let left = maxBytes;
  for (;;) {
    const { value } = await reader.read();
    if (!value) return { parts, isCut: false };
    left -= value.length;
    // A negative `left` removes the bytes beyond the limit.
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

/** Error bodies may come from a proxy, so every field is unknown. */
type AnyErrorBody = Readonly<Partial<Record<keyof (ErrorBody & OAuthErrorBody), unknown>>>;

async function readFailure(response: Response, attempted: Attempted, maxBytes: number): Promise<ApiError> {
  const { status, headers } = response;
  const { secrets } = attempted;
  const hide = redactor(secrets);
  const textOf = (value: unknown): string | undefined => (value && typeof value === "string" ? hide(value) : undefined);
  const { parts, isCut } = await readBytes(response, maxBytes).catch(() => ({ parts: [], isCut: false }));
  const text = decode(parts);
  // Drop a tail that may be a truncated secret, which redaction would miss. An escaped character takes up to nine characters.
  const whole = isCut ? text.slice(0, Math.max(0, text.length - 9 * secrets.join("").length)) : text;
  const { fields, body } = readText(whole, hide);
  const { category, error, message, error_description, correlationId, errors, policyName } = fields;
  // RFC 6749, section 5.2. Other error bodies, for example from a proxy, may also have an `error` field.
  const isOAuth = attempted.operation.id.startsWith("oauth") && status < 500 && typeof error === "string" && category === undefined;
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
  // Browsers hide the status of a redirect.
  const what = kind ? `${status} ${kind}` : status || "Redirect";
  return new (isOAuth ? OAuthError : ApiError)(attempted, what, textOf(message) ?? textOf(error_description), facts);
}

type Hide = (text: string) => string;

/** Parses a body as JSON if possible. `body` is redacted, `fields` are not. */
function readText(text: string, hide: Hide): { fields: AnyErrorBody; body: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return { fields: Object(value), body: hideIn(value, hide) };
  } catch {
    return { fields: {}, body: hide(text) };
  }
}

function hideIn(value: unknown, hide: Hide): unknown {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map((item) => hideIn(item, hide));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [hide(name), hideIn(member, hide)]));
}
