import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const inputs = [{ from: { id: "3101" }, to: { id: "5202" } }];
const { results } = await client.associations.batchCreateDefault("contacts", "companies", { inputs });
console.log(results.length, "directions of", inputs.length, "association");
