import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const stages = [
  { stageId: "310002", label: "Offered", displayOrder: 0, metadata: { probability: 0.5 } },
  { label: "Ordered", displayOrder: 1, metadata: { probability: 1 } },
];
const pipeline = { label: "Fleet orders", displayOrder: 1, stages };
const result = await client.pipelines.set("deals", "310001", { ...pipeline, validateReferencesBeforeDelete: true });
for (const { id, label } of result.stages) console.log(id, label);
