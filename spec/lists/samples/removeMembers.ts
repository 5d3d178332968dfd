import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { recordIdsRemoved } = await client.lists.removeMembers("5501", ["5201"]);
console.log("removed:", recordIdsRemoved);
