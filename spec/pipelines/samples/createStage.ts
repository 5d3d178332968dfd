import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const stage = await client.pipelines.createStage("tickets", "0", {
  label: "Waiting on supplier",
  displayOrder: 2,
  metadata: { ticketState: "OPEN" },
});
console.log(stage.id, stage.createdAt);
