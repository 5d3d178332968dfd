import { existing } from "./common/problems.ts";
import { type HandlersOfArea, open } from "./handlers.ts";
import { privateAppToken } from "./oauth/metadata.ts";

export const oauthV2: HandlersOfArea<"oauthV2"> = {
  "oauthV2.introspectToken": open(async ({ body: { tokenKey } }, { look }) => {
    const metadata = await look(tokenKey, (context) => privateAppToken(tokenKey, context));
    return { status: 200, body: existing(metadata, "The access token does not exist or has expired.") };
  }),
};
