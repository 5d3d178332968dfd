import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const tokens = await client.smtpTokensV1.list();
for (const { userName, campaignName, deleted } of tokens) console.log(userName, campaignName, deleted ? "(deleted)" : "");
