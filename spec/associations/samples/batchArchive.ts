import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

// Only the association of this type ends. The records stay, and so does what else joins them.
await client.associations.batchArchive("contacts", "companies", {
  inputs: [{ from: { id: "3101" }, to: { id: "5201" }, type: "billing_contact" }],
});
console.log("Contact 3101 is no billing contact of company 5201 any more.");
