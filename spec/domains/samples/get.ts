import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { domain, isResolving, isUsedForEmail } = await client.domains.get("610001");
console.log(domain, isResolving ? "resolves" : "does not resolve", isUsedForEmail ? "and is used for email" : "");
