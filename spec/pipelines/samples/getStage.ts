import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { label, metadata } = await client.pipelines.getStage("deals", "default", "contractsent");
console.log(label, metadata.probability);
