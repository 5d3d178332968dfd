import assert from "node:assert/strict";
import { test } from "node:test";
import Client from "older-client";
import { baseUrl, control, createAccount } from "./app.js";

// A client of the older interfaces, on which automation tools and sync programs were built.
const { accountId, accessToken } = await createAccount();
const limiter = { minTime: 0 };
const client = new Client({ accessToken, baseUrl, checkLimit: false, limiter });

const named = (values) => Object.entries(values).map(([name, value]) => ({ name, value }));
const write = (email, values) =>
  client.contacts.createOrUpdate(email, { properties: Object.entries(values).map(([property, value]) => ({ property, value })) });

test("the client of the older interfaces creates a contact, changes it, reads it and deletes it", async () => {
  const email = "jonas@larkspurbikes.example";
  const created = await write(email, { email, firstname: "Jonas" });
  assert.equal(created.isNew, true);
  assert.deepEqual(await write(email, { email, lastname: "Brandt" }), { vid: created.vid, isNew: false });
  const { vid, properties, "identity-profiles": profiles } = await client.contacts.getByEmail(email);
  assert.deepEqual([vid, properties.firstname.value, properties.lastname.value], [created.vid, "Jonas", "Brandt"]);
  assert.equal(profiles[0].identities[0].value, email);
  assert.equal((await client.contacts.delete(vid)).deleted, true);
  await assert.rejects(client.contacts.getByEmail(email), { statusCode: 404 });
});

test("the client of the older interfaces lists contacts page by page", async () => {
  const vids = [];
  for (const name of ["p1", "p2", "p3"]) vids.push((await write(`${name}@larkspurbikes.example`, { city: "Bremen" })).vid);
  const listed = [];
  for (let vidOffset = 0, more = true; more; ) {
    const page = await client.contacts.get({ count: 2, vidOffset, property: ["email", "city"] });
    listed.push(...page.contacts.filter(({ properties }) => properties.city?.value === "Bremen"));
    [vidOffset, more] = [page["vid-offset"], page["has-more"]];
  }
  assert.deepEqual(
    listed.map(({ vid }) => vid),
    vids,
  );
});

test("the client of the older interfaces adds contacts to a list", async () => {
  await control("POST", `accounts/${accountId}/seed`, { lists: [{ listId: "7001", name: "Newsletter", objectTypeId: "0-1" }] });
  const { vid } = await write("member@larkspurbikes.example", {});
  const other = await write("other-member@larkspurbikes.example", {});
  const emails = ["other-member@larkspurbikes.example", "nobody@larkspurbikes.example"];
  const { updated, invalidEmails } = await client.lists.addContacts("7001", { vids: [vid], emails });
  assert.deepEqual([updated, invalidEmails], [[vid, other.vid], ["nobody@larkspurbikes.example"]]);
  assert.deepEqual((await client.lists.addContacts("7001", { vids: [vid] })).discarded, [vid]);
});

test("the client of the older interfaces creates companies and deals, and lists them", async () => {
  const { companyId } = await client.companies.create({ properties: named({ name: "Larkspur Bikes", domain: "larkspurbikes.example" }) });
  const { companies } = await client.companies.get({ limit: 1, properties: ["name"] });
  assert.deepEqual([companies[0].companyId, companies[0].properties.name.value], [companyId, "Larkspur Bikes"]);
  const { vid } = await write("buyer@larkspurbikes.example", {});
  const { dealId } = await client.deals.create({
    associations: { associatedCompanyIds: [companyId], associatedVids: [vid] },
    properties: named({ dealname: "Tandem", amount: "1200", pipeline: "default", dealstage: "appointmentscheduled" }),
  });
  const { deals } = await client.deals.get({ limit: 1, properties: ["amount"], includeAssociations: true });
  assert.deepEqual([deals[0].dealId, deals[0].properties.amount.value], [dealId, "1200"]);
  assert.deepEqual(deals[0].associations, { associatedCompanyIds: [companyId], associatedVids: [vid] });
});

test("the client of the older interfaces creates an engagement of an owner", async () => {
  const [{ ownerId, email }] = await client.owners.get();
  assert.equal((await client.owners.get({ email }))[0].ownerId, ownerId);
  const { vid } = await write("noted@larkspurbikes.example", {});
  const created = await client.engagements.create({
    engagement: { active: true, type: "NOTE", ownerId, timestamp: Date.now() },
    associations: { contactIds: [vid], companyIds: [], dealIds: [], ownerIds: [] },
    metadata: { body: "Called about the tandem" },
  });
  assert.deepEqual([created.engagement.ownerId, created.associations.contactIds], [ownerId, [vid]]);
  assert.equal(created.metadata.body, "Called about the tandem");
});

test("the client of the older interfaces reads the account and the properties of contacts", async () => {
  assert.equal((await client.integrations.getAccountDetails()).portalId, accountId);
  assert.ok((await client.contacts.properties.getAll()).some(({ name }) => name === "email"));
});
