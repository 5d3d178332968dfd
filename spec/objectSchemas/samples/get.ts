import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { objectTypeId, properties } = await client.objectSchemas.get("sensor");
console.log(objectTypeId, properties.map(({ name }) => name).join(", "));
