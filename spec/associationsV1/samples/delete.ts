import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

await client.associationsV1.delete({
  fromObjectId: 3101,
  toObjectId: 9601,
  category: "SERVICE_DEFINED",
  definitionId: 15,
});
console.log("Contact 3101 and ticket 9601 are no longer associated. Both still exist.");
