import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const { complete } = await client.records.batchArchive("contacts", { inputs: [{ id: "3101" }, { id: "3102" }] }).chunked();
console.log(complete ? "archived" : "failed");
