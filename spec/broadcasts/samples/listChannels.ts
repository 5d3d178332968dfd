import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const channels = await client.broadcasts.listChannels();
for (const { channelGuid, type, displayName } of channels) console.log(channelGuid, type, displayName);
