import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results, ...rest } = await client.objectSchemas.batchRead({ inputs: [{ id: "2-3401" }, { id: "2-9999" }] });
for (const { name, objectTypeId } of results) console.log(name, objectTypeId);
if ("errors" in rest) for (const { message } of rest.errors ?? []) console.error(message);
