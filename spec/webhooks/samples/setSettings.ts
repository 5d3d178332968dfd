import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { updatedAt } = await client.webhooks.setSettings(27314, {
  targetUrl: "https://traildesk.example/webhooks",
  throttling: { maxConcurrentRequests: 10 },
});
console.log(updatedAt);
