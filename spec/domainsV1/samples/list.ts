import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

for await (const { domain, isUsingHttps } of client.domainsV1.list({ limit: 100 })) {
  console.log(domain, isUsingHttps ? "over HTTPS" : "without HTTPS");
}
