import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const inputs = [{ from: { id: "3101" }, to: [{ id: "5201" }] }];
const { status } = await client.associations.batchArchive("contacts", "companies", { inputs });
console.log("The batch is", status);
