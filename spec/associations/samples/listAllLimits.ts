import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results } = await client.associations.listAllLimits();
for (const { typeId, userEnforcedMaxToObjectIds } of results) console.log("Type", typeId, "up to", userEnforcedMaxToObjectIds);
