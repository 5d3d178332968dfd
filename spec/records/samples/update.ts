import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const ticket = await client.records.update("tickets", "9601", {
  properties: { subject: "Torque sensor reads zero after a cold start" },
});
console.log(ticket.updatedAt, ticket.properties["subject"]);
