import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { status, triggerAt, messageUrl } = await client.broadcasts.get("d2b7f4a1-63c8-4e05-9a1d-0f8e5c3b7296");
console.log(status, messageUrl ?? (triggerAt && new Date(triggerAt)));
