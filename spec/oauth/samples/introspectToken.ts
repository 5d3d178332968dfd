import { createClient } from "@crm-platform/client";

const client = createClient({ baseUrl: process.env.CRM_PLATFORM_URL });

// The app's credentials authenticate the request, so the client needs no access token.
const metadata = await client.oauth.introspectToken({
  client_id: "6c1f0d2e-8a41-4b7c-9e55-000004815162",
  client_secret: "9b0e7a4c-52d3-4f8e-a1c6-7d2f3e4b5a68",
  token: process.env.CRM_PLATFORM_TOKEN ?? "",
});
if (!metadata.active) console.log("The token is unknown, expired, revoked or of another app.");
else if (metadata.token_use === "access_token") {
  console.log(metadata.user, "of account", metadata.hub_id, "expires in", metadata.expires_in, "seconds");
}
