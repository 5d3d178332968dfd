import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results } = await client.lists.listOfRecord("0-2", "5201");
for (const { listId, lastAddedTimestamp } of results) console.log(listId, lastAddedTimestamp);
