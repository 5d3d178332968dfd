import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { baseUrl, createAccount, serviceDefined, serviceName } from "./app.js";

// An agent that uses the server's tools. The server calls the mock, because it has an option for the base URL.
const { accountId, accessToken } = await createAccount();
const agent = new Client({ name: "agent", version: "1.0.0" });
await agent.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [createRequire(import.meta.url).resolve("tool-server")],
    env: { PRIVATE_APP_ACCESS_TOKEN: accessToken, BASE_URL_OVERRIDE: baseUrl },
    stderr: "ignore",
  }),
);
after(() => agent.close());

/** Calls a tool, and returns its result, which is JSON. */
async function use(tool, input) {
  const { content, isError } = await agent.callTool({ name: `${serviceName}-${tool}`, arguments: input });
  assert.notEqual(isError, true, content[0].text);
  return JSON.parse(content[0].text);
}

async function createContacts(...names) {
  const inputs = names.map((firstname) => ({ properties: { firstname, email: `${firstname}@larkspurbikes.example` } }));
  const { results } = await use("batch-create-objects", { objectType: "contacts", inputs });
  return results.map(({ id }) => id);
}

test("the tool server for agents lists its tools", async () => {
  const { tools } = await agent.listTools();
  assert.ok(tools.length > 10);
  assert.ok(tools.some(({ name }) => name === `${serviceName}-search-objects`));
});

test("the tool server for agents reads the account of its token, and the user as an owner", async () => {
  const { isError, content } = await agent.callTool({ name: `${serviceName}-get-user-details`, arguments: {} });
  assert.notEqual(isError, true, content[0].text);
  assert.match(content.map(({ text }) => text).join(), new RegExp(String(accountId)));
});

test("the tool server for agents creates, reads and updates a batch", async () => {
  const ids = await createContacts("ada", "ben");
  const read = await use("batch-read-objects", { objectType: "contacts", inputs: ids.map((id) => ({ id })), properties: ["firstname"] });
  assert.deepEqual(read.results.map(({ properties }) => properties.firstname).toSorted(), ["ada", "ben"]);
  const inputs = ids.map((id) => ({ id, properties: { city: "Lisbon" } }));
  const updated = await use("batch-update-objects", { objectType: "contacts", inputs });
  assert.equal(updated.status, "COMPLETE");
  assert.deepEqual(updated.results.map(({ id }) => id).toSorted(), ids.toSorted());
});

test("the tool server for agents lists records by page", async () => {
  await createContacts("cleo", "dan", "eva");
  const first = await use("list-objects", { objectType: "contacts", limit: 2, properties: ["email"] });
  assert.equal(first.results.length, 2);
  const next = await use("list-objects", { objectType: "contacts", limit: 2, after: first.paging.next.after });
  assert.ok(next.results.every(({ id }) => !first.results.some((contact) => contact.id === id)));
});

test("the tool server for agents searches with filters, an order and pages", async () => {
  await createContacts("search1", "search2", "search3");
  const input = {
    objectType: "contacts",
    filterGroups: [{ filters: [{ propertyName: "firstname", operator: "CONTAINS_TOKEN", value: "search*" }] }],
    sorts: [{ propertyName: "firstname", direction: "DESCENDING" }],
    properties: ["firstname"],
    limit: 2,
  };
  const first = await use("search-objects", input);
  const second = await use("search-objects", { ...input, after: first.paging.next.after });
  assert.deepEqual(
    [...first.results, ...second.results].map(({ properties }) => properties.firstname),
    ["search3", "search2", "search1"],
  );
});

test("the tool server for agents associates records, and lists the association", async () => {
  const [contactId] = await createContacts("finn");
  const inputs = [{ properties: { name: "Larkspur Bikes", domain: "larkspurbikes.example" } }];
  const { results } = await use("batch-create-objects", { objectType: "companies", inputs });
  const pair = { fromObjectType: "contacts", toObjectType: "companies" };
  const definitions = await use("get-association-definitions", pair);
  const { typeId } = definitions.results.find(({ category, label }) => category === serviceDefined && !label);
  await use("batch-create-associations", {
    ...pair,
    types: [{ associationCategory: serviceDefined, associationTypeId: typeId }],
    inputs: [{ from: { id: contactId }, to: { id: results[0].id } }],
  });
  const associated = await use("list-associations", { objectType: "contacts", objectId: contactId, toObjectType: "companies" });
  assert.equal(String(associated.results[0].toObjectId), results[0].id);
});

test("the tool server for agents creates a record with an association", async () => {
  const [contactId] = await createContacts("gil");
  const types = [{ associationCategory: serviceDefined, associationTypeId: 3 }];
  const inputs = [{ properties: { dealname: "Tandem" }, associations: [{ to: { id: contactId }, types }] }];
  const { results } = await use("batch-create-objects", { objectType: "deals", inputs });
  const listed = await use("list-objects", { objectType: "deals", associations: ["contacts"] });
  const deal = listed.results.find(({ id }) => id === results[0].id);
  assert.equal(deal.associations.contacts.results[0].id, contactId);
});

test("the tool server for agents creates, reads, updates and lists properties", async () => {
  const objectType = "contacts";
  const property = { objectType, name: "frame_size", label: "Frame size", groupName: "contactinformation" };
  // The options have no `displayOrder`, as in version 3.
  const options = ["S", "M"].map((label) => ({ label, value: label.toLowerCase(), hidden: false }));
  await use("create-property", { ...property, type: "enumeration", fieldType: "select", options });
  assert.equal((await use("get-property", { objectType, propertyName: "frame_size" })).options.length, 2);
  const updated = await use("update-property", { objectType, propertyName: "frame_size", label: "Frame" });
  assert.equal(updated.label, "Frame");
  const { results } = await use("list-properties", { objectType });
  assert.ok(results.some(({ name }) => name === "frame_size"));
});

test("the tool server for agents creates engagements, and reads them", async () => {
  const [contactId] = await createContacts("hana");
  const ownersResponse = await fetch(`${baseUrl}/crm/v3/owners`, { headers: { authorization: `Bearer ${accessToken}` } });
  const ownerId = Number((await ownersResponse.json()).results[0].id);
  const task = { body: "About the tandem", subject: "Call back", status: "NOT_STARTED", forObjectType: "CONTACT" };
  for (const [type, metadata] of [
    ["NOTE", { body: "Called about the tandem" }],
    ["TASK", task],
  ]) {
    const associations = { contactIds: [Number(contactId)] };
    const { engagement: created } = await use("create-engagement", { type, ownerId, associations, metadata });
    const read = await use("get-engagement", { engagementId: created.engagement.id });
    assert.deepEqual([read.engagement.type, read.engagement.ownerId], [type, ownerId]);
    assert.deepEqual(read.associations.contactIds, [Number(contactId)]);
    assert.equal(read.metadata.body, metadata.body);
  }
});

test("the tool server for agents passes the service's error on to the agent", async () => {
  const { isError, content } = await agent.callTool({
    name: `${serviceName}-list-objects`,
    arguments: { objectType: "nosuchobjects" },
  });
  assert.equal(isError, true);
  assert.match(content[0].text, /VALIDATION_ERROR/);
});
