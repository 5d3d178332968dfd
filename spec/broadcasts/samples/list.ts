import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { data, response } = await client.broadcasts.list({ status: "WAITING" }).withResponse();
for (const { broadcastGuid, triggerAt, messageText } of data) {
  console.log(broadcastGuid, triggerAt && new Date(triggerAt), messageText);
}
// The deprecation date: @ and the seconds since the epoch.
console.log("deprecated:", response.headers.get("deprecation"));
