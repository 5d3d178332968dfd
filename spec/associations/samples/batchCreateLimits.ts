import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const inputs = [{ category: "SERVICE_DEFINED", typeId: 279, maxToObjectIds: 10 }];
const batch = await client.associations.batchCreateLimits("contacts", "companies", { inputs });
console.log(batch.results.length, "limits created");
if ("errors" in batch) for (const { message } of batch.errors ?? []) console.log(message);
