import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

// The records stay associated. Removing the unlabeled type would remove all types.
const types = [{ associationCategory: "USER_DEFINED", associationTypeId: 1201 }];
const inputs = [{ from: { id: "3101" }, to: { id: "5201" }, types }];
const { status } = await client.associations.batchArchiveLabels("contacts", "companies", { inputs });
console.log("The batch is", status);
