import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { deals, offset } = await client.legacy.listDeals({ limit: 1, offset: 0, properties: ["dealname"], includeAssociations: true });
console.log(deals.length, offset);
