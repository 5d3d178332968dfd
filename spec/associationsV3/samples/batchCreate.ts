import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const response = await client.associationsV3
  .batchCreate("contacts", "companies", {
    inputs: [
      { from: { id: "3102" }, to: { id: "5201" }, type: "contact_to_company" },
      { from: { id: "3999" }, to: { id: "5201" }, type: "contact_to_company" },
    ],
  })
  .withResponse();
for (const { from, to, type } of response.data.results) console.log(from.id, type, to.id);
// Contact 3999 does not exist; the other association is created.
if (response.status === 207) {
  for (const { message, context } of response.data.errors ?? []) console.log(message, context["INVALID_OBJECT_IDS"]);
}
