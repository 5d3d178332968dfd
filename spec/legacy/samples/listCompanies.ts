import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { companies, offset } = await client.legacy.listCompanies({ limit: 1, offset: 0, properties: ["name"] });
console.log(companies.length, offset);
