import { createClient } from "@crm-platform/client";

const client = createClient({ baseUrl: process.env.CRM_PLATFORM_URL });

// New programs use OAuth 2026-03: client.oauth.createToken, or exchangeCode of "@crm-platform/client/auth".
const tokens = await client.oauthV1.createToken({
  grant_type: "authorization_code",
  code: "na1-b47e19c2-03da-4f68-8c51-000004815162",
  redirect_uri: "https://traildesk.example/oauth/callback",
  client_id: "6c1f0d2e-8a41-4b7c-9e55-000004815162",
  client_secret: "9b0e7a4c-52d3-4f8e-a1c6-7d2f3e4b5a68",
});
console.log("Access token for account", tokens.hub_id, "valid for", tokens.expires_in, "seconds");
