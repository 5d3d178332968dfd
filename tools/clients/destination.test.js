import "./otherHost.js";
import assert from "node:assert/strict";
import { test } from "node:test";
// The library uses `xml-js` without depending on it.
import { getDestinationByIdOrKey } from "destinations";
import { baseUrl, control, createAccount, decide, scopeOf, serviceName } from "./app.js";

// In production, the analytics platform passes the events to the destination.
const destination = await getDestinationByIdOrKey(serviceName);
const syncMode = `__${scopeOf("destinations")}_internal_sync_mode`;
const redirectUri = "https://app.example/callback";
const { accountId, accessToken, app } = await createAccount({ redirectUris: [redirectUri] });
const oauth = { access_token: accessToken };

/** Sends an event, or a list of events as a batch. `mapping` replaces the default mapping of the action's fields. */
function send(action, events, mapping = {}, credentials = oauth) {
  const { fields } = destination.actions[action].definition;
  const defaults = Object.entries(fields).flatMap(([name, field]) => (field.default === undefined ? [] : [[name, field.default]]));
  const subscription = {
    partnerAction: action,
    subscribe: "type != null",
    mapping: { ...Object.fromEntries(defaults), ...mapping },
    ID: action,
  };
  const settings = { portalId: String(accountId), oauth: credentials, subscription };
  return Array.isArray(events) ? destination.onBatch(events, settings) : destination.onEvent(events, settings);
}

async function api(method, path, body) {
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  const response = await fetch(`${baseUrl}${path}`, { method, headers, body: JSON.stringify(body) });
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  return response.status === 204 ? undefined : await response.json();
}

async function contact(email, properties) {
  return await api("GET", `/crm/v3/objects/contacts/${email}?idProperty=email&properties=${properties}`);
}

const identify = (email, traits) => ({ type: "identify", userId: email, traits: { email, ...traits } });

test("the destination tests its credentials", async () => {
  await destination.testAuthentication({ oauth });
  await assert.rejects(destination.testAuthentication({ oauth: { access_token: "unknown" } }), /Credentials are invalid: 401/);
});

test("the destination creates a contact, and updates it", async () => {
  const email = "jonas@larkspurbikes.example";
  await send("upsertContact", identify(email, { first_name: "Jonas", address: { city: "Bremen", postalCode: "28195" } }));
  await send("upsertContact", identify(email, { last_name: "Brandt" }));
  const { properties } = await contact(email, "firstname,lastname,city,zip");
  assert.equal(properties.firstname, "Jonas");
  assert.equal(properties.lastname, "Brandt");
  assert.equal(properties.city, "Bremen");
  assert.equal(properties.zip, "28195");
});

test("the destination sets a lifecycle stage back", async () => {
  const email = "stage@larkspurbikes.example";
  for (const lifecyclestage of ["customer", "lead"]) await send("upsertContact", identify(email, {}), { lifecyclestage });
  assert.equal((await contact(email, "lifecyclestage")).properties.lifecyclestage, "lead");
});

test("the destination sends traits that are numbers", async () => {
  await api("POST", "/crm/v3/properties/contacts", {
    ...{ groupName: "contactinformation", name: "rides", label: "Rides", type: "number", fieldType: "number" },
  });
  const email = "numbers@larkspurbikes.example";
  await send("upsertContact", identify(email, { rides: 12 }), { properties: { rides: { "@path": "$.traits.rides" } } });
  assert.equal((await contact(email, "rides")).properties.rides, "12");
});

test("the destination updates a batch of known contacts", async () => {
  const emails = ["known1@larkspurbikes.example", "known2@larkspurbikes.example"];
  for (const email of emails) await send("upsertContact", identify(email, { first_name: "Before" }));
  const events = emails.map((email) => identify(email, { first_name: "After" }));
  await send("upsertContact", events, { enable_batching: true });
  for (const email of emails) assert.equal((await contact(email, "firstname")).properties.firstname, "After");
});

test("the destination creates the unknown contacts of a batch", async () => {
  const emails = ["batch1@larkspurbikes.example", "batch2@larkspurbikes.example"];
  await send("upsertContact", identify(emails[0], { first_name: "Before" }));
  const events = emails.map((email) => identify(email, { first_name: "After" }));
  await send("upsertContact", events, { enable_batching: true });
  for (const email of emails) assert.equal((await contact(email, "firstname")).properties.firstname, "After");
});

const group = (groupId, traits) => ({ type: "group", groupId, traits });

test("the destination creates its property for the id of a company, and the company", async () => {
  const event = group("g-1", { name: "Larkspur Bikes", website: "larkspurbikes.example" });
  // The platform sends an event again if the error is retryable.
  const mapping = { createNewCompany: true, associateContact: false };
  await assert.rejects(send("upsertCompany", event, mapping), { code: "RETRYABLE_ERROR" });
  await send("upsertCompany", event, mapping);
  const filters = [{ propertyName: "domain", operator: "EQ", value: "larkspurbikes.example" }];
  const { total, results } = await api("POST", "/crm/v3/objects/companies/search", { filterGroups: [{ filters }], properties: ["name"] });
  assert.equal(total, 1);
  assert.equal(results[0].properties.name, "Larkspur Bikes");
  await send("upsertCompany", { ...event, traits: { name: "Larkspur" } }, mapping);
  assert.equal((await api("GET", `/crm/v3/objects/companies/${results[0].id}?properties=name`)).properties.name, "Larkspur");
});

test("the destination finds a company by its search fields", async () => {
  const { id } = await api("POST", "/crm/v3/objects/companies", { properties: { name: "Found", domain: "found.example" } });
  await send("upsertCompany", group("g-2", { name: "Found again" }), {
    createNewCompany: false,
    associateContact: false,
    companysearchfields: { domain: "found.example" },
  });
  assert.equal((await api("GET", `/crm/v3/objects/companies/${id}?properties=name`)).properties.name, "Found again");
});

test("the destination upserts records, and associates them with a label", async () => {
  await api("POST", "/crm/v3/properties/companies", {
    ...{ groupName: "companyinformation", name: "shop_id", label: "Shop", type: "string", fieldType: "text", hasUniqueValue: true },
  });
  const label = { name: "regular_shop", label: "Regular shop" };
  const { results } = await api("POST", "/crm/v4/associations/contacts/companies/labels", label);
  const email = "upserted@larkspurbikes.example";
  await send("upsertObject", identify(email, {}), {
    [syncMode]: "upsert",
    object_details: { object_type: "contact", id_field_name: "email", id_field_value: email },
    properties: { firstname: "Upserted" },
    association_sync_mode: "upsert",
    associations: [
      {
        object_type: "company",
        association_label: `USER_DEFINED:${results[0].typeId}`,
        id_field_name: "shop_id",
        id_field_value: "s-1",
      },
    ],
    enable_batching: false,
    batch_size: 100,
  });
  const { id, properties } = await contact(email, "firstname");
  assert.equal(properties.firstname, "Upserted");
  const associated = await api("GET", `/crm/v4/objects/contacts/${id}/associations/companies`);
  assert.ok(associated.results[0].associationTypes.some((type) => type.label === "Regular shop"));
});

async function defineEvent(name, email) {
  await send("upsertContact", identify(email, {}));
  const { id } = await contact(email, "email");
  return {
    event: { type: "track", event: name, userId: email },
    mapping: (properties) => ({
      [syncMode]: "upsert",
      event_name: name,
      record_details: { object_type: "contact", email },
      properties,
      occurred_at: new Date().toISOString(),
    }),
    async occurrences() {
      return (await api("GET", `/events/v3/events?objectType=contact&objectId=${id}`)).results.map(({ properties }) => properties);
    },
  };
}

test("the destination defines a custom event, adds a property to it, and sends it", async () => {
  const email = "event@larkspurbikes.example";
  const { event, mapping, occurrences } = await defineEvent("bike_rented", email);
  await send("customEvent", event, mapping({ color: "green" }));
  await send("customEvent", event, mapping({ color: "red", shop: "Bremen" }));
  const { fullyQualifiedName } = await api("GET", "/events/v3/event-definitions/bike_rented");
  await send("sendCustomBehavioralEvent", event, { eventName: fullyQualifiedName, email, properties: { color: "blue" } });
  const colors = (await occurrences()).map(({ color }) => color);
  assert.deepEqual(colors.toSorted(), ["blue", "green", "red"]);
});

test("the destination sends an event with numbers", async () => {
  const { event, mapping, occurrences } = await defineEvent("bike_returned", "returned@larkspurbikes.example");
  await send("customEvent", event, mapping({ days: 3 }));
  assert.equal((await occurrences())[0].days, "3");
});

test("the destination refreshes an expired access token", async () => {
  const installUrl = new URL("/oauth/authorize", baseUrl);
  installUrl.search = new URLSearchParams({ client_id: app.clientId, redirect_uri: redirectUri, scope: "crm.objects.contacts.write" });
  const code = (await decide(installUrl)).searchParams.get("code");
  const credentials = { client_id: app.clientId, client_secret: app.clientSecret };
  const form = new URLSearchParams({ ...credentials, grant_type: "authorization_code", redirect_uri: redirectUri, code });
  const tokens = await (await fetch(`${baseUrl}/oauth/v1/token`, { method: "POST", body: form })).json();
  const { results } = await control("GET", `accounts/${accountId}/tokens`);
  const { tokenId } = results.find(({ kind }) => kind === "accessToken");
  await control("POST", `accounts/${accountId}/tokens/${tokenId}/expire`);
  const email = "refreshed@larkspurbikes.example";
  await send("upsertContact", identify(email, {}), {}, { ...tokens, clientId: app.clientId, clientSecret: app.clientSecret });
  assert.equal((await contact(email, "email")).properties.email, email);
});
