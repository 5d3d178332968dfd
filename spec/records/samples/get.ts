import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const contact = await client.records.get("contacts", "3101", {
  properties: ["email", "firstname"],
  associations: ["companies"],
});
console.log(contact.properties["email"]);
for (const { id, type } of contact.associations?.["companies"]?.results ?? []) console.log(id, type);
