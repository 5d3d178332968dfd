import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const types = [{ associationCategory: "USER_DEFINED", associationTypeId: 1201 }];
const inputs = [{ from: { id: "3102" }, to: { id: "5202" }, types }];
// Splits more than 2,000 inputs into several requests, and accounts for every input.
const { results, errors } = await client.associations.batchCreate("contacts", "companies", { inputs }).chunked();
for (const { fromObjectId, toObjectId, labels } of results) console.log(fromObjectId, "to", toObjectId, "as", labels.join(", "));
for (const { message } of errors) console.log(message);
