import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const answer = await client.associations
  .batchCreate("contacts", "companies", {
    inputs: [
      { from: { id: "3102" }, to: { id: "5201" }, type: "contact_to_company" },
      { from: { id: "3999" }, to: { id: "5201" }, type: "contact_to_company" },
    ],
  })
  .withResponse();
for (const { from, to, type } of answer.data.results) console.log(from.id, type, to.id);
// There is no contact 3999; the other association is created all the same.
if (answer.status === 207) {
  for (const { message, context } of answer.data.errors ?? []) console.log(message, context["INVALID_OBJECT_IDS"]);
}
