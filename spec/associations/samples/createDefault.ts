import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results } = await client.associations.createDefault("contacts", "3101", "companies", "5202");
for (const { from, to, associationSpec } of results) console.log(from.id, "to", to.id, "by type", associationSpec.associationTypeId);
