import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

await client.associations.updateLabel("contacts", "companies", { associationTypeId: 1201, label: "Invoice contact" });
console.log("The label has been renamed.");
