import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const found = await client.records.search("tickets", {
  filterGroups: [{ filters: [{ propertyName: "subject", operator: "CONTAINS_TOKEN", value: "torque" }] }],
  properties: ["subject"],
});
for (const { id, properties } of found.results) console.log(id, properties["subject"]);
