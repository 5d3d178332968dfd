import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { companyId } = await client.legacy.createCompany({
  properties: [
    {
      name: "name",
      value: "Larkspur Service",
    },
    {
      name: "domain",
      value: "service.larkspurbikes.example",
    },
  ],
});
console.log(companyId);
