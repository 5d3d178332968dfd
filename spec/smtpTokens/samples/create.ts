import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { id, password } = await client.smtpTokens.create({ campaignName: "Order notices", createContact: true });
// Store the password: it is not shown again.
console.log(id, "has a password of", password.length, "characters");
