import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { label } = await client.pipelines.update("deals", "310001", { label: "Orders of fleets" });
console.log(label);
