import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const pipeline = await client.pipelines.create("tickets", {
  label: "Repairs",
  displayOrder: 1,
  stages: [
    { label: "Received", displayOrder: 0, metadata: { ticketState: "OPEN" } },
    { label: "Returned", displayOrder: 1, metadata: { ticketState: "CLOSED" } },
  ],
});
for (const { id, label } of pipeline.stages) console.log(id, label);
