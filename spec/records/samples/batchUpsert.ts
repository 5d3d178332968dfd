import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results } = await client.records.batchUpsert("contacts", {
  inputs: [
    {
      id: "hanna.vogel@larkspurbikes.example",
      idProperty: "email",
      properties: { firstname: "Hanna", lastname: "Vogel" },
    },
  ],
});
for (const contact of results) console.log(contact.id, contact.new ? "created" : "changed");
