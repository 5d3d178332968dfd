import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const inputs = [{ category: "USER_DEFINED", typeId: 1201 }];
const { status } = await client.associations.batchDeleteLimits("contacts", "companies", { inputs });
console.log("The batch is", status);
