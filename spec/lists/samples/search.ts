import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { lists, hasMore } = await client.lists.search({ query: "workshop", offset: 0 });
for (const { listId, name } of lists) console.log(listId, name);
console.log(hasMore ? "There are more lists." : "These are all lists.");
