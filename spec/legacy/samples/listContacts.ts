import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { contacts, "has-more": hasMore } = await client.legacy.listContacts({ count: 1, vidOffset: 0, property: ["firstname"] });
console.log(contacts.length, hasMore);
