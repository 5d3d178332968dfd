import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const groupName = "meetinginformation";
const { results, errors } = await client.properties
  .batchCreate("meetings", {
    inputs: [
      { name: "room_name", label: "Room name", type: "string", fieldType: "text", groupName },
      { name: "seats", label: "Seats", type: "number", fieldType: "number", groupName },
    ],
  })
  .chunked();
for (const { name } of results) console.log("created:", name);
for (const { message, context } of errors) console.log(context["propertyName"], message);
