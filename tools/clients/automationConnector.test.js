import "./otherHost.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import * as connectors from "automation-connectors";
import { control, createAccount, serviceName } from "./app.js";

const [, Connector] = Object.entries(connectors).find(([name]) => name.toLowerCase() === `${serviceName}connector`);

/** The connector, with the part of the platform's database that it reads. */
class ConnectorOfPlatform extends Connector {
  GetCachedObject(_integrationId, name) {
    return { ID: name, Name: name, Category: "CRM" };
  }
}

const { accountId, accessToken } = await createAccount();
const connector = new ConnectorOfPlatform();
const integration = { IntegrationID: "1", Configuration: JSON.stringify({ accessToken, MinRequestIntervalMs: 0 }) };
const contacts = { CompanyIntegration: integration, ContextUser: {}, ObjectName: "contacts" };

async function create(objectName, attributes) {
  const result = await connector.CreateRecord({ ...contacts, ObjectName: objectName, Attributes: attributes });
  assert.equal(result.Success, true, result.ErrorMessage);
  return result.ExternalID;
}

const createContact = (name) => create("contacts", { email: `${name}@larkspurbikes.example`, firstname: name });
const read = (id) => connector.GetRecord({ ...contacts, ExternalID: id });
const idsOf = (records) => records.map(({ ExternalID }) => ExternalID);

/** Runs a synchronization until it is complete. Returns its records and the watermark for the next one. */
async function synchronize(watermark, batchSize = 2) {
  const records = [];
  for (let cursor; ; ) {
    const page = await connector.FetchChanges({
      ...contacts,
      WatermarkValue: watermark,
      BatchSize: batchSize,
      CurrentCursor: cursor,
      RequestedSourceFields: ["email", "firstname"],
    });
    records.push(...page.Records);
    if (!page.HasMore) return { records, watermark: page.NewWatermarkValue };
    cursor = page.NextCursor;
  }
}

test("the connector of an automation tool tests its connection", async () => {
  const { Success, Message } = await connector.TestConnection(integration, {});
  assert.equal(Success, true, Message);
});

test("the connector of an automation tool discovers the fields of an object type", async () => {
  const fields = await connector.DiscoverFields(integration, "contacts", {});
  assert.ok(fields.some(({ Name }) => Name === "email"));
  assert.equal(fields.find(({ Name }) => Name === "hs_object_id").IsPrimaryKey, true);
});

test("the connector of an automation tool creates, reads, updates and deletes a record", async () => {
  const id = await createContact("jonas");
  assert.equal((await read(id)).Fields.firstname, "jonas");
  const updated = await connector.UpdateRecord({ ...contacts, ExternalID: id, Attributes: { firstname: "Jonas" } });
  assert.equal(updated.Success, true, updated.ErrorMessage);
  assert.equal((await read(id)).Fields.firstname, "Jonas");
  assert.equal((await connector.DeleteRecord({ ...contacts, ExternalID: id })).Success, true);
  assert.equal(await read(id), null);
});

test("the connector of an automation tool reports a duplicate", async () => {
  const id = await createContact("twin");
  const result = await connector.CreateRecord({ ...contacts, Attributes: { email: "twin@larkspurbikes.example" } });
  assert.equal(result.StatusCode, 409);
  assert.match(result.ErrorMessage, new RegExp(id));
});

test("the connector of an automation tool upserts a contact by its email address", async () => {
  const upsert = (firstname) => connector.Upsert({ ...contacts, Attributes: { email: "upserted@larkspurbikes.example", firstname } });
  const created = await upsert("One");
  assert.equal(created.Success, true, created.ErrorMessage);
  const updated = await upsert("Two");
  assert.equal(updated.ExternalID, created.ExternalID);
  assert.equal((await read(created.ExternalID)).Fields.firstname, "Two");
});

test("the connector of an automation tool creates a deal from numbers", async () => {
  await create("deals", { dealname: "Tandem", amount: 1200 });
});

test("the connector of an automation tool searches page by page", async () => {
  for (const city of ["c1", "c2", "c3"]) await create("contacts", { email: `${city}@larkspurbikes.example`, city: "Searched" });
  const search = (page) => connector.SearchRecords({ ...contacts, Filters: { city: "Searched" }, PageSize: 2, Page: page });
  const [first, second] = [await search(1), await search(2)];
  assert.equal(first.TotalCount, 3);
  assert.deepEqual([first.HasMore, second.HasMore], [true, false]);
  assert.equal(new Set(idsOf([...first.Records, ...second.Records])).size, 3);
});

test("the connector of an automation tool lists records page by page", async () => {
  const first = await connector.ListRecords({ ...contacts, PageSize: 2 });
  assert.equal(first.Records.length, 2);
  const next = await connector.ListRecords({ ...contacts, PageSize: 2, Cursor: first.NextCursor });
  assert.ok(idsOf(next.Records).every((id) => !idsOf(first.Records).includes(id)));
});

test("the connector of an automation tool associates records", async () => {
  const [contactId, companyId] = [await createContact("associated"), await create("companies", { name: "Larkspur Bikes" })];
  await create("assoc_contacts_companies", { contact_id: contactId, company_id: companyId });
  const { associations } = await control("GET", `accounts/${accountId}/snapshot`);
  assert.ok(associations.some(({ from, to }) => from === `contacts/${contactId}` && to === `companies/${companyId}`));
});

test("the connector of an automation tool synchronizes owners, pipelines and stages", async () => {
  const fetch = (objectName) => connector.FetchChanges({ ...contacts, ObjectName: objectName });
  assert.equal((await fetch("owners")).Records.length, 1);
  assert.ok((await fetch("deal_pipelines")).Records.length > 0);
  assert.ok((await fetch("deal_pipeline_stages")).Records.length > 1);
});

test("the connector of an automation tool synchronizes all records", async () => {
  const id = await createContact("complete");
  const { records } = await synchronize();
  assert.ok(idsOf(records).includes(id));
  assert.equal(new Set(idsOf(records)).size, records.length);
});

test("the connector of an automation tool synchronizes changes since the last run", {
  todo: "the mock rejects two sort orders",
}, async () => {
  await createContact("before");
  const { watermark } = await synchronize();
  const [changed, deleted] = [await createContact("changed"), await createContact("deleted")];
  await connector.DeleteRecord({ ...contacts, ExternalID: deleted });
  const { records } = await synchronize(watermark);
  assert.ok(idsOf(records).includes(changed));
});
