import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { recordsIdsAdded, recordIdsRemoved } = await client.lists.updateMembers("5501", {
  recordIdsToAdd: ["5202"],
  recordIdsToRemove: ["5201"],
});
console.log("added:", recordsIdsAdded, "removed:", recordIdsRemoved);
