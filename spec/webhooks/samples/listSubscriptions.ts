import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results } = await client.webhooks.listSubscriptions(27314);
for (const { id, eventType, active } of results) console.log(id, eventType, active);
