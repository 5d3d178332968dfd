import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { dealId } = await client.legacy.createDeal({
  associations: { associatedCompanyIds: [5201], associatedVids: [3101] },
  properties: [
    { name: "dealname", value: "Larkspur winter service" },
    { name: "dealstage", value: "appointmentscheduled" },
    { name: "pipeline", value: "default" },
    { name: "amount", value: "1500" },
  ],
});
console.log(dealId);
