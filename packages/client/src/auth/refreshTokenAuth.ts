import type { TokenResponse } from "@crm-platform/types";
import type { AccessTokenNeed } from "../engine/index.ts";
import { type CachedToken, type CachedTokenOptions, cachedToken, type ObtainedToken } from "./cachedToken.ts";
import { type TokenConnectionOptions, type Tokens, tokenRequests } from "./tokenRequest.ts";

export interface RefreshTokenAuthOptions extends TokenConnectionOptions, CachedTokenOptions {
  /** The client id of the app. */
  readonly clientId: string;
  /** The client secret of the app. Errors and logs do not contain it. */
  readonly clientSecret: string;
  /** The refresh token of the installation, from `exchangeCode` or the last `onRefresh`. */
  readonly refreshToken: string;
  /** The access token obtained together with the refresh token. @default none; the first call refreshes the token */
  readonly initial?: ObtainedToken | undefined;
  /**
   * Called with new tokens before they are used. Store `refresh_token` (always set), because the service may rotate it.
   *
   * If `onRefresh` throws, the calls that wait for the token reject with that error, and the next call passes the same tokens to
   * `onRefresh` again. While the current token is valid, no call waits; `onRefresh` is called again after a few seconds, or when that token
   * expires.
   */
  readonly onRefresh?: ((tokens: TokenResponse) => void | Promise<void>) | undefined;
}

interface Obtained {
  readonly tokens: TokenResponse;
  readonly at: number;
}

/** An access token source that refreshes its access token. */
export interface RefreshTokenAuth extends CachedToken {
  /** Replaces the tokens, for example after the user has authorized again. A pending refresh is discarded. */
  replace(token: ObtainedToken & { readonly refreshToken?: string | undefined }): void;
}

/**
 * Returns an access token source that uses a refresh token (RFC 6749, section 6). The source refreshes the access token once for all calls,
 * one minute before the token expires or after a 401. If the refresh token is no longer valid, calls reject with an `OAuthError` whose
 * `category` is `invalid_grant`.
 *
 * @throws TypeError if an option is invalid
 * @example
 * const accessToken = refreshTokenAuth({
 *   baseUrl,
 *   clientId,
 *   clientSecret,
 *   refreshToken,
 *   onRefresh: ({ refresh_token }) => store(refresh_token),
 * });
 * const client = createClient({ baseUrl, accessToken });
 */
export function refreshTokenAuth(options: RefreshTokenAuthOptions): RefreshTokenAuth {
  const { clientId, clientSecret, initial, onRefresh, renewEarlyMs, ...connectionOptions }: RefreshTokenAuthOptions = Object(options);
  // By default, a token request is never retried, because an authorization code can be used only once. A refresh can be retried.
  const request = tokenRequests(connectionOptions, { retry: "safe" });
  let { refreshToken } = options;
  let unreported: Obtained | undefined;
  let replacements = 0;

  async function obtain(): Promise<ObtainedToken> {
    const before = replacements;
    const obtained = unreported ?? { tokens: await refresh(), at: performance.now() };
    const { tokens, at } = obtained;
    const { access_token: accessToken, expires_in }: Tokens = tokens;
    // `expires_in` is optional (RFC 6749, section 5.1).
    const token = { accessToken, expiresInMs: expires_in && expires_in > 0 ? at + expires_in * 1000 - performance.now() : undefined };
    if (before !== replacements) return token;
    unreported = obtained;
    refreshToken = tokens.refresh_token;
    await onRefresh?.(tokens);
    if (unreported === obtained) unreported = undefined;
    return token;
  }

  async function refresh(): Promise<TokenResponse> {
    const sent = refreshToken;
    const grant = { grant_type: "refresh_token", refresh_token: sent, client_id: clientId, client_secret: clientSecret };
    const tokens = await request(grant);
    // A response may omit `refresh_token` if the token has not changed (RFC 6749, section 6).
    return { ...tokens, refresh_token: tokens.refresh_token ?? sent } as TokenResponse;
  }

  const cached = cachedToken(obtain, { renewEarlyMs });
  if (initial) cached.replace(initial);
  return Object.assign((need: AccessTokenNeed) => cached(need), {
    replace(token: ObtainedToken & { readonly refreshToken?: string | undefined }) {
      if (token.refreshToken !== undefined) {
        refreshToken = token.refreshToken;
        unreported = undefined;
        replacements += 1;
      }
      cached.replace(token);
    },
  });
}
