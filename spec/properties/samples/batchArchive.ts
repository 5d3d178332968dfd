import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

await client.properties.batchArchive("meetings", { inputs: [{ name: "calendar_event_key" }] });
console.log("archived");
