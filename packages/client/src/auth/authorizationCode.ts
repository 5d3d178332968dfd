import type { TokenResponse } from "@crm-platform/types";
import { type TokenConnectionOptions, tokenRequests } from "./tokenRequest.ts";

export interface AuthorizeUrlOptions {
  /** Base URL of the service. */
  readonly baseUrl: string;
  readonly clientId: string;
  /** Must exactly match one of the app's redirect URIs. */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** Scopes that are granted only if they are available to the app and the user does not deselect them. */
  readonly optionalScopes?: readonly string[];
  /** A random value that is returned with the code (RFC 6749, section 10.12). Store it in the user's session; see `randomState`. */
  readonly state: string;
  /** The challenge from `pkce()` (RFC 7636). `exchangeCode` then requires its verifier. */
  readonly codeChallenge?: string;
}

/**
 * Returns the install URL (the authorization URL of OAuth), where the user approves the app.
 *
 * @throws TypeError if `baseUrl` is not an absolute URL, or if an option is missing
 * @example
 * const state = randomState();
 * const url = authorizeUrl({ baseUrl, clientId, redirectUri, scopes: ["content"], state });
 */
export function authorizeUrl(options: AuthorizeUrlOptions): string {
  const { baseUrl, clientId, redirectUri, scopes, optionalScopes = [], state, codeChallenge } = options;
  const url = new URL(`${baseUrl.replace(/\/$/, "")}/oauth/authorize`);
  const fields = {
    client_id: clientId,
    redirect_uri: redirectUri,
    scopes: scopes.join(" "),
    ...(optionalScopes.length > 0 && { optional_scopes: optionalScopes.join(" ") }),
    state,
    ...(codeChallenge !== undefined && { code_challenge: codeChallenge, code_challenge_method: "S256" }),
  };
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== "string") throw new TypeError(`authorizeUrl: ${name} must be a string; received ${typeof value}`);
    url.searchParams.set(name, value);
  }
  return url.href;
}

/** Returns an unguessable `state`: 256 random bits in base64url. */
export function randomState(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** Generates a code verifier and its challenge (RFC 7636, section 4). Store the verifier with the state. Requires a secure context. */
export async function pkce(): Promise<{ readonly codeVerifier: string; readonly codeChallenge: string }> {
  const codeVerifier = randomState();
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(codeVerifier));
  return { codeVerifier, codeChallenge: base64Url(new Uint8Array(hash)) };
}

/**
 * Returns the authorization code from a callback URL, which may consist of only a path and a query.
 * @throws Error if the user denied access, if the state is empty or does not match, or if the URL is invalid
 */
export function codeFromCallback(callbackUrl: string | URL, state: string): string {
  const base = "http://localhost";
  // The URL is checked here, because the error from `new URL` would contain the code.
  if (!URL.canParse(String(callbackUrl), base)) throw new Error("The callback URL is invalid");
  const parameters = new URL(callbackUrl, base).searchParams;
  // An attacker can send an empty state.
  if (!state || parameters.get("state") !== state) throw new Error("The callback's state does not match; the callback may be forged");
  const code = parameters.get("code");
  if (code) return code;
  throw new Error(
    `The callback contains no code: ${[parameters.get("error"), parameters.get("error_description")].filter(Boolean).join(", ")}`,
  );
}

export interface ExchangeCodeOptions extends TokenConnectionOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly code: string;
  /** The verifier from `pkce()`, if its challenge was passed to `authorizeUrl`. */
  readonly codeVerifier?: string;
}

/**
 * Exchanges a code for the first tokens of an installation. The request is never retried, because a code can be used only once.
 * @throws OAuthError if the code or the client is rejected; ParseError if the response has no access token
 */
export async function exchangeCode(options: ExchangeCodeOptions): Promise<TokenResponse> {
  const { clientId, clientSecret, redirectUri, code, codeVerifier, ...connectionOptions } = options;
  const request = tokenRequests(connectionOptions, {});
  const tokens = await request({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    client_id: clientId,
    client_secret: clientSecret,
    code_verifier: codeVerifier,
  });
  return tokens as TokenResponse;
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
