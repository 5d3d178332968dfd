import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results } = await client.pipelines.getAudit("deals", "310001");
for (const { action, timestamp, fromUserId } of results) console.log(timestamp, action, "by", fromUserId);
