import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results } = await client.account.getDailyUsage();
for (const { currentUsage, usageLimit, resetsAt } of results) console.log(currentUsage, "of", usageLimit, "until", resetsAt);
