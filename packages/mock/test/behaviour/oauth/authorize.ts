import { expect } from "vitest";
import type { Rows } from "../rows.ts";
import {
  authorize,
  authorizePath,
  exchange,
  expectErrorPage,
  install,
  newCode,
  redirected,
  redirectUri,
  statusWith,
  tokensOf,
} from "./flow.ts";

/** What the install URL does. Its page and the forms of that are in `consent.ts`. */
export const authorizeRows: Rows = {
  "authorize-approval-gives-a-code": async (platform) => {
    const account = await install(platform);
    const { code } = redirected(await authorize(platform, account, { decision: "approve" }));
    expect((await exchange(platform, account, String(code))).status).toBe(200);
  },
  "authorize-state-comes-back": async (platform) => {
    const account = await install(platform);
    const state = "a b+c/ü&d=%20#?'";
    expect(redirected(await authorize(platform, account, { state, decision: "approve" }))["state"]).toBe(state);
    expect(redirected(await authorize(platform, account, { state, decision: "deny" }))["state"]).toBe(state);
    expect(redirected(await authorize(platform, account, { decision: "approve" }))).not.toHaveProperty("state");
  },
  "authorize-denial": async (platform) => {
    const account = await install(platform);
    const parameters = redirected(await authorize(platform, account, { decision: "deny" }));
    expect(parameters).toEqual({ error: "access_denied", error_description: expect.stringMatching(/./) });
  },
  "authorize-decision-is-one-of-two": async (platform) => {
    expectErrorPage(await authorize(platform, await install(platform), { decision: "perhaps" }));
  },
  "authorize-unknown-client-is-not-redirected": async (platform) => {
    const account = await install(platform);
    const { clientId } = account.app;
    const unknown = clientId.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    for (const id of [undefined, unknown, `${clientId.slice(0, -12)}999999999999`, "nobody"]) {
      expectErrorPage(await authorize(platform, account, { client_id: id, decision: "approve" }));
    }
    const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, scopes: "tickets", decision: "approve" });
    expectErrorPage(await platform.call({ path: `${authorizePath}?${query}&client_id=${clientId}` }));
    expect((await platform.call({ path: `${authorizePath}?${query}` })).status).toBe(302);
  },
  "authorize-foreign-redirect-uri-is-not-redirected": async (platform) => {
    const account = await install(platform);
    const others = [undefined, `${redirectUri}/`, `${redirectUri}?a=1`, redirectUri.toUpperCase(), "https://elsewhere.example/callback"];
    for (const uri of others) expectErrorPage(await authorize(platform, account, { redirect_uri: uri, decision: "approve" }));
    const query = new URLSearchParams({ client_id: account.app.clientId, redirect_uri: redirectUri, scopes: "tickets", decision: "deny" });
    expectErrorPage(await platform.call({ path: `${authorizePath}?${query}&redirect_uri=${encodeURIComponent(redirectUri)}` }));
  },
  "authorize-redirect-uri-keeps-its-query": async (platform) => {
    const uri = `${redirectUri}?tenant=a%20b`;
    const account = await platform.account({ redirectUris: [uri] });
    const answer = await authorize(platform, account, { redirect_uri: uri, decision: "approve" });
    expect(answer.headers.get("location")).toMatch(/^https:\/\/traildesk\.example\/oauth\/callback\?tenant=a%20b&code=[^&]+$/);
  },
  "authorize-scopes-by-spaces": async (platform) => {
    const account = await install(platform);
    const code = await newCode(platform, account, { scopes: "transactional-email tickets" });
    const { body } = await exchange(platform, account, code);
    expect(body.scopes).toEqual(["tickets", "transactional-email"]);
    expect(await statusWith(platform, body.access_token)).toBe(200);
    const lesser = tokensOf(await exchange(platform, account, await newCode(platform, account, { scopes: "tickets" })));
    expect(await statusWith(platform, lesser.access_token)).toBe(403);
  },
  "authorize-other-spelling-of-scopes": async (platform) => {
    const account = await install(platform);
    const answer = await authorize(platform, account, {
      scopes: undefined,
      scope: "tickets",
      optional_scope: "content",
      decision: "approve",
    });
    const { body } = await exchange(platform, account, String(redirected(answer)["code"]));
    expect(body.scopes).toEqual(["content", "tickets"]);
  },
  "authorize-optional-scopes": async (platform) => {
    const account = await install(platform, { scopes: ["tickets", "content"] });
    const code = await newCode(platform, account, { optional_scopes: "content social no.such.scope" });
    expect((await exchange(platform, account, code)).body.scopes).toEqual(["content", "tickets"]);
  },
  "authorize-scopes-are-needed": async (platform) => {
    const account = await install(platform);
    for (const scopes of [undefined, "", " "]) {
      const parameters = redirected(await authorize(platform, account, { scopes, state: "s1", decision: "approve" }));
      expect(parameters).toEqual({ error: "invalid_scope", error_description: expect.any(String), state: "s1" });
    }
  },
  "authorize-scope-beyond-the-app": async (platform) => {
    const account = await install(platform, { scopes: ["tickets"] });
    for (const scopes of ["tickets content", "no.such.scope"]) {
      expect(redirected(await authorize(platform, account, { scopes }))).toMatchObject({ error: "invalid_scope" });
    }
  },
  "authorize-parameter-twice": async (platform) => {
    const account = await install(platform);
    const query = new URLSearchParams({ client_id: account.app.clientId, redirect_uri: redirectUri, scopes: "tickets" });
    const answer = await platform.call({ path: `${authorizePath}?${query}&state=a&state=b` });
    expect(redirected(answer)).toMatchObject({ error: "invalid_request" });
  },
};
