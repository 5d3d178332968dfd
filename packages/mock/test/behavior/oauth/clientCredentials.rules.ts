import { expect } from "vitest";
import { demoTime } from "../platform.ts";
import { rule, rules } from "../rules.ts";
import { domains } from "../shared/asking.ts";
import { clientToken, expectRejected, install, introspect, refreshNew, statusWith } from "./flow.ts";

rules("oauth", {
  "client-credentials": rule(
    "For the grant `client_credentials`, the response contains an access token whose `token_use` is `client_credentials`, but no " +
      "refresh token, account or user. The access token is valid for 1,800 seconds.",
    { grade: "assumed", source: "public documentation of a similar API; the lifetime and the absence of the account are our choices" },
  )(async (platform) => {
    const account = await install(platform, { scopes: ["content", "tickets"] });
    await account.freeze(demoTime);
    const { status, body } = await clientToken(platform, account);
    expect([status, body]).toEqual([
      200,
      {
        token_type: "bearer",
        access_token: expect.stringMatching(/^[\w.~-]{1,512}$/),
        expires_in: 1800,
        scopes: ["content", "tickets"],
        token_use: "client_credentials",
      },
    ]);
    await account.advance(1_799_999);
    expect((await introspect(platform, account, body.access_token)).body.active).toBe(true);
    await account.advance(1);
    expect((await introspect(platform, account, body.access_token)).body.active).toBe(false);
    expect((await account.call({ path: domains, token: body.access_token })).body.category).toBe("EXPIRED_AUTHENTICATION");
  }),
  "client-credentials-scopes": rule("A client-credentials token has the scopes in `scope`, or all scopes of the app by default.", {
    grade: "assumed",
    source: "RFC 6749, section 3.3",
  })(async (platform) => {
    const account = await install(platform, { scopes: ["content", "tickets"] });
    expect((await clientToken(platform, account)).body.scopes).toEqual(["content", "tickets"]);
    expect((await clientToken(platform, account, { scope: "" })).body.scopes).toEqual(["content", "tickets"]);
    expect((await clientToken(platform, account, { scope: "tickets tickets" })).body.scopes).toEqual(["tickets"]);
    // The document does not describe the area of this scope.
    const other = await install(platform, { scopes: ["timeline"] });
    expect((await clientToken(platform, other, { scope: "timeline" })).body.scopes).toEqual(["timeline"]);
  }),
  "client-credentials-scope-exceeded": rule(
    "A scope that the app was not created with is rejected with BAD_SCOPE and `invalid_scope`, even if it is not in the document.",
    { grade: "assumed", source: "RFC 6749, section 3.3" },
  )(async (platform) => {
    const account = await install(platform, { scopes: ["content"] });
    for (const scope of ["social", "content tickets", 'con"tent', "nope"]) {
      expectRejected(await clientToken(platform, account, { scope }), "BAD_SCOPE", "invalid_scope");
    }
  }),
  "client-credentials-without-account": rule(
    "Operations on an account's data reject a client-credentials token with status 403 and the category FORBIDDEN, regardless of its " +
      "scopes, because no user has approved it.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const { access_token: token } = (await clientToken(platform, account)).body;
    for (const call of [
      { path: domains },
      { path: "/email/public/v1/smtpapi/tokens" },
      { method: "DELETE", path: "/crm/objects/2026-03/tickets/9601" },
      { path: "/events/2026-03/event-definitions", body: { label: "Opened" } },
    ]) {
      const { status, body } = await account.call({ ...call, token });
      expect([status, body.category]).toEqual([403, "FORBIDDEN"]);
      expect(body.message).toContain("client-credentials token");
    }
  }),
  "client-credentials-of-one-app": rule(
    "A request for a client-credentials token is rejected if it contains another app's client secret. A client-credentials token cannot " +
      "be used as a refresh token.",
    { grade: "assumed", source: "RFC 6749, section 4.4" },
  )(async (platform) => {
    const account = await install(platform);
    const other = await account.installApp();
    const foreign = await install(platform);
    for (const { app } of [other, foreign]) {
      expectRejected(await clientToken(platform, account, { client_secret: app.clientSecret }), "BAD_CLIENT_SECRET", "invalid_client");
    }
    const { access_token: token } = (await clientToken(platform, account)).body;
    expectRejected(await refreshNew(platform, account, { refresh_token: token }), "BAD_REFRESH_TOKEN", "invalid_grant");
    expect(await statusWith(platform, account.accessToken)).toBe(200);
  }),
  "client-assertion": rule(
    "A client assertion is rejected with BAD_REQUEST, `invalid_request` and a message that asks for the client secret.",
    { grade: "assumed", source: "RFC 6749, section 2.3" },
  )(async (platform) => {
    const account = await install(platform);
    for (const field of ["client_assertion", "client_assertion_type"]) {
      const response = await clientToken(platform, account, { [field]: "canary" });
      expectRejected(response, "BAD_REQUEST", "invalid_request");
      expect(response.body.message).toContain("client secret");
      expect(JSON.stringify(response.body)).not.toContain("canary");
    }
  }),
});
