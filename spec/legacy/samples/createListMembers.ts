import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { updated, discarded } = await client.legacy.createListMembers("5503", {
  vids: [3101],
  emails: ["ines.ferreira@larkspurbikes.example"],
});
console.log("added:", updated, "already members:", discarded);
