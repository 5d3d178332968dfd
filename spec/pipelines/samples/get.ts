import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { label, stages } = await client.pipelines.get("tickets", "0");
console.log(label);
for (const stage of stages) console.log(stage.id, stage.label);
