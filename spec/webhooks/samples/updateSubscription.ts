import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { active } = await client.webhooks.updateSubscription(27314, "340001", { active: false });
console.log(active);
