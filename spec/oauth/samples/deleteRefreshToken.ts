import { ApiError, createClient } from "@crm-platform/client";

const client = createClient({ baseUrl: process.env.CRM_PLATFORM_URL });

try {
  await client.oauth.deleteRefreshToken("na1-2f6d8a10-7c35-4e9b-b0a4-000004815162");
  console.log("It gives no access tokens any more. Those it gave work until they expire.");
} catch (error) {
  // It was deleted before, or never given: either way it is good for nothing now.
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
