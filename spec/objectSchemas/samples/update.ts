import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { labels } = await client.objectSchemas.update("sensor", {
  labels: { singular: "Torque sensor", plural: "Torque sensors" },
  clearDescription: false,
});
console.log(labels.plural);
