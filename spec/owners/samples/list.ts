import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

for await (const { id, firstName, lastName, email } of client.owners.list({ limit: 100 })) {
  console.log(id, firstName, lastName, email);
}
