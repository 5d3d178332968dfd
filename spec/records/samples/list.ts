import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

// The first page. To iterate over the records of all pages, use `for await`.
const { results, paging } = await client.records.list("tickets", { limit: 1, properties: ["subject"] });
for (const { id, properties } of results) console.log(id, properties["subject"]);
console.log("next page:", paging?.next?.after);
