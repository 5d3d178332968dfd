import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { lists } = await client.lists.list({ listIds: ["5501"] });
for (const { name, size } of lists) console.log(name, size);
