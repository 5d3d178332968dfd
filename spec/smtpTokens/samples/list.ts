import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

for await (const { id, campaignName } of client.smtpTokens.list()) console.log(id, campaignName);
