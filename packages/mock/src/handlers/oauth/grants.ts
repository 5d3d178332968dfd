import type { TokenResponse } from "@crm-platform/types";
import type { AccountContext } from "../../platform/context.ts";
import { hashOf } from "../../platform/ids.ts";
import { accessTokenLifetime, expiredKept } from "../../platform/lifetimes.ts";
import type { AccessToken, App, RefreshToken } from "../../store/documents/documents.ts";

export async function issueAccessToken(
  grant: RefreshToken,
  refreshToken: string,
  app: App,
  context: AccountContext,
): Promise<TokenResponse> {
  return {
    token_type: "bearer",
    refresh_token: refreshToken,
    access_token: await storeAccessToken(grant, app, context),
    expires_in: accessTokenLifetime / 1000,
    hub_id: context.accountId,
    user_id: grant.userId,
    scopes: [...grant.scopes],
    token_use: "access_token",
  };
}

type Holder = Pick<AccessToken, "grantId" | "clientId" | "scopes" | "userId">;

export async function storeAccessToken(holder: Holder, { appId }: App, context: AccountContext): Promise<string> {
  const { store, now, wall, ids } = context;
  const accessToken = await ids.accessToken();
  const ends = { expiresAt: now + accessTokenLifetime, wallExpiresAt: wall + accessTokenLifetime };
  const document = { ...holder, appId, issuedAt: now, number: await store.numbers(), ...ends };
  await store.documents.put("accessToken", [{ key: hashOf(accessToken), document }]);
  await forgetExpired(context);
  return accessToken;
}

// The maximum is greater than 1, so that a backlog of expired tokens shrinks with every new token.
const maxPruned = 100;

async function forgetExpired({ store, now, wall }: AccountContext): Promise<void> {
  await store.documents.deleteExpired({ before: now - expiredKept, wallBefore: wall - expiredKept }, maxPruned);
}
