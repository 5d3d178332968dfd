import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

for await (const { domain, isSslEnabled } of client.domains.list({ limit: 100, sort: ["domain"] })) {
  console.log(domain, isSslEnabled ? "over HTTPS" : "without HTTPS");
}
