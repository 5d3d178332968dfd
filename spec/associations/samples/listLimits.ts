import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results } = await client.associations.listLimits("contacts", "companies");
for (const { label, userEnforcedMaxToObjectIds } of results) console.log(label ?? "unlabeled", "up to", userEnforcedMaxToObjectIds);
