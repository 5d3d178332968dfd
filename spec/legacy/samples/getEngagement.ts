import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { engagement, metadata } = await client.legacy.getEngagement("512001");
console.log(engagement.type, metadata.title);
