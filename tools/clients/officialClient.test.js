import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import official from "official-client";
import { baseUrl, control, createAccount, decide, serviceDefined, serviceName } from "./app.js";

const redirectUri = "https://app.example/callback";
const { accountId, accessToken, app } = await createAccount({ redirectUris: [redirectUri] });
const client = new official.Client({ accessToken, basePath: baseUrl });
const { contacts, companies, deals, tickets, associations, pipelines, properties } = client.crm;

const createContact = (name, more = {}) =>
  contacts.basicApi.create({ properties: { email: `${name}@larkspurbikes.example`, firstname: name, ...more } });
const idsOf = (results) => results.map(({ id }) => id);

test("the official client creates, reads, updates and archives a record", async () => {
  const { id } = await createContact("jonas", { lastname: "Brandt" });
  const contact = await contacts.basicApi.getById(id, ["email", "lastname"]);
  assert.equal(contact.properties.lastname, "Brandt");
  assert.ok(contact.createdAt instanceof Date);
  const updated = await contacts.basicApi.update(id, { properties: { lastname: "Lindqvist" } });
  assert.equal(updated.properties.lastname, "Lindqvist");
  await contacts.basicApi.archive(id);
  await assert.rejects(contacts.basicApi.getById(id), { code: 404 });
});

test("the official client reads and updates a contact by its email address", async () => {
  const { id } = await createContact("ines");
  const email = "ines@larkspurbikes.example";
  const byEmail = ["firstname"];
  assert.equal((await contacts.basicApi.getById(email, byEmail, undefined, undefined, false, "email")).id, id);
  const updated = await contacts.basicApi.update(email, { properties: { firstname: "Inês" } }, "email");
  assert.equal(updated.properties.firstname, "Inês");
});

test("the official client reads the history of a property", async () => {
  const { id } = await createContact("petra");
  await contacts.basicApi.update(id, { properties: { firstname: "Pia" } });
  const { propertiesWithHistory } = await contacts.basicApi.getById(id, undefined, ["firstname"]);
  assert.deepEqual(
    propertiesWithHistory.firstname.map(({ value }) => value),
    ["Pia", "petra"],
  );
  assert.ok(propertiesWithHistory.firstname[0].timestamp instanceof Date);
});

test("the official client reads a contact's default properties", async () => {
  const { id } = await createContact("default-properties");
  const { properties: values } = await contacts.basicApi.getById(id);
  for (const name of ["createdate", "lastmodifieddate", "hs_object_id"]) assert.ok(values[name], name);
});

test("the official client lists owners, and assigns a contact to an owner under the service's name", async () => {
  const { ownersApi } = client.crm.owners;
  const [owner] = (await ownersApi.getPage()).results;
  assert.equal((await ownersApi.getById(owner.userId, "userId")).id, owner.id);
  assert.deepEqual(idsOf((await ownersApi.getPage(owner.email, undefined, 1)).results), [owner.id]);
  assert.deepEqual((await ownersApi.getPage("nobody@larkspurbikes.example")).results, []);
  const name = `${serviceName}_owner_id`;
  const { id } = await createContact("assigned", { [name]: owner.id });
  assert.equal((await contacts.basicApi.getById(id, [name])).properties[name], owner.id);
  assert.equal((await properties.coreApi.getByName("contacts", name))[`${serviceName}Defined`], true);
});

test("the official client lists records by page, and iterates over all of them", async () => {
  const created = [];
  for (const domain of ["a.example", "b.example", "c.example"]) {
    created.push(await companies.basicApi.create({ properties: { domain, name: domain } }));
  }
  const first = await companies.basicApi.getPage(2);
  assert.equal(first.results.length, 2);
  assert.match(first.paging.next.link, /\/crm\/v3\/objects\/companies\?/);
  const second = await companies.basicApi.getPage(2, first.paging.next.after);
  assert.deepEqual(idsOf([...first.results, ...second.results]), idsOf(created));
  assert.equal(second.paging, undefined);
  assert.deepEqual(idsOf(await companies.getAll(2)), idsOf(created));
});

test("the official client searches with filters, an order and pages", async () => {
  const created = await deals.batchApi.create({
    inputs: ["100", "200", "300"].map((amount) => ({ properties: { dealname: "Search", amount } })),
  });
  const search = (after) =>
    deals.searchApi.doSearch({
      filterGroups: [{ filters: [{ propertyName: "dealname", operator: "EQ", value: "Search" }] }],
      sorts: [{ propertyName: "amount", direction: "DESCENDING" }],
      properties: ["amount"],
      limit: 2,
      ...(after === undefined ? {} : { after }),
    });
  const first = await search();
  assert.equal(first.total, 3);
  const second = await search(first.paging.next.after);
  assert.deepEqual(
    [...first.results, ...second.results].map(({ properties: { amount } }) => amount),
    ["300", "200", "100"],
  );
  assert.equal(created.results.length, 3);
});

test("the official client searches as in its README, with `after: 0` and a recent `createdate`", async () => {
  const { id } = await createContact("recent");
  const { results } = await contacts.searchApi.doSearch({
    filterGroups: [{ filters: [{ propertyName: "createdate", operator: "GTE", value: `${Date.now() - 30 * 60_000}` }] }],
    sorts: [{ propertyName: "createdate", direction: "DESCENDING" }],
    properties: ["createdate", "firstname", "lastname"],
    limit: 100,
    after: 0,
  });
  assert.ok(idsOf(results).includes(id));
});

test("the official client searches with a property name as the order", async () => {
  const { results } = await contacts.searchApi.doSearch({
    query: "",
    sorts: ["-hs_object_id"],
    properties: ["email"],
    limit: 5,
    after: "0",
  });
  assert.ok(results.length > 1);
  const ids = idsOf(results).map(Number);
  assert.deepEqual(
    ids,
    ids.toSorted((one, other) => other - one),
  );
});

test("the official client creates, reads, updates, upserts and archives batches", async () => {
  const inputs = ["b1", "b2"].map((name) => ({ properties: { email: `${name}@larkspurbikes.example` } }));
  const { results } = await contacts.batchApi.create({ inputs });
  const ids = idsOf(results);
  const read = await contacts.batchApi.read({ inputs: ids.map((id) => ({ id })), properties: ["email"], propertiesWithHistory: [] });
  assert.equal(read.status, "COMPLETE");
  assert.deepEqual(idsOf(read.results).toSorted(), ids.toSorted());
  const updated = await contacts.batchApi.update({ inputs: ids.map((id) => ({ id, properties: { city: "Lisbon" } })) });
  assert.deepEqual(
    updated.results.map(({ properties: { city } }) => city),
    ["Lisbon", "Lisbon"],
  );
  const upserted = await contacts.batchApi.upsert({
    inputs: ["b2", "b3"].map((name) => ({
      idProperty: "email",
      id: `${name}@larkspurbikes.example`,
      properties: { city: "Porto" },
    })),
  });
  assert.deepEqual(
    upserted.results.map((result) => result._new),
    [false, true],
  );
  await contacts.batchApi.archive({ inputs: idsOf(upserted.results).map((id) => ({ id })) });
  const after = await contacts.batchApi.read({ inputs: ids.map((id) => ({ id })), properties: [], propertiesWithHistory: [] });
  assert.deepEqual(idsOf(after.results), [ids[0]]);
});

test("the official client gets the errors of a batch as a partial response", async () => {
  const { id } = await createContact("partial");
  const inputs = [{ id }, { id: "999999999" }];
  const response = await contacts.batchApi.read({ inputs, properties: ["email"], propertiesWithHistory: [] });
  assert.deepEqual(idsOf(response.results), [id]);
  assert.equal(response.numErrors, 1);
  assert.equal(response.errors[0].category, "OBJECT_NOT_FOUND");
  assert.deepEqual(response.errors[0].context.ids, ["999999999"]);
});

test("the official client gets `error` as the status of a failed input", async () => {
  const response = await contacts.batchApi.read({ inputs: [{ id: "999999999" }], properties: [], propertiesWithHistory: [] });
  assert.equal(response.errors[0].status, "error");
});

test("the official client updates amounts that are numbers, as in its README", async () => {
  const { results } = await deals.batchApi.create({ inputs: [{ properties: { dealname: "One" } }, { properties: { dealname: "Two" } }] });
  const updated = await deals.batchApi.update({ inputs: results.map(({ id }) => ({ id, properties: { amount: 10_000 } })) });
  assert.equal(updated.results[0].properties.amount, "10000");
});

test("the official client merges contacts", async () => {
  const [primary, other] = [await createContact("primary"), await createContact("other")];
  const merged = await contacts.basicApi.merge({ primaryObjectId: primary.id, objectIdToMerge: other.id });
  for (const { id } of [primary, other]) assert.equal((await contacts.basicApi.getById(id)).id, merged.id);
});

test("the official client associates a contact and a company as in its README, and lists the association", async () => {
  const contact = await createContact("associated");
  const company = await companies.basicApi.create({ properties: { domain: "associated.example", name: "Associated" } });
  await associations.v4.basicApi.create("companies", company.id, "contacts", contact.id, [
    { associationCategory: serviceDefined, associationTypeId: official.AssociationTypes.companyToContact },
  ]);
  const { results } = await associations.v4.basicApi.getPage("contact", contact.id, "company", undefined, 500);
  assert.equal(results[0].toObjectId, company.id);
  assert.ok(results[0].associationTypes.every(({ category }) => category === serviceDefined));
  await associations.v4.basicApi.archive("companies", company.id, "contacts", contact.id);
  assert.deepEqual((await associations.v4.basicApi.getPage("contact", contact.id, "company")).results, []);
});

test("the official client defines a label, and associates records with it, one by one and in a batch", async () => {
  const definitions = associations.v4.schema.definitionsApi;
  const { results } = await definitions.create("contacts", "companies", { name: "main_advisor", label: "Main advisor" });
  const label = { associationCategory: results[0].category, associationTypeId: results[0].typeId };
  assert.equal(label.associationCategory, "USER_DEFINED");
  const [one, other] = [await createContact("advisor"), await createContact("adviser")];
  const company = await companies.basicApi.create({ properties: { name: "Advised" } });
  const created = await associations.v4.basicApi.create("contacts", one.id, "companies", company.id, [label]);
  assert.deepEqual(created.labels, ["Main advisor"]);
  const batch = await associations.v4.batchApi.create("contacts", "companies", {
    inputs: [{ _from: { id: other.id }, to: { id: company.id }, types: [label] }],
  });
  assert.equal(batch.status, "COMPLETE");
  const read = await associations.v4.batchApi.getPage("contacts", "companies", { inputs: [{ id: one.id }, { id: other.id }] });
  assert.equal(read.results.length, 2);
  for (const { to } of read.results) assert.ok(to[0].associationTypes.some((type) => type.label === "Main advisor"));
  await associations.v4.batchApi.archiveLabels("contacts", "companies", {
    inputs: [{ _from: { id: one.id }, to: { id: company.id }, types: [label] }],
  });
  await associations.v4.batchApi.archive("contacts", "companies", { inputs: [{ _from: { id: other.id }, to: [{ id: company.id }] }] });
  assert.deepEqual((await associations.v4.basicApi.getPage("contacts", other.id, "companies")).results, []);
  const all = await definitions.getAll("contacts", "companies");
  assert.ok(all.results.some(({ label: text }) => text === "Main advisor"));
  await definitions.remove("contacts", "companies", label.associationTypeId);
});

test("the official client creates default associations, and records with associations", async () => {
  const contact = await createContact("default");
  const company = await companies.basicApi.create({
    properties: { name: "Default" },
    associations: [
      {
        to: { id: contact.id },
        types: [{ associationCategory: serviceDefined, associationTypeId: official.AssociationTypes.companyToContact }],
      },
    ],
  });
  const deal = await deals.basicApi.create({ properties: { dealname: "Default" } });
  await associations.v4.basicApi.createDefault("deals", deal.id, "companies", company.id);
  const read = await companies.basicApi.getById(company.id, undefined, undefined, ["contacts", "deals"]);
  assert.deepEqual([...new Set(idsOf(read.associations.contacts.results))], [contact.id]);
  assert.deepEqual([...new Set(idsOf(read.associations.deals.results))], [deal.id]);
});

test("the official client creates a note and a task of a contact", async () => {
  const contact = await createContact("noted");
  const associations = (associationTypeId) => [
    { to: { id: contact.id }, types: [{ associationCategory: serviceDefined, associationTypeId }] },
  ];
  const timestamp = new Date().toISOString();
  const { noteToContact, taskToContact } = official.AssociationTypes;
  const note = await client.crm.objects.notes.basicApi.create({
    properties: { hs_note_body: "Called about the tandem", hs_timestamp: timestamp },
    associations: associations(noteToContact),
  });
  const task = await client.crm.objects.tasks.basicApi.create({
    properties: { hs_task_subject: "Call back", hs_timestamp: timestamp },
    associations: associations(taskToContact),
  });
  const read = await contacts.basicApi.getById(contact.id, undefined, undefined, ["notes", "tasks"]);
  assert.deepEqual([idsOf(read.associations.notes.results), idsOf(read.associations.tasks.results)], [[note.id], [task.id]]);
});

test("the official client associates records with the interface of version 3", async () => {
  const contact = await createContact("v3");
  const company = await companies.basicApi.create({ properties: { name: "Version 3" } });
  const types = await associations.schema.typesApi.getAll("contacts", "companies");
  assert.ok(types.results.some(({ name }) => name === "contact_to_company"));
  const inputs = [{ _from: { id: contact.id }, to: { id: company.id }, type: "contact_to_company" }];
  assert.equal((await associations.batchApi.create("contacts", "companies", { inputs })).status, "COMPLETE");
  const read = await associations.batchApi.read("contacts", "companies", { inputs: [{ id: contact.id }] });
  assert.equal(read.results[0].to[0].id, company.id);
  await associations.batchApi.archive("contacts", "companies", { inputs });
  assert.deepEqual((await associations.batchApi.read("contacts", "companies", { inputs: [{ id: contact.id }] })).results, []);
});

test("the official client reads and creates pipelines and stages", async () => {
  const { results } = await pipelines.pipelinesApi.getAll("deals");
  assert.ok(results.length > 0);
  const stages = [{ label: "Open", displayOrder: 0, metadata: { probability: "0.2" } }];
  const { id } = await pipelines.pipelinesApi.create("deals", { label: "Renewals", displayOrder: 1, stages });
  const stage = await pipelines.pipelineStagesApi.create("deals", id, {
    label: "Signed",
    displayOrder: 1,
    metadata: { probability: "1.0" },
  });
  const pipeline = await pipelines.pipelinesApi.getById("deals", id);
  assert.deepEqual(
    pipeline.stages.map(({ label }) => label),
    ["Open", "Signed"],
  );
  assert.equal((await pipelines.pipelineStagesApi.getById("deals", id, stage.id)).label, "Signed");
  assert.equal((await pipelines.pipelineStagesApi.getAll("deals", id)).results.length, 2);
  const deal = await deals.basicApi.create({ properties: { dealname: "Renewal", pipeline: id, dealstage: stage.id } });
  assert.equal(deal.properties.dealstage, stage.id);
});

test("the official client changes, replaces and deletes pipelines and stages, and lists their changes", async () => {
  const { pipelinesApi, pipelineStagesApi, pipelineAuditsApi } = pipelines;
  const stages = ["0.2", "1.0"].map((probability, displayOrder) => ({
    label: `At ${probability}`,
    displayOrder,
    metadata: { probability },
  }));
  const created = await pipelinesApi.create("deals", { label: "Trials", displayOrder: 2, stages });
  const [open, won] = created.stages;
  assert.equal((await pipelinesApi.update("deals", created.id, { label: "Free trials" })).label, "Free trials");
  const changed = await pipelineStagesApi.update("deals", created.id, open.id, { label: "Started", metadata: { probability: "0.3" } });
  assert.equal(changed.metadata.probability, "0.3");
  const replacement = { label: "Ended", displayOrder: 1, metadata: { probability: "0.9" } };
  assert.equal((await pipelineStagesApi.replace("deals", created.id, won.id, replacement)).label, "Ended");
  const deal = await deals.basicApi.create({ properties: { dealname: "Trial", pipeline: created.id, dealstage: open.id } });
  const inUse = (error) => error.code === 400 && error.body.context.objectIds.includes(deal.id);
  await assert.rejects(pipelinesApi.archive("deals", created.id, true), inUse);
  await pipelineStagesApi.archive("deals", created.id, won.id);
  const replaced = await pipelinesApi.replace("deals", created.id, { label: "Trials", displayOrder: 2, stages });
  assert.ok(replaced.stages.every(({ id }) => id !== open.id));
  const audit = await pipelineAuditsApi.getAudit("deals", created.id);
  assert.deepEqual([audit.results.length, audit.results.at(-1).action], [6, "CREATE"]);
  // The client's method for the audit of a stage does not send the id of the pipeline.
  const stageAudit = await client.apiRequest({ path: `/crm/v3/pipelines/deals/${created.id}/stages/${replaced.stages[0].id}/audit` });
  assert.equal((await stageAudit.json()).results[0].action, "CREATE");
  await pipelinesApi.archive("deals", created.id);
  await assert.rejects(pipelinesApi.getById("deals", created.id), { code: 404 });
});

test("the official client reads the lifecycle stages of contacts", async () => {
  const { results } = await pipelines.pipelinesApi.getAll("contacts");
  assert.ok(results[0].stages.some(({ id }) => id === "lead"));
});

test("the official client learns from a stage whether it closes the deal", async () => {
  const { results } = await pipelines.pipelinesApi.getAll("deals");
  const closed = results[0].stages.map(({ metadata }) => metadata.isClosed);
  assert.deepEqual([...new Set(closed)].toSorted(), ["false", "true"]);
});

test("the official client creates, reads, updates and archives a property", async () => {
  const input = {
    groupName: "contactinformation",
    name: "favorite_bike",
    label: "Favorite bike",
    type: "enumeration",
    fieldType: "select",
  };
  // The client's type of an option requires `displayOrder`, but the service does not.
  const options = ["Road", "Gravel"].map((label) => ({ label, value: label.toLowerCase(), hidden: false }));
  const created = await properties.coreApi.create("contacts", { ...input, options });
  assert.equal(created.options.length, 2);
  assert.equal((await properties.coreApi.getByName("contacts", "favorite_bike")).label, "Favorite bike");
  const updated = await properties.coreApi.update("contacts", "favorite_bike", { label: "Bike" });
  assert.equal(updated.label, "Bike");
  const { results } = await properties.batchApi.read("contacts", { archived: false, inputs: [{ name: "favorite_bike" }] });
  assert.equal(results[0].name, "favorite_bike");
  await createContact("rider", { favorite_bike: "gravel" });
  await properties.coreApi.archive("contacts", "favorite_bike");
  const all = await properties.coreApi.getAll("contacts");
  assert.ok(all.results.every(({ name }) => name !== "favorite_bike"));
});

test("the official client groups properties, and creates and archives them in a batch", async () => {
  const { groupsApi, batchApi } = properties;
  const group = await groupsApi.create("contacts", { name: "rides", label: "Rides" });
  assert.equal(group.label, "Rides");
  assert.ok((await groupsApi.getAll("contacts")).results.some(({ name }) => name === "contactinformation"));
  assert.equal((await groupsApi.update("contacts", "rides", { label: "Bike rides" })).label, "Bike rides");
  const inputs = ["first_ride", "last_ride"].map((name) => ({ name, label: name, groupName: "rides", type: "date", fieldType: "date" }));
  assert.equal((await batchApi.create("contacts", { inputs })).results.length, 2);
  const partial = await batchApi.create("contacts", { inputs: [...inputs, { ...inputs[0], name: "next_ride" }] });
  assert.deepEqual([partial.results.length, partial.numErrors], [1, 2]);
  await assert.rejects(groupsApi.archive("contacts", "rides"), { code: 400 });
  await batchApi.archive("contacts", { inputs: ["first_ride", "last_ride", "next_ride"].map((name) => ({ name })) });
  await groupsApi.archive("contacts", "rides");
  await assert.rejects(groupsApi.getByName("contacts", "rides"), { code: 404 });
});

test("the official client defines a custom object type, and changes and deletes it", async () => {
  const { coreApi } = client.crm.schemas;
  const property = (name, more = {}) => ({ name, label: name, type: "string", fieldType: "text", ...more });
  const schema = await coreApi.create({
    name: "bike",
    labels: { singular: "Bike", plural: "Bikes" },
    primaryDisplayProperty: "model",
    secondaryDisplayProperties: [],
    requiredProperties: ["model"],
    searchableProperties: ["model"],
    properties: [property("model"), property("frame_number", { hasUniqueValue: true })],
    associatedObjects: ["CONTACT"],
  });
  assert.equal(schema.fullyQualifiedName, `p${accountId}_bike`);
  assert.ok((await coreApi.getAll()).results.some(({ id }) => id === schema.id));
  const changed = await coreApi.update("bike", { labels: { singular: "Bicycle", plural: "Bicycles" } });
  assert.equal(changed.labels.plural, "Bicycles");
  assert.equal((await coreApi.getById(schema.objectTypeId)).labels.plural, "Bicycles");

  const { basicApi, batchApi, searchApi } = client.crm.objects;
  const contact = await createContact("cyclist");
  const { id } = await basicApi.create("bike", { properties: { model: "Tandem", frame_number: "f-1" }, associations: [] });
  await associations.v4.basicApi.createDefault("bike", id, "contacts", contact.id);
  const read = await basicApi.getById(schema.objectTypeId, id, ["model"], undefined, ["contacts"]);
  assert.equal(read.properties.model, "Tandem");
  assert.deepEqual(idsOf(read.associations.contacts.results), [contact.id]);
  const byNumber = await basicApi.getById("bike", "f-1", undefined, undefined, undefined, false, "frame_number");
  assert.equal(byNumber.id, id);
  const upserted = await batchApi.upsert("bike", {
    inputs: [{ idProperty: "frame_number", id: "f-1", properties: { model: "Triplet" } }],
  });
  assert.deepEqual(idsOf(upserted.results), [id]);
  const found = await searchApi.doSearch(schema.fullyQualifiedName, { query: "triplet", properties: ["model"], limit: 10 });
  assert.deepEqual(idsOf(found.results), [id]);
  await assert.rejects(basicApi.create("bike", { properties: { frame_number: "f-2" }, associations: [] }), { code: 400 });

  const pair = { fromObjectTypeId: schema.objectTypeId, toObjectTypeId: "0-3", name: "bike_to_deal" };
  const definition = await coreApi.createAssociation("bike", pair);
  await coreApi.archiveAssociation("bike", definition.id);
  await assert.rejects(coreApi.archive("bike"), { code: 400 });
  await basicApi.archive("bike", id);
  await coreApi.archive("bike");
  await coreApi.archive(schema.objectTypeId, true);
  await assert.rejects(coreApi.getById("bike"), { code: 404 });
});

test("the official client creates a list, finds it, and adds and removes members", async () => {
  const { listsApi, membershipsApi } = client.crm.lists;
  const [first, second] = idsOf([await createContact("listed1"), await createContact("listed2")]);
  const { list } = await listsApi.create({ name: "Riders", objectTypeId: "0-1", processingType: "MANUAL" });
  assert.equal((await listsApi.getByName("Riders", "0-1")).list.listId, list.listId);
  assert.deepEqual(
    (await listsApi.getAll([list.listId])).lists.map(({ name }) => name),
    ["Riders"],
  );
  const added = await membershipsApi.add(list.listId, [first, second, "999999999"]);
  assert.deepEqual([added.recordsIdsAdded, added.recordIdsMissing], [[first, second], ["999999999"]]);
  const members = async () => (await membershipsApi.getPage(list.listId)).results.map(({ recordId }) => recordId);
  assert.deepEqual(await members(), [first, second]);
  assert.deepEqual(
    (await membershipsApi.getLists("0-1", first)).results.map(({ listId }) => listId),
    [list.listId],
  );
  await membershipsApi.remove(list.listId, [first]);
  assert.deepEqual(await members(), [second]);
  await membershipsApi.addAndRemove(list.listId, { recordIdsToAdd: [first], recordIdsToRemove: [second] });
  assert.deepEqual(await members(), [first]);
  const search = { query: "rider", offset: 0, count: 10, additionalProperties: ["hs_list_size"], processingTypes: ["MANUAL"] };
  const { total, lists } = await listsApi.doSearch(search);
  assert.deepEqual([total, lists[0].additionalProperties.hs_list_size], [1, "1"]);
  assert.equal((await listsApi.updateName(list.listId, "Cyclists")).updatedList.name, "Cyclists");
  await membershipsApi.removeAll(list.listId);
  assert.deepEqual(await members(), []);
  await listsApi.remove(list.listId);
  await assert.rejects(listsApi.getById(list.listId), { code: 404 });
  await listsApi.restore(list.listId);
  assert.equal((await listsApi.getById(list.listId)).list.name, "Cyclists");
});

test("the official client reads the account, and programs read it from the older interface", async () => {
  const paths = ["/account-info/v3/details", "/integrations/v1/me"];
  for (const path of paths) assert.equal((await (await client.apiRequest({ path })).json()).portalId, accountId);
  const usage = await client.apiRequest({ path: "/account-info/v3/api-usage/daily/private-apps" });
  assert.equal((await usage.json()).results[0].usageLimit, 250_000);
  const body = { tokenKey: accessToken };
  const token = await client.apiRequest({ method: "POST", path: "/oauth/v2/private-apps/get/access-token-info", body });
  assert.equal((await token.json()).hubId, accountId);
});

test("the official client archives an unknown record without an error", async () => {
  await tickets.basicApi.archive("999999999");
});

test("the official client reports a validation error with the service's headers", async () => {
  const error = await contacts.basicApi.create({ properties: { nosuchproperty: "x" } }).catch((rejection) => rejection);
  assert.equal(error.code, 400);
  assert.equal(error.body.category, "VALIDATION_ERROR");
  assert.equal(error.headers[`x-${serviceName}-correlation-id`], error.body.correlationId);
});

test("the official client sends requests that it does not wrap", async () => {
  const response = await client.apiRequest({ method: "GET", path: "/crm/v3/objects/contacts", qs: { limit: 1 } });
  assert.equal((await response.json()).results.length, 1);
});

test("the official client sends a custom event, and lists it", async () => {
  const email = "events@larkspurbikes.example";
  const { id } = await createContact("events");
  const body = { label: "Bike rented", propertyDefinitions: [{ label: "Color", type: "string" }] };
  const definition = await client.apiRequest({ method: "POST", path: "/events/v3/event-definitions", body });
  const { fullyQualifiedName } = await definition.json();
  await client.events.send.basicApi.send({ eventName: fullyQualifiedName, email, properties: { color: "green" } });
  const page = await client.events.eventsApi.getPage(
    "contact",
    undefined,
    undefined,
    undefined,
    10,
    undefined,
    undefined,
    undefined,
    Number(id),
  );
  assert.equal(page.results[0].properties.color, "green");
});

test("the official client exchanges a code, refreshes the tokens, reads them and deletes them", async () => {
  const { tokensApi, accessTokensApi, refreshTokensApi } = client.oauth;
  const built = new URL(client.oauth.getAuthorizationUrl(app.clientId, redirectUri, "oauth content", undefined, "s1"));
  const code = (await decide(baseUrl + built.pathname + built.search)).searchParams.get("code");
  const tokens = await tokensApi.create("authorization_code", code, redirectUri, app.clientId, app.clientSecret);
  const refreshed = await tokensApi.create("refresh_token", undefined, undefined, app.clientId, app.clientSecret, tokens.refreshToken);
  assert.notEqual(refreshed.accessToken, tokens.accessToken);
  assert.equal((await accessTokensApi.get(refreshed.accessToken)).clientId, undefined);
  assert.equal((await refreshTokensApi.get(tokens.refreshToken)).clientId, app.clientId);
  await refreshTokensApi.archive(tokens.refreshToken);
  await assert.rejects(refreshTokensApi.get(tokens.refreshToken), { code: 404 });
});

test("the official client sends an email, and creates and deletes an SMTP token", async () => {
  await control("POST", `accounts/${accountId}/seed`, { emails: [{ id: 1, from: "support@larkspurbikes.example" }] });
  const { singleSendApi, publicSMTPTokensApi } = client.marketing.transactional;
  const sent = await singleSendApi.sendEmail({ emailId: 1, message: { to: "mail@larkspurbikes.example" } });
  assert.equal(sent.sendResult, "SENT");
  const token = await publicSMTPTokensApi.createToken({ campaignName: "Receipts", createContact: false });
  assert.ok(token.password);
  assert.equal((await publicSMTPTokensApi.getTokensPage()).results.length, 1);
  await publicSMTPTokensApi.archiveToken(token.id);
});

test("the official client lists domains", async () => {
  assert.equal((await client.cms.domains.domainsApi.getPage()).total, 0);
});

// The client sends only developer API keys to this interface, which the mock does not have. An access token works as well.
const { webhooks } = new official.Client({ basePath: baseUrl, defaultHeaders: { authorization: `Bearer ${accessToken}` } });

for (const version of ["v1", "v3"]) {
  test(`the official client subscribes to webhooks, and verifies their ${version} signature`, async (context) => {
    const server = createServer().listen(0, "127.0.0.1");
    context.after(() => server.close());
    await once(server, "listening");
    const targetUrl = `http://127.0.0.1:${server.address().port}/hooks`;
    await webhooks.settingsApi.configure(app.appId, { targetUrl, throttling: { maxConcurrentRequests: 10, period: "SECONDLY" } });
    const subscription = await webhooks.subscriptionsApi.create(app.appId, { eventType: "contact.creation", active: true });
    const [{ id }, [request, response]] = await Promise.all([createContact(`hook${version}`), once(server, "request")]);
    const requestBody = await text(request);
    response.end();
    const header = (name) => request.headers[`x-${serviceName}-${name}`];
    const valid = official.Signature.isValid({
      signatureVersion: version,
      signature: version === "v1" ? header("signature") : header("signature-v3"),
      method: request.method,
      url: targetUrl,
      clientSecret: app.clientSecret,
      requestBody,
      timestamp: Number(header("request-timestamp")),
    });
    assert.equal(valid, true);
    assert.equal(header("signature-version"), "v1");
    assert.equal(String(JSON.parse(requestBody)[0].objectId), id);
    await webhooks.subscriptionsApi.archive(subscription.id, app.appId);
  });
}
