import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

// 15 is contact to ticket. The client requests one chunk after another.
for await (const ticketId of client.associationsV1.list(3101, 15, { limit: 10 })) {
  console.log("Contact 3101 has ticket", ticketId);
}
