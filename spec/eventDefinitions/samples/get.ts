import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { fullyQualifiedName, properties } = await client.eventDefinitions.get("repair_completed");
console.log(fullyQualifiedName);
for (const { name, type } of properties) console.log(name, type);
