import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const stage = { label: "Quoted", displayOrder: 0, metadata: { probability: 0.6 } };
const { metadata } = await client.pipelines.setStage("deals", "310001", "310002", stage);
console.log(metadata.probability);
