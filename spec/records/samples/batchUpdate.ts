import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results, errors } = await client.records
  .batchUpdate("tickets", {
    inputs: [
      { id: "9601", properties: { subject: "Torque sensor reads zero after a cold start" } },
      { id: "9699", properties: { subject: "Saddle clamp is loose" } },
    ],
  })
  .chunked();
for (const { id, updatedAt } of results) console.log(id, updatedAt);
for (const { category, context } of errors) console.log(category, context["ids"]);
