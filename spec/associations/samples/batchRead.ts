import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

// Requests further pages when a contact has more companies than fit in one response.
const inputs = [{ id: "3101" }, { id: "3102" }];
for await (const { from, to } of client.associations.batchRead("contacts", "companies", { inputs })) {
  console.log("Contact", from.id, "has company", to.toObjectId, "by", to.associationTypes.length, "types");
}
