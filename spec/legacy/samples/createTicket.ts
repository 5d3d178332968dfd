import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { objectId } = await client.legacy.createTicket([
  { name: "subject", value: "Display stays dark" },
  { name: "hs_pipeline_stage", value: "1" },
]);
console.log(objectId);
