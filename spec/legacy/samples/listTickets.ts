import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { objects, hasMore } = await client.legacy.listTickets({ offset: 0, properties: ["subject"] });
console.log(objects.length, hasMore);
