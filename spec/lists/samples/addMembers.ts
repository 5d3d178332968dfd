import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { recordsIdsAdded, recordIdsMissing } = await client.lists.addMembers("5501", ["5202", "5999"]);
console.log("added:", recordsIdsAdded, "missing:", recordIdsMissing);
