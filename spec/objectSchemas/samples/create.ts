import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { objectTypeId } = await client.objectSchemas.create({
  name: "workshop",
  labels: { singular: "Workshop", plural: "Workshops" },
  requiredProperties: ["workshop_name"],
  searchableProperties: ["workshop_name"],
  secondaryDisplayProperties: [],
  properties: [{ name: "workshop_name", label: "Name", type: "string", fieldType: "text" }],
  associatedObjects: ["companies"],
  allowsSensitiveProperties: false,
  shouldCreateSameObjectAssociation: false,
});
console.log(objectTypeId);
