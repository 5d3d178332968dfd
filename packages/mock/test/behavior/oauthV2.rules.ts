import { expect } from "vitest";
import { expectInvalid, expectNotFound } from "./rejections.ts";
import { rule, rules } from "./rules.ts";

const path = "/oauth/v2/private-apps/get/access-token-info";

rules("oauthV2", {
  "private-app-token": rule(
    "The metadata of an access token contains its account, user, app and scopes. The token in the body is sufficient as the credential, and " +
      "an Authorization header is ignored.",
    { grade: "observed", source: "clients of a similar API send the request with and without the header" },
  )(async (platform) => {
    const account = await platform.account({ scopes: ["tickets", "content"], userId: 7 });
    const body = { tokenKey: account.accessToken };
    const metadata = { userId: 7, hubId: account.accountId, appId: account.app.appId, scopes: ["tickets", "content"] };
    expect((await platform.call({ path, body })).body).toEqual(metadata);
    const other = await platform.account();
    expect((await other.call({ path, body })).body).toEqual(metadata);
  }),
  "private-app-token-unknown": rule(
    "An unknown or expired token, a refresh token and the token of an app that no user installed are rejected with a 404.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account({ clock: { mode: "frozen", at: 0 } });
    const { clientId, clientSecret } = account.app;
    const credentials = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
    const appToken = (await platform.call({ path: "/oauth/2026-03/token", form: credentials })).body.access_token;
    for (const tokenKey of ["unknown", `unknown-${account.accountId}`, account.refreshToken, appToken]) {
      expectNotFound(await platform.call({ path, body: { tokenKey } }));
    }
    await account.advance(1_800_000);
    expectNotFound(await platform.call({ path, body: { tokenKey: account.accessToken } }));
    expectInvalid(await platform.call({ path, body: {} }), "tokenKey");
  }),
});
