import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results } = await client.pipelines.list("deals");
for (const { id, label, stages } of results) console.log(id, label, stages.length);
