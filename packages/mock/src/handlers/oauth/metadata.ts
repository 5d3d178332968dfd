import { hash } from "node:crypto";
import type {
  AccessTokenMetadataV1,
  PrivateAppToken,
  RefreshTokenMetadataV1,
  SignedAccessToken,
  TokenIntrospection,
} from "@crm-platform/types";
import type { AccountContext } from "../../platform/context.ts";
import { hashOf } from "../../platform/ids.ts";
import type { AccessToken, App } from "../../store/documents/documents.ts";

/** Returns `undefined` for an inactive token and for the token of an app, because OAuth v1 has no metadata for such a token. */
export async function accessTokenMetadata(token: string, context: AccountContext): Promise<AccessTokenMetadataV1 | undefined> {
  const accessToken = await activeAccessToken(token, context);
  if (accessToken?.userId === undefined) return undefined;
  return {
    token,
    ...owner(context, accessToken.userId),
    scopes: [...accessToken.scopes],
    signed_access_token: signedAccessToken(token, accessToken, accessToken.userId, context.accountId),
    app_id: accessToken.appId,
    expires_in: secondsLeft(accessToken, context),
    token_type: "access",
  };
}

/** Returns `undefined` for an inactive token and for the token of an app, which no user installed. */
export async function privateAppToken(token: string, context: AccountContext): Promise<PrivateAppToken | undefined> {
  const accessToken = await activeAccessToken(token, context);
  if (accessToken?.userId === undefined) return undefined;
  const { userId, appId, scopes } = accessToken;
  return { userId, hubId: context.accountId, appId, scopes: [...scopes] };
}

export async function refreshTokenMetadata(token: string, context: AccountContext): Promise<RefreshTokenMetadataV1 | undefined> {
  const refreshToken = await context.store.documents.get("refreshToken", hashOf(token));
  if (!refreshToken) return undefined;
  const { clientId, scopes, userId } = refreshToken;
  return { token, token_type: "refresh", ...owner(context, userId), client_id: clientId, scopes: [...scopes] };
}

/** Introspects a token (RFC 7662). Treats the tokens of other apps as inactive. */
export async function introspection(token: string, clientId: string, app: App, context: AccountContext): Promise<TokenIntrospection> {
  const access = await activeAccessToken(token, context);
  const refresh = access ? undefined : await context.store.documents.get("refreshToken", hashOf(token));
  const common = { active: true, token, token_type: "bearer", app_id: app.appId, client_id: clientId } as const;
  if (refresh?.clientId === clientId) {
    return { ...common, token_use: "refresh_token", ...owner(context, refresh.userId), scopes: [...refresh.scopes] };
  }
  if (access?.clientId !== clientId) return { active: false };
  const lifetime = { scopes: [...access.scopes], expires_in: secondsLeft(access, context), is_private_distribution: true };
  if (access.userId === undefined) return { ...common, token_use: "client_credentials", ...lifetime };
  return {
    ...common,
    token_use: "access_token",
    ...owner(context, access.userId),
    ...lifetime,
    signed_access_token: signedAccessToken(token, access, access.userId, context.accountId),
  };
}

async function activeAccessToken(token: string, { store, now }: AccountContext): Promise<AccessToken | undefined> {
  const accessToken = await store.documents.get("accessToken", hashOf(token));
  return accessToken && now < accessToken.expiresAt ? accessToken : undefined;
}

function owner({ accountId, profile }: AccountContext, userId: number) {
  return { hub_id: accountId, hub_domain: profile.hubDomain, user: profile.userEmail, user_id: userId };
}

function secondsLeft({ expiresAt }: AccessToken, { now }: AccountContext): number {
  // The value would exceed int32 if the clock were set back by 70 years or more.
  return Math.min(Math.floor((expiresAt - now) / 1000), 2 ** 31 - 1);
}

/** Returns placeholders for strings that only the service can decode. */
function signedAccessToken(token: string, { expiresAt, appId }: AccessToken, userId: number, hubId: number): SignedAccessToken {
  const filler = (field: string) => hash("sha256", `${field} ${token}`, "base64url");
  return {
    expiresAt,
    scopes: filler("scopes"),
    hubId,
    userId,
    appId,
    signature: filler("signature"),
    scopeToScopeGroupPks: filler("scopeToScopeGroupPks"),
    newSignature: filler("newSignature"),
    hublet: "na1",
    trialScopes: "",
    trialScopeToScopeGroupPks: "",
    isUserLevel: false,
  };
}
