import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

await client.pipelines.deleteStage("deals", "310001", "310002", { validateReferencesBeforeDelete: true });
console.log("deleted");
