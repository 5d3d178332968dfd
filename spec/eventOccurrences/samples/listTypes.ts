import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { eventTypes } = await client.eventOccurrences.listTypes();
for (const eventType of eventTypes) console.log(eventType);
