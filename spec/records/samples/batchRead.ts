import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

// `chunked()` splits inputs into requests of at most 100, and reports every input that was not found.
const { results, errors } = await client.records
  .batchRead("contacts", {
    idProperty: "email",
    inputs: [{ id: "jonas.brandt@larkspurbikes.example" }, { id: "lena.okafor@larkspurbikes.example" }],
    properties: ["email"],
    propertiesWithHistory: [],
  })
  .chunked();
for (const { id, properties } of results) console.log(id, properties["email"]);
for (const { category, context } of errors) console.log(category, context["ids"]);
