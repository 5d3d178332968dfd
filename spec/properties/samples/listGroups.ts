import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results } = await client.properties.listGroups("meetings");
for (const { name, label } of results) console.log(name, label);
