import { hash } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { operationTable } from "@crm-platform/types";
import { isObject } from "../../../contract/openapi/document.ts";
import { sensitiveNames } from "../../../contract/openapi/sensitive.ts";
import { crmPlatform } from "../../../crmPlatform.ts";
import { parsedJson } from "../../../http/parsedJson.ts";
import type { Parts } from "../../parts.ts";
import { cut } from "../components/text.tsx";

export interface Installed {
  /** The address of the mock, to which the app sends its requests. */
  readonly origin: string;
  readonly accountId: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly scopes: string;
  readonly optionalScopes: string;
  readonly usesPkce: boolean;
}

export interface Flow {
  readonly installed: Installed;
  readonly state: string;
  /** The PKCE code verifier, which is sent only if the app uses PKCE. */
  readonly verifier: string;
  /** The parameters that the consent page sent back. Missing parameters are empty strings. */
  returned?: { readonly isOurState: boolean; readonly code: string; readonly error: string; readonly description: string };
  exchange?: Promise<void>;
  exchanged?: Transcript;
  refreshed?: Transcript;
  introspected?: Transcript;
  revoked?: Transcript;
  refreshToken?: string;
}

export interface Transcript {
  readonly operationId: TokenOperation;
  readonly request: string;
  readonly response: string;
  /** 0 when there was no response. */
  readonly status: number;
}

type Fetch = Parts["fetch"];
type TokenOperation = "oauth.createToken" | "oauth.introspectToken" | "oauth.revokeToken";

export function installUrl({ installed, state, verifier }: Flow): string {
  const { clientId, redirectUri, scopes, optionalScopes, usesPkce } = installed;
  const optional = optionalScopes === "" ? {} : { optional_scopes: optionalScopes };
  const pkce = usesPkce ? { code_challenge: hash("sha256", verifier, "base64url"), code_challenge_method: "S256" } : {};
  return `/oauth/authorize?${new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, scopes, ...optional, state, ...pkce })}`;
}

export async function exchangeCode(flow: Flow, code: string, fetch: Fetch): Promise<void> {
  const { redirectUri, usesPkce } = flow.installed;
  const pkce: Record<string, string> = usesPkce ? { code_verifier: flow.verifier } : {};
  const grant = { grant_type: "authorization_code", code, redirect_uri: redirectUri, ...pkce };
  flow.exchanged = await send(flow, "oauth.createToken", grant, fetch);
}

export async function refreshAccessToken(flow: Flow, refreshToken: string, fetch: Fetch): Promise<void> {
  flow.refreshed = await send(flow, "oauth.createToken", { grant_type: "refresh_token", refresh_token: refreshToken }, fetch);
}

export async function introspectToken(flow: Flow, token: string, fetch: Fetch): Promise<void> {
  flow.introspected = await send(flow, "oauth.introspectToken", { token }, fetch);
}

export async function revokeToken(flow: Flow, token: string, fetch: Fetch): Promise<void> {
  flow.revoked = await send(flow, "oauth.revokeToken", { token }, fetch);
}

async function send(flow: Flow, operationId: TokenOperation, given: Readonly<Record<string, string>>, fetch: Fetch): Promise<Transcript> {
  const { clientId, clientSecret, origin } = flow.installed;
  const { host } = new URL(origin);
  const { path } = operationTable[operationId];
  const form = { ...given, client_id: clientId, client_secret: clientSecret };
  const fields = Object.entries(form).map(([name, value]) => `${name}=${isSecret(name) ? masked(value) : encodeURIComponent(value)}`);
  const head = [`POST ${path} HTTP/1.1`, `Host: ${host}`, "Content-Type: application/x-www-form-urlencoded"];
  const request = [...head, "", fields.join("&\n")].join("\n");
  const response = await fetch(new Request(origin + path, { method: "POST", body: new URLSearchParams(form) })).catch((error: unknown) => {
    if (error instanceof TypeError) return undefined;
    throw error;
  });
  const text = await response?.text().catch(() => undefined);
  if (!response || text === undefined) return { operationId, request, response: "The connection was closed.", status: 0 };
  const body = parsedJson(text);
  if (isObject(body) && typeof body["refresh_token"] === "string") flow.refreshToken = body["refresh_token"];
  return { operationId, request, response: responseText(response, body), status: response.status };
}

/** Hides all characters except the last four and, in a token, the account id that follows them. */
export function masked(secret: string): string {
  return secret.length > 16 ? `••••${/.{4}(?:-\d{1,12})?$/.exec(secret)?.[0] ?? ""}` : "••••";
}

const maxBodyLength = 1_000;
const shownHeaders = ["content-type", "deprecation", "sunset", "retry-after", "www-authenticate"];

function responseText({ status, headers }: Response, body: unknown): string {
  const fields = shownHeaders.flatMap((name) => (headers.has(name) ? [`${name}: ${headers.get(name)}`] : []));
  const mask = (value: unknown) => (typeof value === "string" ? masked(value) : "••••");
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...fields];
  if (body === "") return head.join("\n");
  const text = JSON.stringify(body, (name, value) => (name !== "" && isSecret(name) ? mask(value) : value), 2);
  const shown = cut(text, maxBodyLength);
  return [...head, "", shown === text ? text : `${shown}…`].join("\n");
}

function isSecret(name: string): boolean {
  return sensitiveNames(crmPlatform()).has(name) || name === "code" || name === "code_verifier";
}
