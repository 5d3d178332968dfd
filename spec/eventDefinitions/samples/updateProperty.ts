import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { options } = await client.eventDefinitions.updateProperty("repair_completed", "repair_result", {
  options: [
    { label: "Repaired", value: "repaired" },
    { label: "Replaced", value: "replaced" },
    { label: "Returned", value: "returned" },
  ],
});
for (const { label, value } of options) console.log(value, label);
