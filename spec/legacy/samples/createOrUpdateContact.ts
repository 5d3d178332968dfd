import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { vid, isNew } = await client.legacy.createOrUpdateContact("jonas.brandt@larkspurbikes.example", {
  properties: [{ property: "firstname", value: "Jon" }],
});
console.log(vid, isNew);
