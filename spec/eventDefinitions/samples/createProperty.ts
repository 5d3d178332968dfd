import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const property = await client.eventDefinitions.createProperty("repair_completed", { label: "Part number", type: "string" });
console.log(property.name, property.fieldType);
