import { exchangeCode } from "@crm-platform/client/auth";

// A code works once and expires after ten minutes.
const tokens = await exchangeCode({
  baseUrl: process.env.CRM_PLATFORM_URL ?? "",
  clientId: "6c1f0d2e-8a41-4b7c-9e55-000004815162",
  clientSecret: "9b0e7a4c-52d3-4f8e-a1c6-7d2f3e4b5a68",
  redirectUri: "https://traildesk.example/oauth/callback",
  code: "na1-b47e19c2-03da-4f68-8c51-000004815162",
});
console.log("Access token for account", tokens.hub_id, "valid for", tokens.expires_in, "seconds");
// Store tokens.refresh_token: refreshTokenAuth uses it to get further access tokens.
