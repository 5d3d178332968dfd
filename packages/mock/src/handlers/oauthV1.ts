import { Rejection } from "../contract/errors/rejection.ts";
import { hashOf } from "../platform/ids.ts";
import type { HandlersOfArea } from "./handlers.ts";
import { asClient } from "./oauth/client.ts";
import { createToken } from "./oauth/createToken.ts";
import { accessTokenMetadata, refreshTokenMetadata } from "./oauth/metadata.ts";

export const oauthV1: HandlersOfArea<"oauthV1"> = {
  "oauthV1.createToken": {
    kind: "open",
    run: async ({ body }, { enter }) => ({
      status: 200,
      body: await asClient(body, enter, (app, context) => createToken(body, app, context)),
    }),
  },
  // The token in the path is the credential (behaviour.md, 6).
  "oauthV1.getAccessToken": {
    kind: "open",
    async run({ path }, { look }) {
      const metadata = await look(path.token, (context) => accessTokenMetadata(path.token, context));
      if (!metadata) throw new Rejection("OBJECT_NOT_FOUND", "The access token does not exist or has expired.");
      return { status: 200, body: metadata };
    },
  },
  "oauthV1.getRefreshToken": {
    kind: "open",
    async run({ path }, { look }) {
      const metadata = await look(path.token, (context) => refreshTokenMetadata(path.token, context));
      if (!metadata) throw new Rejection("OBJECT_NOT_FOUND", "The refresh token does not exist.");
      return { status: 200, body: metadata };
    },
  },
  // The access tokens of the refresh token remain valid (description, States and transitions).
  "oauthV1.deleteRefreshToken": {
    kind: "open",
    async run({ path }, { enter }) {
      const deleted = await enter(path.token, ({ store }) => store.documents.delete("refreshToken", hashOf(path.token)));
      if (!deleted) throw new Rejection("OBJECT_NOT_FOUND", "The refresh token does not exist.");
      return { status: 204 };
    },
  },
};
