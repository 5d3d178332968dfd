import { scopes as platformScopes } from "@crm-platform/types";
import { expect } from "vitest";
import { rule, rules } from "../rules.ts";
import {
  authorize,
  authorizePath,
  exchange,
  expectErrorPage,
  install,
  metadata,
  newCode,
  redirectParameters,
  redirectUri,
  statusWith,
  tokensOf,
} from "./flow.ts";

rules("oauth", {
  "authorize-approval-gives-a-code": rule(
    "After the user approves access, the browser is redirected to the redirect URI with a `code` that the token endpoint accepts.",
    { grade: "described", source: "platform description, OAuth tokens v1" },
  )(async (platform) => {
    const account = await install(platform);
    const { code } = redirectParameters(await authorize(platform, account, { decision: "approve" }));
    expect((await exchange(platform, account, String(code))).status).toBe(200);
  }),
  "authorize-state-comes-back": rule(
    "The redirect contains the unchanged `state` from the install URL. If the install URL has no `state`, neither does the redirect.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const state = "a b+c/ü&d=%20#?'";
    expect(redirectParameters(await authorize(platform, account, { state, decision: "approve" }))["state"]).toBe(state);
    expect(redirectParameters(await authorize(platform, account, { state, decision: "deny" }))["state"]).toBe(state);
    expect(redirectParameters(await authorize(platform, account, { decision: "approve" }))).not.toHaveProperty("state");
  }),
  "authorize-denial": rule(
    "After the user denies access, the redirect contains `error=access_denied` and an `error_description`, but no code.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const parameters = redirectParameters(await authorize(platform, account, { decision: "deny" }));
    expect(parameters).toEqual({ error: "access_denied", error_description: expect.stringMatching(/./) });
  }),
  "authorize-decision-is-one-of-two": rule(
    "If the decision is neither `approve` nor `deny`, the response is an error page.",
    "assumed",
  )(async (platform) => {
    expectErrorPage(await authorize(platform, await install(platform), { decision: "perhaps" }));
  }),
  "authorize-unknown-client-is-not-redirected": rule(
    "If the client id is missing, unknown or repeated, the response is an error page with status 400, never a redirect.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const { clientId } = account.app;
    const unknown = clientId.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    for (const id of [undefined, unknown, `${clientId.slice(0, -12)}999999999999`, "unknown"]) {
      expectErrorPage(await authorize(platform, account, { client_id: id, decision: "approve" }));
    }
    const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, scopes: "tickets", decision: "approve" });
    expectErrorPage(await platform.call({ path: `${authorizePath}?${query}&client_id=${clientId}` }));
    expect((await platform.call({ path: `${authorizePath}?${query}` })).status).toBe(302);
  }),
  "authorize-foreign-redirect-uri-is-not-redirected": rule(
    "If the redirect URI is missing, is repeated or does not exactly match one of the app's redirect URIs, the response is an error " +
      "page with status 400, never a redirect.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform);
    const others = [undefined, `${redirectUri}/`, `${redirectUri}?a=1`, redirectUri.toUpperCase(), "https://elsewhere.example/callback"];
    for (const uri of others) expectErrorPage(await authorize(platform, account, { redirect_uri: uri, decision: "approve" }));
    const query = new URLSearchParams({ client_id: account.app.clientId, redirect_uri: redirectUri, scopes: "tickets", decision: "deny" });
    expectErrorPage(await platform.call({ path: `${authorizePath}?${query}&redirect_uri=${encodeURIComponent(redirectUri)}` }));
  }),
  "authorize-redirect-uri-keeps-its-query": rule(
    "The redirect preserves the query of the redirect URI and appends the code to that query.",
    { grade: "assumed", source: "RFC 6749, section 3.1.2" },
  )(async (platform) => {
    const uri = `${redirectUri}?tenant=a%20b`;
    const account = await platform.account({ redirectUris: [uri] });
    const response = await authorize(platform, account, { redirect_uri: uri, decision: "approve" });
    expect(response.headers.get("location")).toMatch(/^https:\/\/traildesk\.example\/oauth\/callback\?tenant=a%20b&code=[^&]+$/);
  }),
  "authorize-scopes-by-spaces": rule(
    "The scopes in the install URL are separated by spaces, and the tokens issued for the code have these scopes.",
    "documented",
  )(async (platform) => {
    const account = await install(platform);
    const code = await newCode(platform, account, { scopes: "transactional-email tickets" });
    const { body } = await exchange(platform, account, code);
    expect(body.scopes).toEqual(["tickets", "transactional-email"]);
    expect(await statusWith(platform, body.access_token)).toBe(200);
    const lesser = tokensOf(await exchange(platform, account, await newCode(platform, account, { scopes: "tickets" })));
    expect(await statusWith(platform, lesser.access_token)).toBe(403);
  }),
  "authorize-other-spelling-of-scopes": rule(
    "The parameters `scope` and `optional_scope` are aliases of `scopes` and `optional_scopes`.",
    "documented",
  )(async (platform) => {
    const account = await install(platform);
    const response = await authorize(platform, account, {
      scopes: undefined,
      scope: "tickets",
      optional_scope: "content",
      decision: "approve",
    });
    const { body } = await exchange(platform, account, String(redirectParameters(response)["code"]));
    expect(body.scopes).toEqual(["content", "tickets"]);
  }),
  "authorize-optional-scopes": rule(
    "The tokens have the optional scopes that are available to the app. Other optional scopes are omitted without an error.",
    "assumed",
  )(async (platform) => {
    const account = await install(platform, { scopes: ["tickets", "content"] });
    const code = await newCode(platform, account, { optional_scopes: "content social" });
    expect((await exchange(platform, account, code)).body.scopes).toEqual(["content", "tickets"]);
  }),
  "authorize-scopes-are-needed": rule("If the install URL contains no scopes, the redirect contains `error=invalid_scope`.", {
    grade: "assumed",
    source: "RFC 6749, section 3.3",
  })(async (platform) => {
    const account = await install(platform);
    for (const scopes of [undefined, "", " "]) {
      const parameters = redirectParameters(await authorize(platform, account, { scopes, state: "s1", decision: "approve" }));
      expect(parameters).toEqual({ error: "invalid_scope", error_description: expect.any(String), state: "s1" });
    }
  }),
  "authorize-scope-beyond-the-app": rule(
    "If the OpenAPI document defines a requested scope, but the app was created without it, the user is not asked for a decision, and " +
      "the redirect contains `error=invalid_scope` and a description that names the scope.",
    { grade: "assumed", source: "RFC 6749, section 4.1.2.1" },
  )(async (platform) => {
    const account = await install(platform, { scopes: ["tickets"] });
    const missing = Object.keys(platformScopes)
      .filter((scope) => scope !== "tickets")
      .slice(0, 7);
    for (const [scopes, named] of [
      ["tickets content", "content"],
      ["timeline social", "social"],
      [missing.join(" "), `${missing.slice(0, 5).join(", ")}, and 2 more`],
    ] as const) {
      const { error, error_description: description } = redirectParameters(
        await authorize(platform, account, { scopes, decision: "approve" }),
      );
      expect([error, description]).toEqual(["invalid_scope", `the app was created without these scopes: ${named}`]);
    }
  }),
  "authorize-scope-malformed": rule(
    "If a scope contains characters that RFC 6749 does not allow, the redirect contains `error=invalid_scope` and a description that " +
      "names the scope.",
    { grade: "assumed", source: "RFC 6749, section 3.3" },
  )(async (platform) => {
    const account = await install(platform);
    for (const [scopes, named] of [
      ['tickets a"b', "a?b"],
      ["a\\b", "a?b"],
      ["caf\u00e9", "caf?"],
      ["\u00e9".repeat(200), `${"?".repeat(100)}...`],
      ["a\tb\u202e<script>", "a?b?<script>"],
    ] as const) {
      const { error, error_description: description } = redirectParameters(
        await authorize(platform, account, { scopes, decision: "approve" }),
      );
      expect([error, description]).toEqual(["invalid_scope", `malformed: ${named}`]);
    }
  }),
  "authorize-inert-scope": rule(
    "A scope that the OpenAPI document does not define, such as `timeline`, is granted like any other scope and listed in the token's " +
      "metadata, but does not give access to any operation.",
    "observed",
  )(async (platform) => {
    const account = await install(platform, { scopes: ["tickets", "timeline", "forms-uploaded.files"] });
    const code = await newCode(platform, account, { scopes: "tickets timeline", optional_scopes: "forms-uploaded.files" });
    const tokens = await exchange(platform, account, code);
    const scopes = ["forms-uploaded.files", "tickets", "timeline"];
    expect(tokens.body.scopes).toEqual(scopes);
    expect((await metadata(platform, tokens.body.access_token)).body.scopes).toEqual(scopes);
    const inert = await exchange(platform, account, await newCode(platform, account, { scopes: "timeline" }));
    expect(await statusWith(platform, inert.body.access_token)).toBe(403);
  }),
  "authorize-inert-scope-of-app": rule(
    "A user can grant any app required or optional scopes that the OpenAPI document does not define, regardless of the scopes that the " +
      "app was created with.",
    "assumed",
  )(async (platform) => {
    const one = await install(platform);
    const others = [{}, { scopes: ["tickets"] }, { scopes: ["tickets", "timeline"] }];
    const apps = await Promise.all(others.map((input) => one.installApp({ ...input, redirectUris: [redirectUri] })));
    for (const app of [one, ...apps]) {
      const code = await newCode(platform, app, { scopes: "tickets timeline", optional_scopes: "no.such.scope" });
      expect((await exchange(platform, app, code)).body.scopes).toEqual(["no.such.scope", "tickets", "timeline"]);
    }
  }),
  "authorize-code-challenge": rule(
    "If the `code_challenge` is malformed, or the `code_challenge_method` is neither `S256` nor `plain`, the redirect contains " +
      "`error=invalid_request`.",
    { grade: "assumed", source: "RFC 7636, section 4.4.1" },
  )(async (platform) => {
    const account = await install(platform);
    const [plain, hashed] = ["x".repeat(44), "x".repeat(43)];
    const rejected = [
      { code_challenge: "x".repeat(42) },
      { code_challenge: "x".repeat(129) },
      { code_challenge: `${hashed}"` },
      { code_challenge: `${hashed}=`, code_challenge_method: "S256" },
      { code_challenge: plain, code_challenge_method: "S256" },
      { code_challenge: hashed, code_challenge_method: "s256" },
      { code_challenge: hashed, code_challenge_method: "S512" },
      { code_challenge_method: "S256" },
    ];
    for (const parameters of rejected) {
      const { error, error_description: description } = redirectParameters(
        await authorize(platform, account, { ...parameters, decision: "approve" }),
      );
      expect([error, description]).toEqual(["invalid_request", expect.stringMatching(/^code_challenge/)]);
    }
    for (const parameters of [{ code_challenge: plain }, { code_challenge: hashed, code_challenge_method: "S256" }]) {
      expect(redirectParameters(await authorize(platform, account, { ...parameters, decision: "approve" }))).toHaveProperty("code");
    }
  }),
  "authorize-parameter-twice": rule("If any other parameter is repeated, the redirect contains `error=invalid_request`.", {
    grade: "assumed",
    source: "RFC 6749, section 3.1",
  })(async (platform) => {
    const account = await install(platform);
    const query = new URLSearchParams({ client_id: account.app.clientId, redirect_uri: redirectUri, scopes: "tickets" });
    const response = await platform.call({ path: `${authorizePath}?${query}&state=a&state=b` });
    expect(redirectParameters(response)).toMatchObject({ error: "invalid_request" });
  }),
});
