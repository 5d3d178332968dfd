import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const tickets = [9601, 9602];
// All of them or none: one record that does not exist fails the whole batch.
await client.legacyAssociations.batchCreate(
  tickets.map((ticket) => ({
    fromObjectId: 3102,
    toObjectId: ticket,
    category: "SERVICE_DEFINED",
    definitionId: 15,
  })),
);
console.log("Contact 3102 has", tickets.length, "more tickets.");
