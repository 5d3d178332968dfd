import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const definitions = client.eventDefinitions.list({ searchString: "repair", includeProperties: true });
for await (const { name, properties } of definitions) console.log(name, properties.length);
