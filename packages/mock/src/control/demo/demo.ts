import type { AccountInput, AccountState } from "../../generated/control/schemas.ts";
import { demoContent } from "./content.ts";
import { demoRecords } from "./records.ts";

/**
 * The sample data that all examples in the spec share (spec/README.md). The app has all scopes, of which the examples list some. The clock is
 * frozen, so that the access token never expires.
 */
export const demoAccount: AccountInput = {
  accountId: 4815162,
  accessToken: "demo-access-token-4815162",
  refreshToken: "na1-2f6d8a10-7c35-4e9b-b0a4-000004815162",
  authorizationCode: "na1-b47e19c2-03da-4f68-8c51-000004815162",
  app: {
    appId: 27314,
    name: "Trail Desk",
    clientId: "6c1f0d2e-8a41-4b7c-9e55-000004815162",
    clientSecret: "9b0e7a4c-52d3-4f8e-a1c6-7d2f3e4b5a68",
  },
  redirectUris: ["https://traildesk.example/oauth/callback"],
  hubDomain: "haldeninstruments.example",
  userId: 90211,
  userEmail: "mara.lindqvist@haldeninstruments.example",
  clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" },
};

export const demoState: AccountState = { version: 1, ...demoRecords, ...demoContent() };
