import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { engagement } = await client.legacy.createEngagement({
  engagement: {
    type: "NOTE",
    timestamp: 1776672000000,
  },
  associations: {
    contactIds: [3101],
  },
  metadata: {
    body: "Jonas asked for a second sensor.",
  },
});
console.log(engagement.id);
