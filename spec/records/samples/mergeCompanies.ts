import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const merged = await client.records.mergeCompanies({ primaryObjectId: "5201", objectIdToMerge: "5202" });
console.log(merged.id, merged.properties["hs_merged_object_ids"]);
