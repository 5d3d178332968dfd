import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { fullyQualifiedName, objectTypeId } = await client.eventDefinitions.create({
  label: "Sensor calibrated",
  name: "sensor_calibrated",
  primaryObject: "CONTACT",
  propertyDefinitions: [
    { name: "torque_offset", label: "Torque offset", type: "number" },
    { name: "owner_email", label: "Owner email", type: "string" },
  ],
  // Links an occurrence to the contact with the same email address.
  customMatchingId: { primaryObjectRule: { targetObjectPropertyName: "email", eventPropertyName: "owner_email" } },
  includeDefaultProperties: false,
});
console.log(fullyQualifiedName, objectTypeId);
