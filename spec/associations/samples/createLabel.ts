import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results } = await client.associations.createLabel("contacts", "companies", {
  name: "employee",
  label: "Employee",
  inverseLabel: "Employer",
});
for (const { typeId, label } of results) console.log(label, "has the type id", typeId);
