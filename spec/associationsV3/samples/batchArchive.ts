import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

// Removes only this association type. The records and their other associations remain.
await client.associationsV3.batchArchive("contacts", "companies", {
  inputs: [{ from: { id: "3101" }, to: { id: "5201" }, type: "billing_contact" }],
});
console.log("Contact 3101 is no longer a billing contact of company 5201.");
