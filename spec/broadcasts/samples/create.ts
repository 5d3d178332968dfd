import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { broadcastGuid, status } = await client.broadcasts.create({
  channelGuid: "8d0a4c6e-1f72-4b95-a3d8-5e9c7b2f6014",
  triggerAt: Date.parse("2026-04-21T09:00:00Z"),
  content: { body: "Replacement sensors are on their way to Larkspur Bikes." },
});
console.log(broadcastGuid, status);
