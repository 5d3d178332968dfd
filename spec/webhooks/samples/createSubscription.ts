import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const subscription = await client.webhooks.createSubscription(27314, {
  eventType: "ticket.propertyChange",
  active: true,
  propertyName: "hs_pipeline_stage",
});
console.log(subscription.id);
