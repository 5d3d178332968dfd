import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { eventType, active } = await client.webhooks.getSubscription(27314, "340001");
console.log(eventType, active);
