import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

await client.objectSchemas.delete("sensor", { archived: true });
console.log("The object type was deleted, and its name can be used again.");
