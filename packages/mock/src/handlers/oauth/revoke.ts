import { OAuthRejection } from "../../contract/errors/rejection.ts";
import type { AccountContext } from "../../platform/context.ts";
import { hashOf } from "../../platform/ids.ts";

/** Revokes a token and, for a refresh token, its access tokens (RFC 7009). Ignores unknown tokens. */
export async function revoke(token: string, clientId: string, { store }: AccountContext): Promise<OAuthRejection | undefined> {
  const key = hashOf(token);
  const refreshToken = await store.documents.get("refreshToken", key);
  const found = refreshToken ?? (await store.documents.get("accessToken", key));
  if (!found) return undefined;
  if (found.clientId !== clientId) return new OAuthRejection("invalid_grant", "BAD_TOKEN", "the token was issued to another client");
  if (refreshToken) await store.documents.deleteGrant(refreshToken.grantId);
  else await store.documents.delete("accessToken", key);
  return undefined;
}
