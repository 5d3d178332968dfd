import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { data, response } = await client.broadcasts.list({ status: "WAITING" }).withResponse();
for (const { broadcastGuid, triggerAt, messageText } of data) {
  console.log(broadcastGuid, triggerAt && new Date(triggerAt), messageText);
}
// An @ and the seconds since the epoch: from then on the interface gets no new versions.
console.log("deprecated:", response.headers.get("deprecation"));
