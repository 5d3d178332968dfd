import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { list } = await client.lists.create({ name: "Trade fair", objectTypeId: "0-1", processingType: "MANUAL" });
console.log(list.listId);
