import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

// Asks for the further pages too, when a company has more tickets than one answer holds.
for await (const { from, to } of client.associations.batchRead("companies", "tickets", { inputs: [{ id: "5201" }] })) {
  console.log("Company", from.id, "has the ticket", to.id, "by", to.type);
}
