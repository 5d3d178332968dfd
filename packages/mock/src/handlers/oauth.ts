import type { ClientCredentialsTokenResponse, TokenResponse } from "@crm-platform/types";
import { OAuthRejection } from "../contract/errors/rejection.ts";
import type { AccountContext } from "../platform/context.ts";
import { hashOf } from "../platform/ids.ts";
import { type HandlersOfArea, open } from "./handlers.ts";
import { asClient, keepSecret } from "./oauth/client.ts";
import { createClientToken, createToken } from "./oauth/createToken.ts";
import { introspection } from "./oauth/metadata.ts";

export const oauth: HandlersOfArea<"oauth"> = {
  "oauth.createToken": open(async ({ body }, { enter }) => ({
    status: 200,
    body: await asClient<TokenResponse | ClientCredentialsTokenResponse>(body, enter, async (app, context) => {
      await keepSecret(body, app, context);
      return body.grant_type === "client_credentials" ? createClientToken(body, app, context) : createToken(body, app, context);
    }),
  })),
  "oauth.introspectToken": open(async ({ body }, { look }) => ({
    status: 200,
    body: await asClient(body, look, (app, context) => introspection(body.token, body.client_id, app, context)),
  })),
  "oauth.revokeToken": open(async ({ body }, { enter }) => {
    await asClient(body, enter, (_, context) => revoke(body.token, body.client_id, context));
    return { status: 200 };
  }),
};

/** Revokes a token and, for a refresh token, its access tokens (RFC 7009). Ignores unknown tokens. */
async function revoke(token: string, clientId: string, { store }: AccountContext): Promise<OAuthRejection | undefined> {
  const key = hashOf(token);
  const refreshToken = await store.documents.get("refreshToken", key);
  const storedToken = refreshToken ?? (await store.documents.get("accessToken", key));
  if (!storedToken) return undefined;
  if (storedToken.clientId !== clientId) return new OAuthRejection("invalid_grant", "BAD_TOKEN", "the token was issued to another client");
  if (refreshToken) await store.documents.deleteGrant(refreshToken.grantId);
  else await store.documents.delete("accessToken", key);
  return undefined;
}
