import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results } = await client.associations.listLabels("contacts", "companies");
for (const { typeId, label, category } of results) console.log(typeId, label ?? "unlabeled", category);
