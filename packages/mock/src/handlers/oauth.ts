import type { ClientCredentialsTokenResponse, TokenResponse } from "@crm-platform/types";
import { type HandlersOfArea, open } from "./handlers.ts";
import { asClient, keepSecret } from "./oauth/client.ts";
import { createClientToken, createToken } from "./oauth/createToken.ts";
import { introspection } from "./oauth/metadata.ts";
import { revoke } from "./oauth/revoke.ts";

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
