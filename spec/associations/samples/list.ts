import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

// Requests further pages when the contact has more than 500 companies.
for await (const { toObjectId, associationTypes } of client.associations.list("contacts", "3101", "companies")) {
  console.log("Company", toObjectId, "as", associationTypes.map(({ label }) => label ?? "unlabeled").join(", "));
}
