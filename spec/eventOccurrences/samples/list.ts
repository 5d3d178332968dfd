import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const occurrences = client.eventOccurrences.list({
  objectType: "CONTACT",
  filters: { "objectProperty.email": "jonas.brandt@larkspurbikes.example" },
});
for await (const { eventType, occurredAt, properties } of occurrences) console.log(occurredAt, eventType, properties);
