import { ApiError, createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

try {
  const contact = await client.records.create("contacts", {
    properties: { email: "hanna.vogel@larkspurbikes.example", firstname: "Hanna" },
  });
  console.log(contact.id);
} catch (error) {
  if (!(error instanceof ApiError) || error.status !== 409) throw error;
  // The message contains the id of the existing contact.
  console.log(error.category, error.message);
}
