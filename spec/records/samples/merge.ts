import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const merged = await client.records.merge("0-5", { primaryObjectId: "9601", objectIdToMerge: "9602" });
console.log(merged.id, merged.properties["hs_merged_object_ids"]);
