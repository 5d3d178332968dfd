import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const inputs = [{ category: "USER_DEFINED", typeId: 1201, maxToObjectIds: 3 }];
const { results } = await client.associations.batchUpdateLimits("contacts", "companies", { inputs });
for (const { typeId, userEnforcedMaxToObjectIds } of results) console.log("Type", typeId, "up to", userEnforcedMaxToObjectIds);
