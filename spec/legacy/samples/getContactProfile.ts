import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { vid, properties } = await client.legacy.getContactProfile("jonas.brandt@larkspurbikes.example");
console.log(vid, properties["firstname"]?.value);
