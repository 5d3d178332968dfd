import type { AuthorizationCodeGrant, RefreshTokenGrant, TokenRequest, TokenResponse } from "@crm-platform/types";
import { OAuthRefusal } from "../../contract/refusal.ts";
import { hashOf } from "../../platform/ids.ts";
import type { App } from "../../store/documents.ts";
import { type AccountContext, issueAccessToken } from "./grants.ts";

/**
 * Answers the token endpoint within the account of the client. A refusal is returned and not thrown, because what a refusal
 * does has to last: a code that comes a second time revokes tokens.
 */
export async function createToken(request: TokenRequest, context: AccountContext): Promise<TokenResponse | OAuthRefusal> {
  const app = await context.store.documents.get("app", request.client_id);
  // The client first (behaviour.md, 2): whoever cannot name itself learns nothing of the grant.
  if (!app) return unknownClient();
  if (hashOf(request.client_secret) !== app.clientSecretHash)
    return new OAuthRefusal("invalid_client", "BAD_CLIENT_SECRET", "client secret");
  return request.grant_type === "refresh_token" ? refresh(request, app, context) : exchangeCode(request, app, context);
}

/** The refusal of a client id that no app has. */
export function unknownClient(): OAuthRefusal {
  return new OAuthRefusal("invalid_client", "BAD_CLIENT_ID", "client id");
}

async function refresh(request: RefreshTokenGrant, app: App, context: AccountContext): Promise<TokenResponse | OAuthRefusal> {
  const grant = await context.store.documents.get("refreshToken", hashOf(request.refresh_token));
  if (grant?.clientId !== request.client_id) return new OAuthRefusal("invalid_grant", "BAD_REFRESH_TOKEN", "refresh token");
  return issueAccessToken(grant, request.refresh_token, app, context);
}

async function exchangeCode(request: AuthorizationCodeGrant, app: App, context: AccountContext): Promise<TokenResponse | OAuthRefusal> {
  const { store, now, ids } = context;
  const key = hashOf(request.code);
  const code = await store.documents.get("authorizationCode", key);
  if (code?.clientId !== request.client_id) return badCode();
  // RFC 6749, section 4.1.2: whoever comes second may be the one it was meant for, so nobody keeps what it gave.
  if (code.usedFor !== undefined) await store.documents.deleteGrant(code.usedFor);
  if (code.usedFor !== undefined || now >= code.expiresAt) return badCode();
  if (code.redirectUri !== request.redirect_uri) return new OAuthRefusal("invalid_grant", "BAD_REDIRECT_URI", "redirect URI");

  const grantId = await ids.uuid();
  const { clientId, scopes, userId } = code;
  const grant = { grantId, clientId, scopes, userId, issuedAt: now, number: await store.numbers() };
  const refreshToken = await ids.regional();
  await store.documents.put("authorizationCode", [{ key, document: { ...code, usedFor: grant.grantId } }]);
  await store.documents.put("refreshToken", [{ key: hashOf(refreshToken), document: grant }]);
  return issueAccessToken(grant, refreshToken, app, context);
}

function badCode(): OAuthRefusal {
  return new OAuthRefusal("invalid_grant", "BAD_AUTH_CODE", "auth code");
}
