import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

// The old password is invalid from now on.
const { id, password } = await client.smtpTokens.resetPassword("k7f3m9q2xd@4815162.smtp.crm-platform.example");
console.log(id, "has a new password of", password.length, "characters");
