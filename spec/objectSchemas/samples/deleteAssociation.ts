import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

await client.objectSchemas.deleteAssociation("sensor", "1301");
console.log("Sensors and companies can no longer be associated.");
