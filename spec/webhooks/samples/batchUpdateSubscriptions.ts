import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results, errors } = await client.webhooks
  .batchUpdateSubscriptions(27314, {
    inputs: [
      { id: "340002", active: true },
      { id: "349999", active: true },
    ],
  })
  .chunked();
for (const { id, active } of results) console.log(id, active);
for (const { category, context } of errors) console.log(category, context["ids"]);
