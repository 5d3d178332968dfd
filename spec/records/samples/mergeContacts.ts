import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const merged = await client.records.mergeContacts({ primaryObjectId: "3101", objectIdToMerge: "3102" });
console.log(merged.id, merged.properties["hs_merged_object_ids"]);
