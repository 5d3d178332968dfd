import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const answer = await client.meetings
  .batchRead({
    inputs: [{ id: "512001" }, { id: "512999" }],
    properties: ["hs_meeting_title"],
    propertiesWithHistory: [],
  })
  .withResponse();
for (const { id, properties } of answer.data.results) console.log(id, properties["hs_meeting_title"]);
// There is no meeting 512999. Whoever asks for what is missing gets a 207, and it is no failure.
if (answer.status === 207) console.log("missing:", answer.data.errors?.[0]?.context["ids"]);
