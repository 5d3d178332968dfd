import type { TokenResponse } from "@crm-platform/types";
import type { AccessTokenNeed, ConnectionOptions } from "../engine/index.ts";
import { type CachedToken, type CachedTokenOptions, cachedToken, type ObtainedToken } from "./cachedToken.ts";
import { type Tokens, tokenRequests } from "./tokenRequest.ts";

export interface RefreshTokenAuthOptions extends ConnectionOptions, CachedTokenOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
  /** The access token that came with the refresh token, to begin with. */
  readonly initial?: ObtainedToken | undefined;
  /**
   * Keeps what was obtained, where you keep your tokens. It is awaited before the new access token is used. When it throws, the
   * calls that wait for the token fail with what it threw, and the next one tells it the same again. While the old token lasts,
   * no call waits: then it is told again with a use some seconds later, and at the latest when the old token ends. The refresh
   * token it gets is the one to keep, also when the answer had none.
   */
  readonly onRefresh?: ((tokens: TokenResponse) => void | Promise<void>) | undefined;
}

/** What was obtained, and when, by the clock of this machine. */
interface Obtained {
  readonly tokens: TokenResponse;
  readonly at: number;
}

/** An access token source that keeps its access token, and a refresh token to get more. */
export interface RefreshTokenAuth extends CachedToken {
  /** Takes other tokens, for example after the user has authorized anew; what is being obtained no longer counts. */
  replace(token: ObtainedToken & { readonly refreshToken?: string | undefined }): void;
}

/**
 * An access token source that gets its tokens for a refresh token (RFC 6749, section 6). It renews them early, once for all
 * calls, and after a 401.
 * @throws OAuthError from the call that needs a token, when the refresh token is no longer good: `category` is `invalid_grant`
 */
export function refreshTokenAuth(options: RefreshTokenAuthOptions): RefreshTokenAuth {
  const { clientId, clientSecret, initial, onRefresh, renewEarlyMs, ...connectionOptions } = options;
  // A code works once, so the operation is never repeated; a refresh token gives as many access tokens as are asked for.
  const request = tokenRequests(connectionOptions, { retry: "safe" });
  let { refreshToken } = options;
  let untold: Obtained | undefined;
  let replacements = 0;

  async function obtain(): Promise<ObtainedToken> {
    const before = replacements;
    const obtained = untold ?? { tokens: await refresh(), at: performance.now() };
    const { tokens, at } = obtained;
    const { access_token: accessToken, expires_in }: Tokens = tokens;
    // Without a time it lasts until it is refused (RFC 6749, section 5.1).
    const token = { accessToken, expiresInMs: expires_in && expires_in > 0 ? at + expires_in * 1000 - performance.now() : undefined };
    // Others took their place meanwhile: nobody is to keep these.
    if (before !== replacements) return token;
    untold = obtained;
    refreshToken = tokens.refresh_token;
    await onRefresh?.(tokens);
    if (untold === obtained) untold = undefined;
    return token;
  }

  async function refresh(): Promise<TokenResponse> {
    const sent = refreshToken;
    const grant = { grant_type: "refresh_token", refresh_token: sent, client_id: clientId, client_secret: clientSecret };
    const tokens = await request(grant);
    // A service that keeps the refresh token need not send it (RFC 6749, section 6).
    return { ...tokens, refresh_token: tokens.refresh_token ?? sent } as TokenResponse;
  }

  const kept = cachedToken(obtain, { renewEarlyMs });
  if (initial) kept.replace(initial);
  return Object.assign((need: AccessTokenNeed) => kept(need), {
    replace(token: ObtainedToken & { readonly refreshToken?: string | undefined }) {
      // Without another refresh token the one we have goes on, and so does what is to be told of it.
      if (token.refreshToken !== undefined) {
        refreshToken = token.refreshToken;
        untold = undefined;
        replacements += 1;
      }
      kept.replace(token);
    },
  });
}
