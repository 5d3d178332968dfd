import { createClient } from "@crm-platform/client";

const client = createClient({ baseUrl: process.env.CRM_PLATFORM_URL });

// The token in the body authenticates the request, so the client needs no access token.
const { hubId, scopes } = await client.oauthV2.introspectToken({ tokenKey: process.env.CRM_PLATFORM_TOKEN ?? "" });
console.log(hubId, scopes.length);
