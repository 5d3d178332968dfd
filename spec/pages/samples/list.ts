import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

// Requests one page after another, 20 items each. Set `offset` and `limit` to page manually.
for await (const { id, name, url } of client.pages.list({ is_draft: false })) {
  console.log(id, name, url);
}
