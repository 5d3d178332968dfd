import { expect, test } from "vitest";
import { controlledMock } from "./controlling.ts";

const pair = { from: { id: "3101" }, to: { id: "5201" } };
const spec = { associationCategory: "SERVICE_DEFINED", associationTypeId: 15 };

test.each([
  {
    path: "/crm/associations/2026-03/contacts/companies/batch/create",
    body: { inputs: [{ ...pair, types: [spec] }] },
    message:
      /must be the id of an association type of this category from fromObjectType to toObjectType\. Valid types: USER_DEFINED 1201 \(billing_contact\), SERVICE_DEFINED 1 \(contact_to_company\), .*, SERVICE_DEFINED 279 \(contact_to_company_unlabeled\)$/,
  },
  {
    path: "/crm/v3/associations/contacts/companies/batch/create",
    body: { inputs: [{ ...pair, type: "contact_to_deal" }] },
    message:
      "must be the name of an association type from fromObjectType to toObjectType. Valid types: billing_contact, contact_to_company, contact_to_company_unlabeled",
  },
  {
    path: "/crm/v3/associations/2-7/2-8/batch/create",
    body: { inputs: [{ ...pair, type: "contact_to_deal" }] },
    message: "must be the name of an association type from fromObjectType to toObjectType, but the account has no such type",
  },
  {
    path: "/crm/objects/2026-03/contacts",
    body: { properties: {}, associations: [{ to: { id: "5201" }, types: [{ ...spec, associationTypeId: 2 }] }] },
    message: /must be the id of an association type from this object type\. Valid types: 1201 \(billing_contact\), (\d+ \([\w ]+\), ){9}…$/,
  },
  {
    path: "/crm-associations/v1/associations",
    method: "PUT",
    body: { fromObjectId: 3101, toObjectId: 5201, category: "SERVICE_DEFINED", definitionId: 9999 },
    message: "must be the id of an association type. associations.listLabels lists the types between two object types",
  },
])("$path lists the valid types if a type is wrong", async ({ message, ...call }) => {
  const { account } = await controlledMock();
  const one = await account();
  await one.seed({
    records: { contacts: [{ id: "3101" }], companies: [{ id: "5201" }] },
    objectSchemas: [
      { objectTypeId: "2-7", name: "bicycle" },
      { objectTypeId: "2-8", name: "wheel" },
    ],
    associationLabels: [{ id: 1201, from: "contacts", to: "companies", name: "billing_contact", label: "Billing contact" }],
  });
  const { status, body } = await one.call(call);
  const pattern = typeof message === "string" ? `${body.errors[0].in} ${message}` : expect.stringMatching(message);
  expect([status, body.errors.map((error: { message: string }) => error.message)]).toEqual([400, [pattern]]);
});
