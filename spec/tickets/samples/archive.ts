import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

await client.tickets.archive("9602");
console.log("Ticket 9602 is in the recycling bin and can be restored for 90 days.");
