import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { label, options } = await client.properties.get("contacts", "lifecyclestage");
console.log(label);
for (const option of options) console.log(option.value, option.label);
