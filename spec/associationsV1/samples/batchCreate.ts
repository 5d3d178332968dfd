import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const tickets = [9601, 9602];
// The batch is atomic: one nonexistent record fails all of it.
await client.associationsV1.batchCreate(
  tickets.map((ticket) => ({
    fromObjectId: 3102,
    toObjectId: ticket,
    category: "SERVICE_DEFINED",
    definitionId: 15,
  })),
);
console.log("Contact 3102 has", tickets.length, "more tickets.");
