import type { ClientCredentialsTokenResponse, TokenResponse } from "@crm-platform/types";
import type { HandlersOfArea } from "./handlers.ts";
import { asClient } from "./oauth/client.ts";
import { createClientToken, createToken } from "./oauth/createToken.ts";
import { introspection } from "./oauth/metadata.ts";
import { revoke } from "./oauth/revoke.ts";

export const oauth: HandlersOfArea<"oauth"> = {
  "oauth.createToken": {
    kind: "open",
    run: async ({ body }, { enter }) => ({
      status: 200,
      body: await asClient<TokenResponse | ClientCredentialsTokenResponse>(body, enter, (app, context) =>
        body.grant_type === "client_credentials" ? createClientToken(body, app, context) : createToken(body, app, context),
      ),
    }),
  },
  "oauth.introspectToken": {
    kind: "open",
    run: async ({ body }, { look }) => ({
      status: 200,
      body: await asClient(body, look, (app, context) => introspection(body.token, body.client_id, app, context)),
    }),
  },
  "oauth.revokeToken": {
    kind: "open",
    async run({ body }, { enter }) {
      await asClient(body, enter, (_, context) => revoke(body.token, body.client_id, context));
      return { status: 200 };
    },
  },
};
