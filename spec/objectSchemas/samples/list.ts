import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { results } = await client.objectSchemas.list();
for (const { objectTypeId, fullyQualifiedName, labels } of results) console.log(objectTypeId, fullyQualifiedName, labels.plural);
