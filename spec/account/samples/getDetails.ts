import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { portalId, accountType, timeZone } = await client.account.getDetails();
console.log(portalId, accountType, timeZone);
