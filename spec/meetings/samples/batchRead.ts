import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const response = await client.meetings
  .batchRead({
    inputs: [{ id: "512001" }, { id: "512999" }],
    properties: ["hs_meeting_title"],
    propertiesWithHistory: [],
  })
  .withResponse();
for (const { id, properties } of response.data.results) console.log(id, properties["hs_meeting_title"]);
// Meeting 512999 does not exist. A missing meeting results in status 207, which does not throw.
if (response.status === 207) console.log("missing:", response.data.errors?.[0]?.context["ids"]);
