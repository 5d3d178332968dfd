import { hash } from "node:crypto";
import type { AccessTokenMetadata, SignedAccessToken } from "@crm-platform/types";
import type { AccountContext } from "../../platform/context.ts";
import { hashOf } from "../../platform/ids.ts";
import type { AccessToken } from "../../store/documents.ts";

/** Returns `undefined` for an unknown or expired token. */
export async function accessTokenMetadata(token: string, context: AccountContext): Promise<AccessTokenMetadata | undefined> {
  const { accountId, profile, store, now } = context;
  const found = await store.documents.get("accessToken", hashOf(token));
  if (!found || now >= found.expiresAt) return undefined;
  return {
    token,
    user: profile.userEmail,
    hub_domain: profile.hubDomain,
    scopes: [...found.scopes],
    signed_access_token: signed(token, found, accountId),
    hub_id: accountId,
    app_id: found.appId,
    // If the clock is set back by 70 years or more, the value would exceed int32.
    expires_in: Math.min(Math.floor((found.expiresAt - now) / 1000), 2 ** 31 - 1),
    user_id: found.userId,
    token_type: "access",
  };
}

/** Returns placeholders for strings that only the service can decode. */
function signed(token: string, { expiresAt, appId, userId }: AccessToken, hubId: number): SignedAccessToken {
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
