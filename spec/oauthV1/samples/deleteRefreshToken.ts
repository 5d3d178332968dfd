import { ApiError, createClient } from "@crm-platform/client";

const client = createClient({ baseUrl: process.env.CRM_PLATFORM_URL });

try {
  await client.oauthV1.deleteRefreshToken("na1-2f6d8a10-7c35-4e9b-b0a4-000004815162");
  console.log("The refresh token is deleted. Its access tokens remain valid until they expire.");
} catch (error) {
  // The token is unknown or already deleted.
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
