import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

await client.smtpTokens.delete("h9r4y7c2mp@4815162.smtp.crm-platform.example");
console.log("deleted");
