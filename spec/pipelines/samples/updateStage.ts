import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { label, metadata } = await client.pipelines.updateStage("deals", "310001", "310002", { label: "Quoted" });
console.log(label, metadata.probability);
