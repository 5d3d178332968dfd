import type { TokenResponse } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import { hashOf } from "../../platform/ids.ts";
import type { App, RefreshToken } from "../../store/documents.ts";
import type { AccountStore } from "../../store/store.ts";
import { accessTokenLifetime } from "./lifetimes.ts";

/** Everything a handler knows before it is known who asks. */
export type AccountContext = Omit<Context, "caller">;

/** Makes an access token for an installation, and the answer that hands it out. */
export async function issueAccessToken(
  grant: RefreshToken,
  refreshToken: string,
  { appId }: App,
  { accountId, store, now, ids }: AccountContext,
): Promise<TokenResponse> {
  const accessToken = await ids.accessToken();
  const document = { ...grant, appId, issuedAt: now, expiresAt: now + accessTokenLifetime };
  await store.documents.put("accessToken", [{ key: hashOf(accessToken), document }]);
  return {
    token_type: "bearer",
    refresh_token: refreshToken,
    access_token: accessToken,
    expires_in: accessTokenLifetime / 1000,
    hub_id: accountId,
    user_id: grant.userId,
    scopes: [...grant.scopes],
    token_use: "access_token",
  };
}

/** Ends an installation: its refresh token, and every access token that it ever gave. */
export async function revokeGrant(grantId: string, { documents }: AccountStore): Promise<void> {
  for (const collection of ["refreshToken", "accessToken"] as const) {
    for (const { key, document } of await documents.list(collection)) {
      if (document.grantId === grantId) await documents.delete(collection, key);
    }
  }
}
