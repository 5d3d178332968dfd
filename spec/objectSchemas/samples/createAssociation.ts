import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { id, name } = await client.objectSchemas.createAssociation("sensor", {
  fromObjectTypeId: "2-3401",
  toObjectTypeId: "0-5",
});
console.log(id, name);
