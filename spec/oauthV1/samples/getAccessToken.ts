import { createClient } from "@crm-platform/client";

const client = createClient({ baseUrl: process.env.CRM_PLATFORM_URL });

// The token in the path is the credential, so the client needs no access token.
const { data, response } = await client.oauthV1.getAccessToken(process.env.CRM_PLATFORM_TOKEN ?? "").withResponse();
console.log(data.user, "of account", data.hub_id, "expires in", data.expires_in, "seconds:", data.scopes);
console.log("This interface ends on", response.headers.get("sunset"));
