import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { name } = await client.properties.createGroup("meetings", { name: "delivery_information", label: "Delivery" });
console.log(name);
