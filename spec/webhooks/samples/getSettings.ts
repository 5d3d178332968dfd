import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { targetUrl, throttling } = await client.webhooks.getSettings(27314);
console.log(targetUrl, throttling.maxConcurrentRequests);
