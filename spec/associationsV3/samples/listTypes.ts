import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results } = await client.associationsV3.listTypes("contacts", "companies");
for (const { id, name } of results) console.log(id, name);
