import { exchangeCode } from "@crm-platform/client/auth";

// A code works once and for ten minutes.
const tokens = await exchangeCode({
  baseUrl: process.env.CRM_PLATFORM_URL ?? "",
  clientId: "6c1f0d2e-8a41-4b7c-9e55-000004815162",
  clientSecret: "9b0e7a4c-52d3-4f8e-a1c6-7d2f3e4b5a68",
  redirectUri: "https://traildesk.example/oauth/callback",
  code: "na1-b47e19c2-03da-4f68-8c51-000004815162",
});
console.log("An access token for", tokens.expires_in, "seconds, for account", tokens.hub_id);
// Keep tokens.refresh_token: with it, refreshTokenAuth gets the next access tokens for a client by itself.
