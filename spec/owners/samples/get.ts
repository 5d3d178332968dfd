import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { id, email } = await client.owners.get("90212", { idProperty: "userId" });
console.log(id, email);
