import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { userName, password } = await client.smtpTokensV1.create({
  createdBy: "mara.lindqvist@haldeninstruments.example",
  campaignName: "Shipment notices",
});
// Store the password: it is not shown again.
console.log(userName, "has a password of", password.length, "characters");
