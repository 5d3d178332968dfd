import { ApiError, createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

try {
  const { domain, usedFor, isUsingHttps } = await client.domainsV1.get("610001");
  console.log(domain, usedFor, isUsingHttps ? "over HTTPS" : "without HTTPS");
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  // Quote the correlation id when you contact support.
  console.log(error.status, error.category, error.correlationId);
}
