import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results, errors } = await client.properties
  .batchRead("meetings", { archived: false, inputs: [{ name: "calendar_event_key" }, { name: "video_link" }] })
  .chunked();
for (const { name, hasUniqueValue } of results) console.log(name, hasUniqueValue);
for (const { context } of errors) console.log("missing:", context["propertyName"]);
