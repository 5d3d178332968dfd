import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

// 15 is contact to ticket; the opposite direction is created as well.
const { fromObjectId, toObjectId } = await client.associationsV1.create({
  fromObjectId: 3101,
  toObjectId: 9602,
  category: "SERVICE_DEFINED",
  definitionId: 15,
});
console.log("Contact", fromObjectId, "and ticket", toObjectId, "are associated.");
