import { STATUS_CODES } from "node:http";
import { operationTable } from "@crm-platform/types";
import { isObject } from "../../../contract/openapi/document.ts";
import { type SensitiveNames, sensitiveNames } from "../../../contract/openapi/sensitive.ts";
import { crmPlatform } from "../../../crmPlatform.ts";
import type { Parts } from "../../parts.ts";
import { cut } from "../components/text.tsx";

/** An app in an account, and what it asks for. */
export interface Installed {
  readonly accountId: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly optionalScopes: readonly string[];
}

/** How far somebody has come, with the secrets that an app would keep on its server. */
export interface Flow {
  readonly installed: Installed;
  readonly state: string;
  /** What came back from the consent page; each text is empty where it did not come. */
  returned?: { readonly isOurState: boolean; readonly code: string; readonly error: string; readonly description: string };
  /** Set as soon as the code is being exchanged. */
  exchange?: Promise<void>;
  exchanged?: Transcript;
  /** The last refresh. */
  refreshed?: Transcript;
  refreshToken?: string;
}

/** A request and its response as text, secrets left out but for their last characters. */
export interface Transcript {
  readonly request: string;
  readonly response: string;
  /** 0 when no response came. */
  readonly status: number;
}

type Fetch = Parts["fetch"];

export function installUrl({ installed, state }: Flow): string {
  const { clientId, redirectUri, scopes, optionalScopes } = installed;
  const optional = optionalScopes.length === 0 ? {} : { optional_scopes: optionalScopes.join(" ") };
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, scopes: scopes.join(" "), ...optional, state });
  return `/oauth/authorize?${query}`;
}

export async function exchangeCode(flow: Flow, code: string, fetch: Fetch): Promise<void> {
  const grant = { grant_type: "authorization_code", code, redirect_uri: flow.installed.redirectUri };
  flow.exchanged = await askForTokens(flow, grant, fetch);
}

export async function refreshAccessToken(flow: Flow, refreshToken: string, fetch: Fetch): Promise<void> {
  flow.refreshed = await askForTokens(flow, { grant_type: "refresh_token", refresh_token: refreshToken }, fetch);
}

/** Asks the token endpoint as the app would, and writes down what was said. */
async function askForTokens(flow: Flow, grant: Readonly<Record<string, string>>, fetch: Fetch): Promise<Transcript> {
  const { clientId, clientSecret, redirectUri } = flow.installed;
  const { origin, host } = new URL(redirectUri);
  const { path } = operationTable["oauth.createToken"];
  const form = { ...grant, client_id: clientId, client_secret: clientSecret };
  const fields = Object.entries(form).map(([name, value]) => `${name}=${isSecret(name) ? masked(value) : encodeURIComponent(value)}`);
  const head = [`POST ${path} HTTP/1.1`, `Host: ${host}`, "Content-Type: application/x-www-form-urlencoded"];
  const request = [...head, "", fields.join("&\n")].join("\n");
  const answer = await fetch(new Request(origin + path, { method: "POST", body: new URLSearchParams(form) })).catch((error: unknown) => {
    if (error instanceof TypeError) return undefined;
    throw error;
  });
  const text = await answer?.text().catch(() => undefined);
  if (!answer || text === undefined) return { request, response: "The connection was cut.", status: 0 };
  const body = parsed(text);
  if (isObject(body) && typeof body["refresh_token"] === "string") flow.refreshToken = body["refresh_token"];
  return { request, response: writtenResponse(answer, body), status: answer.status };
}

/**
 * A secret as people may see it: its last four characters, by which they tell it from another one, and the number of the account
 * behind them, in which all tokens end.
 */
export function masked(secret: string): string {
  return secret.length > 16 ? `••••${/.{4}(?:-\d{1,12})?$/.exec(secret)?.[0] ?? ""}` : "••••";
}

// More than people read of an example.
const maxBodyLength = 1_000;
const shownHeaders = ["content-type", "deprecation", "sunset", "retry-after", "www-authenticate"];

function writtenResponse({ status, headers }: Response, body: unknown): string {
  const fields = shownHeaders.flatMap((name) => (headers.has(name) ? [`${name}: ${headers.get(name)}`] : []));
  const text = JSON.stringify(body, (name, value) => (name !== "" && isSecret(name) ? maskedAny(value) : value), 2);
  const shown = cut(text, maxBodyLength);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...fields, "", shown === text ? text : `${shown}…`].join("\n");
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
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
