import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

await client.eventDefinitions.delete("sensor_registered");
console.log("Deleted, with all occurrences.");
