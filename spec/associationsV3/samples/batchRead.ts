import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

// Requests further pages when a company has more tickets than fit in one response.
for await (const { from, to } of client.associationsV3.batchRead("companies", "tickets", { inputs: [{ id: "5201" }] })) {
  console.log("Company", from.id, "has ticket", to.id, "by", to.type);
}
