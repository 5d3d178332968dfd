import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

// The labels replace all labels that the association has.
const { labels } = await client.associations.create("contacts", "3101", "companies", "5202", [
  { associationCategory: "USER_DEFINED", associationTypeId: 1201 },
]);
console.log("The company is associated as", labels.join(", "));
