import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const property = await client.properties.update("meetings", "calendar_event_key", { label: "Key of the calendar event" });
console.log(property.label, property.updatedAt);
