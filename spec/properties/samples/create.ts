import { ApiError, createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

try {
  const property = await client.properties.create("tickets", {
    name: "frame_number",
    label: "Frame number",
    type: "string",
    fieldType: "text",
    groupName: "ticketinformation",
    hasUniqueValue: true,
  });
  console.log(property.name, property.createdAt);
} catch (error) {
  // A property with this name exists.
  if (!(error instanceof ApiError) || error.status !== 409) throw error;
}
