import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { campaignName, createdBy } = await client.smtpTokens.get("k7f3m9q2xd@4815162.smtp.crm-platform.example");
console.log(campaignName, createdBy);
