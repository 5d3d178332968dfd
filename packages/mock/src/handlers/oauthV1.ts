import { Rejection } from "../contract/errors/rejection.ts";
import { hashOf } from "../platform/ids.ts";
import { existing } from "./common/problems.ts";
import { type HandlersOfArea, open } from "./handlers.ts";
import { asClient, keepSecret } from "./oauth/client.ts";
import { createToken } from "./oauth/createToken.ts";
import { accessTokenMetadata, refreshTokenMetadata } from "./oauth/metadata.ts";

const unknownRefreshToken = "The refresh token does not exist.";

export const oauthV1: HandlersOfArea<"oauthV1"> = {
  "oauthV1.createToken": open(async ({ body }, { enter }) => ({
    status: 200,
    body: await asClient(body, enter, async (app, context) => {
      await keepSecret(body, app, context);
      return createToken(body, app, context);
    }),
  })),
  // The token in the path is the credential.
  "oauthV1.getAccessToken": open(async ({ path }, { look }) => {
    const metadata = await look(path.token, (context) => accessTokenMetadata(path.token, context));
    return { status: 200, body: existing(metadata, "The access token does not exist or has expired.") };
  }),
  "oauthV1.getRefreshToken": open(async ({ path }, { look }) => {
    const metadata = await look(path.token, (context) => refreshTokenMetadata(path.token, context));
    return { status: 200, body: existing(metadata, unknownRefreshToken) };
  }),
  // The access tokens of the refresh token remain valid (platform description, States and transitions).
  "oauthV1.deleteRefreshToken": open(async ({ path }, { enter }) => {
    const wasDeleted = await enter(path.token, ({ store }) => store.documents.delete("refreshToken", hashOf(path.token)));
    if (!wasDeleted) throw new Rejection("OBJECT_NOT_FOUND", unknownRefreshToken);
    return { status: 204 };
  }),
};
