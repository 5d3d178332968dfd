import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { labels, updatedAt } = await client.eventDefinitions.update("repair_completed", { label: "Repair finished" });
console.log(labels.singular, updatedAt);
