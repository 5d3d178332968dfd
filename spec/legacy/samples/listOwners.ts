import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const [owner] = await client.legacy.listOwners({ email: "mara.lindqvist@haldeninstruments.example" });
console.log(owner?.ownerId);
