import { OAuthRejection, Rejection } from "../contract/errors/rejection.ts";
import { hashOf } from "../platform/ids.ts";
import type { HandlersOfArea } from "./handlers.ts";
import { createToken, unknownClient } from "./oauth/createToken.ts";
import { accessTokenMetadata } from "./oauth/metadata.ts";

export const oauthV1: HandlersOfArea<"oauthV1"> = {
  "oauthV1.createToken": {
    kind: "open",
    async run({ body }, { enter }) {
      const tokens = (await enter(body.client_id, (context) => createToken(body, context))) ?? unknownClient();
      if (tokens instanceof OAuthRejection) throw tokens;
      return { status: 200, body: tokens };
    },
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
  // Deletes only the refresh token. Its access tokens stay valid (description, States and transitions).
  "oauthV1.deleteRefreshToken": {
    kind: "open",
    async run({ path }, { enter }) {
      const deleted = await enter(path.token, ({ store }) => store.documents.delete("refreshToken", hashOf(path.token)));
      if (!deleted) throw new Rejection("OBJECT_NOT_FOUND", "The refresh token does not exist.");
      return { status: 204 };
    },
  },
};
