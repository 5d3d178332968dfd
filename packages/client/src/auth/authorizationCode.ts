import type { TokenResponse } from "@crm-platform/types";
import type { ConnectionOptions } from "../engine/index.ts";
import { tokenRequests } from "./tokenRequest.ts";

export interface AuthorizeUrlOptions {
  /** Scheme, host and port, and a path if the service has one. */
  readonly baseUrl: string;
  readonly clientId: string;
  /** One of the redirect URIs of the app, letter by letter. */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** Scopes that the tokens get where the account can give them. */
  readonly optionalScopes?: readonly string[];
  /** A random text that comes back with the code (RFC 6749, section 10.12). Keep it in the session of the user; see `randomState`. */
  readonly state: string;
  /** The challenge from `pkce()` (RFC 7636). The exchange of the code then needs its verifier. */
  readonly codeChallenge?: string;
}

/** The address to send the user to, who then decides what the app may do. */
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
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

/** A state that nobody can guess: 256 random bits. */
export function randomState(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** A verifier to keep beside the state, and the challenge made of it (RFC 7636, section 4). Needs a secure context. */
export async function pkce(): Promise<{ readonly codeVerifier: string; readonly codeChallenge: string }> {
  const codeVerifier = randomState();
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(codeVerifier));
  return { codeVerifier, codeChallenge: base64Url(new Uint8Array(hash)) };
}

/**
 * The code in the address that the user came back to; its path and query are enough.
 * @throws Error when the user refused, when the state is empty or not the one that was sent, or when it is no address
 */
export function codeFromCallback(callbackUrl: string | URL, state: string): string {
  const base = "http://localhost";
  // Told here, because what URL says of a bad address holds the code.
  if (!URL.canParse(String(callbackUrl), base)) throw new Error("The callback is no address.");
  const parameters = new URL(callbackUrl, base).searchParams;
  // An empty state proves nothing: everyone knows it.
  if (!state || parameters.get("state") !== state)
    throw new Error("The state of the callback is not the one that was sent; the answer may be forged.");
  const code = parameters.get("code");
  if (code) return code;
  throw new Error(`The callback has no code: ${[parameters.get("error"), parameters.get("error_description")].filter(Boolean).join(", ")}`);
}

export interface ExchangeCodeOptions extends ConnectionOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly code: string;
  /** The verifier from `pkce()`. Required if and only if `authorizeUrl` got its challenge. */
  readonly codeVerifier?: string;
}

/**
 * Exchanges a code for the first tokens of an installation. A code works once, so this is never repeated.
 * @throws OAuthError when the code or the client is refused; ParseError when the answer has no access token
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
