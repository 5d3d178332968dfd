import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { updatedList } = await client.lists.updateName("5501", { listName: "Partner workshops" });
console.log(updatedList.name);
