export {
  type AuthorizeUrlOptions,
  authorizeUrl,
  codeFromCallback,
  type ExchangeCodeOptions,
  exchangeCode,
  pkce,
  randomState,
} from "./authorizationCode.ts";
export { type CachedToken, type CachedTokenOptions, cachedToken, type ObtainedToken } from "./cachedToken.ts";
export { type RefreshTokenAuth, type RefreshTokenAuthOptions, refreshTokenAuth } from "./refreshTokenAuth.ts";
export type { TokenConnectionOptions } from "./tokenRequest.ts";
