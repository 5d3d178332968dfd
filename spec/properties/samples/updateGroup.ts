import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { label } = await client.properties.updateGroup("meetings", "video_information", { label: "Video meetings" });
console.log(label);
