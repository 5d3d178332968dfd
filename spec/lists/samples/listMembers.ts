import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

for await (const { recordId, membershipTimestamp } of client.lists.listMembers("5501", { limit: 100 })) {
  console.log(recordId, membershipTimestamp);
}
