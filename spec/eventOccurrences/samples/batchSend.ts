import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const eventName = "pe4815162_sensor_registered";
const inputs = [
  { eventName, objectId: "3101", properties: { serial_number: "TS-4420" } },
  { eventName, objectId: "3102", properties: { serial_number: "TS-4421" } },
];
// A request contains up to 500 occurrences; chunked() sends any number of them.
await client.eventOccurrences.batchSend({ inputs }).chunked();
console.log(`Sent ${inputs.length} occurrences.`);
