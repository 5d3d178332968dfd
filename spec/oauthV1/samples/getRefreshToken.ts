import { createClient } from "@crm-platform/client";

const client = createClient({ baseUrl: process.env.CRM_PLATFORM_URL });

// The token in the path is the credential, so the client needs no access token.
const metadata = await client.oauthV1.getRefreshToken("na1-2f6d8a10-7c35-4e9b-b0a4-000004815162");
console.log(metadata.user, "installed the app in account", metadata.hub_id, "with the scopes", metadata.scopes);
