import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

// With an `objectWriteTraceId` in every input, the inputs succeed or fail individually.
const { results, errors } = await client.records
  .batchCreate("contacts", {
    inputs: [
      { objectWriteTraceId: "row-1", properties: { email: "hanna.vogel@larkspurbikes.example" } },
      { objectWriteTraceId: "row-2", properties: { email: "jonas.brandt@larkspurbikes.example" } },
    ],
  })
  .chunked();
for (const { id, objectWriteTraceId } of results) console.log(objectWriteTraceId, id);
for (const { message, context } of errors) console.log(context["objectWriteTraceId"], message);
