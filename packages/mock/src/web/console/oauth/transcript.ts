import { STATUS_CODES } from "node:http";
import { isObject } from "../../../contract/openapi/document.ts";
import { type SensitiveNames, sensitiveNames } from "../../../contract/openapi/sensitive.ts";
import { crmPlatform } from "../../../crmPlatform.ts";
import { cut } from "../cut.tsx";

/** A request and its answer as text, secrets left out but for their last characters. */
export interface Transcript {
  readonly request: string;
  readonly response: string;
  /** 0 when no answer came. */
  readonly status: number;
}

export interface Asked {
  readonly method: "GET" | "POST" | "DELETE";
  /** With `{token}` where the token goes. */
  readonly path: string;
  readonly token?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly accessToken?: string;
}

export interface Told {
  readonly transcript: Transcript;
  /** Empty when the answer is no JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
}

export type Ask = (asked: Asked) => Promise<Told>;

// More than people read of an example; the cookie of a flow may have room for less.
const maxCharacters = 1_000;
const shownHeaders = ["content-type", "deprecation", "sunset", "retry-after", "www-authenticate"];

/** Sends requests to the mock as an app would, and writes down what was said. @param origin of the mock, without a path */
export function askAt(origin: string, fetch: (request: Request) => Promise<Response>): Ask {
  return async (asked) => {
    const request = writtenRequest(asked, origin);
    const answer = await fetch(requestOf(asked, origin)).catch((error: unknown) => {
      if (error instanceof TypeError) return undefined;
      throw error;
    });
    const text = await answer?.text().catch(() => undefined);
    if (!answer || text === undefined) return { transcript: { request, response: "The connection was cut.", status: 0 }, body: {} };
    const body = parsed(text);
    return { transcript: { request, response: writtenResponse(answer, body), status: answer.status }, body: isObject(body) ? body : {} };
  };
}

/**
 * A secret as people may see it: its last four characters, by which they tell it from another one, and the number of the account
 * behind them, in which all tokens end.
 */
export function masked(secret: string): string {
  return secret.length > 16 ? `••••${/.{4}(?:-\d{1,12})?$/.exec(secret)?.[0] ?? ""}` : "••••";
}

function requestOf({ method, path, token = "", form, accessToken }: Asked, origin: string): Request {
  const headers: Record<string, string> = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
  const body = form === undefined ? null : new URLSearchParams(form);
  return new Request(origin + path.replace("{token}", encodeURIComponent(token)), { method, headers, body });
}

function writtenRequest({ method, path, token = "", form, accessToken }: Asked, origin: string): string {
  const lines = [`${method} ${path.replace("{token}", masked(token))} HTTP/1.1`, `Host: ${new URL(origin).host}`];
  if (accessToken !== undefined) lines.push(`Authorization: Bearer ${masked(accessToken)}`);
  if (form === undefined) return lines.join("\n");
  const fields = Object.entries(form).map(([name, value]) => `${name}=${isSecret(name) ? masked(value) : encodeURIComponent(value)}`);
  return [...lines, "Content-Type: application/x-www-form-urlencoded", "", fields.join("&\n")].join("\n");
}

function writtenResponse({ status, headers }: Response, body: unknown): string {
  const fields = shownHeaders.flatMap((name) => (headers.has(name) ? [`${name}: ${headers.get(name)}`] : []));
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...fields];
  if (body === undefined) return lines.join("\n");
  const text = JSON.stringify(body, (name, value) => (name !== "" && isSecret(name) ? maskedAny(value) : value), 2);
  const shown = cut(text, maxCharacters);
  return [...lines, "", shown === text ? text : `${shown}…`].join("\n");
}

function maskedAny(value: unknown): unknown {
  return typeof value === "string" ? masked(value) : "••••";
}

let sensitive: SensitiveNames | undefined;

function isSecret(name: string): boolean {
  sensitive ??= sensitiveNames(crmPlatform);
  return sensitive.has(name) || name === "code";
}

function parsed(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
