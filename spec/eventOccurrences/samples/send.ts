import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

// The matching rule of the event finds the contact by its email address.
await client.eventOccurrences.send({
  eventName: "pe4815162_repair_completed",
  // With a uuid, the client can retry the request, and the occurrence is stored only once.
  uuid: "4f1c7a52-9d0e-4b63-8a1f-7e2d5c903b14",
  properties: { owner_email: "jonas.brandt@larkspurbikes.example", repair_result: "repaired" },
});
console.log("Sent.");
