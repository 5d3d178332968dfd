import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const tickets = [9601, 9602];
await client.associationsV1.batchDelete(
  tickets.map((ticket) => ({
    fromObjectId: 7401,
    toObjectId: ticket,
    category: "SERVICE_DEFINED",
    definitionId: 27,
  })),
);
console.log("Deal 7401 has", tickets.length, "fewer tickets.");
