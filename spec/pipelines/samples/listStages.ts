import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results } = await client.pipelines.listStages("tickets", "0");
for (const { id, label, metadata } of results) console.log(id, label, metadata.ticketState);
