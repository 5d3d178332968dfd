import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

// Page after page of the list, 20 at a time; `offset` and `limit` are for those who turn the pages themselves.
for await (const { id, name, url } of client.pages.list({ is_draft: false })) {
  console.log(id, name, url);
}
