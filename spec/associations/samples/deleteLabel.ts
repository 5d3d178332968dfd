import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

await client.associations.deleteLabel("contacts", "companies", 1201);
console.log("The records stay associated without the label.");
