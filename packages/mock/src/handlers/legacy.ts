import type { LegacyCompany, LegacyContact, LegacyDeal, LegacyOwner, LegacyTicket, Owner } from "@crm-platform/types";
import type { Context } from "../platform/context.ts";
import { additionalEmailsProperty, addressesIn, emailProperty } from "../store/records/contacts.ts";
import { historyOf, type StoredRecord } from "../store/records/recordStore.ts";
import { compareIds } from "./common/filters.ts";
import { invalidValue } from "./common/problems.ts";
import { type HandlersOfArea, reads, readsTogether, writes } from "./handlers.ts";
import { createEngagement, existingEngagement } from "./legacy/engagements.ts";
import { associatedIds, createRecord, pageAfter } from "./legacy/records.ts";
import { allValues, legacyValues, valuesIn } from "./legacy/values.ts";
import { changeMembers } from "./lists/members.ts";
import { existingList } from "./lists/stored.ts";
import { ownersOf } from "./owners.ts";
import { shownProperty } from "./properties/shownProperty.ts";
import { archiveRecord } from "./records/archive.ts";
import { definitionsOf } from "./records/definitions.ts";
import { isShown, pathRecord, recordsByUnique, storedValue } from "./records/find.ts";
import { mergedIdsProperty } from "./records/mergedRecords.ts";
import { knownType } from "./records/objectTypes.ts";
import { RecordWrites } from "./records/recordWrites.ts";

const contacts = knownType("contacts");
const companies = knownType("companies");
const deals = knownType("deals");
const tickets = knownType("tickets");

const contactsPerPage = 20;
const recordsPerPage = 100;
const defaultContactProperties = ["company", "firstname", "lastmodifieddate", "lastname"];

// These operations read and write the same records, properties and owners as `records`, `properties` and `owners`.
export const legacy: HandlersOfArea<"legacy"> = {
  "legacy.createOrUpdateContact": writes(async ({ path: { email }, body }, context) => {
    const existing = (await recordsByUnique(context.store.records, contacts.typeId, emailProperty, [email])).get(email);
    const { [emailProperty]: sent = email, ...values } = valuesIn(
      body.properties.map(({ property, value }) => ({ name: property, value })),
    );
    const isCurrent = existing !== undefined && isShown(existing, false, context.now);
    rejectOtherAddress(sent, email, isCurrent ? historyOf(existing, emailProperty)[0]?.value : undefined);
    if (!isCurrent) {
      const { id } = await createRecord(contacts, { ...values, [emailProperty]: email }, {}, context);
      return { status: 200, body: { vid: Number(id), isNew: true } };
    }
    const input = { properties: values };
    const update = new RecordWrites(contacts, context, [input], { isSingle: true });
    await update.validate(input, values);
    await update.update(input, existing);
    await update.store();
    return { status: 200, body: { vid: Number(existing.id), isNew: false } };
  }),
  "legacy.getContactProfile": readsTogether(async ({ path: { email } }, context) => {
    const record = await pathRecord(context.store.records, contacts, email, { idProperty: emailProperty, now: context.now });
    return { status: 200, body: { ...contactOf(record, context), properties: await allValues(record, context) } };
  }),
  "legacy.deleteContact": writes(async ({ path: { vid } }, context) => {
    const { id } = await pathRecord(context.store.records, contacts, vid, context);
    await archiveRecord(contacts, id, context);
    return { status: 200, body: { vid: Number(id), deleted: true, reason: "OK" } };
  }),
  "legacy.listContacts": readsTogether(async ({ query }, context) => {
    const { count = contactsPerPage, vidOffset = 0, property = defaultContactProperties } = query;
    const { page, hasMore, next } = await pageAfter(contacts, vidOffset, count, context);
    const results = page.map(async (record) => ({
      ...contactOf(record, context),
      properties: await legacyValues(record, property, context),
    }));
    return { status: 200, body: { contacts: await Promise.all(results), "has-more": hasMore, "vid-offset": next } };
  }),
  "legacy.createListMembers": writes(async ({ path: { listId }, body: { vids = [], emails = [] } }, context) => {
    const list = await existingList(listId, context);
    if (list.objectTypeId !== contacts.typeId) {
      throw invalidValue("listId", "objectType", "must be the id of a list of contacts", listId);
    }
    const byEmail = await recordsByUnique(context.store.records, contacts.typeId, emailProperty, emails);
    const isCurrent = (email: string) => byEmail.get(email)?.archivedAt === null;
    const ids = [...vids.map(String), ...emails.filter(isCurrent).map((email) => byEmail.get(email)?.id ?? "")];
    const { recordsIdsAdded: added, recordIdsMissing: missing } = await changeMembers(list, ids, [], context);
    const discarded = [...new Set(ids)].filter((id) => !added.includes(id) && !missing.includes(id));
    const body = { updated: added.map(Number), discarded: discarded.map(Number), invalidVids: missing.map(Number) };
    return { status: 200, body: { ...body, invalidEmails: emails.filter((email) => !isCurrent(email)) } };
  }),
  "legacy.createCompany": writes(async ({ body }, context) => {
    return {
      status: 200,
      body: await companyOf(await createRecord(companies, valuesIn(body.properties), {}, context), undefined, context),
    };
  }),
  "legacy.listCompanies": readsTogether(async ({ query: { limit = recordsPerPage, offset = 0, properties = [] } }, context) => {
    const { page, hasMore, next } = await pageAfter(companies, offset, limit, context);
    const results = await Promise.all(page.map((record) => companyOf(record, properties, context)));
    return { status: 200, body: { companies: results, "has-more": hasMore, offset: next } };
  }),
  "legacy.createDeal": writes(async ({ body: { properties, associations = {} } }, context) => {
    const ids = { companies: associations.associatedCompanyIds, contacts: associations.associatedVids };
    const record = await createRecord(deals, valuesIn(properties), ids, context);
    return { status: 200, body: await dealOf(record, undefined, true, context) };
  }),
  "legacy.listDeals": readsTogether(async ({ query }, context) => {
    const { limit = recordsPerPage, offset = 0, properties = [], includeAssociations = false } = query;
    const { page, hasMore, next } = await pageAfter(deals, offset, limit, context);
    const results = await Promise.all(page.map((record) => dealOf(record, properties, includeAssociations, context)));
    return { status: 200, body: { deals: results, hasMore, offset: next } };
  }),
  "legacy.createTicket": writes(async ({ body }, context) => {
    return { status: 200, body: await ticketOf(await createRecord(tickets, valuesIn(body), {}, context), undefined, context) };
  }),
  "legacy.listTickets": readsTogether(async ({ query: { offset = 0, properties = [] } }, context) => {
    const { page, hasMore, next } = await pageAfter(tickets, offset, recordsPerPage, context);
    const results = await Promise.all(page.map((record) => ticketOf(record, properties, context)));
    return { status: 200, body: { objects: results, hasMore, offset: next } };
  }),
  "legacy.createEngagement": writes(async ({ body }, context) => ({ status: 200, body: await createEngagement(body, context) })),
  "legacy.getEngagement": readsTogether(async ({ path: { engagementId } }, context) => ({
    status: 200,
    body: await existingEngagement(engagementId, context),
  })),
  "legacy.listProperties": reads(async (_request, { store }) => {
    const definitions = [...(await definitionsOf(store.records, contacts.typeId)).values()];
    const properties = definitions.map((definition) => {
      const { name, label, description, groupName, type, fieldType, options, modificationMetadata } = shownProperty(
        contacts.typeId,
        definition,
      );
      const optionsV1 = options.map((option) => {
        const { value, displayOrder = -1, hidden } = option;
        return { label: option.label, value, displayOrder, hidden };
      });
      const readOnlyValue = modificationMetadata?.readOnlyValue ?? false;
      return { name, label, description, groupName, type, fieldType, options: optionsV1, readOnlyValue };
    });
    return { status: 200, body: properties };
  }),
  "legacy.listOwners": reads(async ({ query: { includeInactive = false, email } }, { store, profile, accountId }) => {
    const all = await ownersOf(store.documents, profile);
    const matching = all.filter(
      (owner) => (includeInactive || !owner.archived) && (email === undefined || owner.email?.toLowerCase() === email.toLowerCase()),
    );
    const sorted = matching.sort((one, other) => compareIds(one.id, other.id));
    return { status: 200, body: sorted.map((owner) => ownerOf(owner, accountId)) };
  }),
};

/** The address in the path identifies the contact, so a request that also contains another one is ambiguous. */
function rejectOtherAddress(sent: string, inPath: string, primary: string | undefined): void {
  const stored = (address: string) => storedValue(contacts.typeId, emailProperty, address);
  if (stored(inPath) === "") throw invalidValue("email", "minLength", "must not be empty", inPath);
  if (stored(sent) === stored(inPath) || (primary !== undefined && stored(sent) === primary)) return;
  const field = `properties.${emailProperty}`;
  throw invalidValue(field, "idProperty", "must equal the email address in the path, or the contact's primary address", sent);
}

function contactOf(record: StoredRecord, { accountId }: Context): Omit<LegacyContact, "properties"> {
  const vid = Number(record.id);
  const listIn = (name: string) => historyOf(record, name)[0]?.value ?? "";
  const mergedVids = listIn(mergedIdsProperty).split(";").filter(Boolean).map(Number);
  const email = listIn(emailProperty);
  const identities = [...(email ? [email] : []), ...addressesIn(listIn(additionalEmailsProperty))].map((value) => ({
    type: "EMAIL",
    value,
    timestamp: record.updatedAt,
    ...(value === email ? { "is-primary": true } : {}),
  }));
  return {
    vid,
    "canonical-vid": vid,
    "merged-vids": mergedVids,
    "portal-id": accountId,
    "is-contact": true,
    "identity-profiles": [{ vid, identities }],
  };
}

/** @param names the properties to return; default: all, with their versions */
async function companyOf(record: StoredRecord, names: readonly string[] | undefined, context: Context): Promise<LegacyCompany> {
  return {
    portalId: context.accountId,
    companyId: Number(record.id),
    isDeleted: false,
    properties: await shownValues(record, names, context),
  };
}

async function dealOf(
  record: StoredRecord,
  names: readonly string[] | undefined,
  includeAssociations: boolean,
  context: Context,
): Promise<LegacyDeal> {
  const ids = includeAssociations ? await associatedIds(deals, record, ["companies", "contacts"], context) : {};
  return {
    portalId: context.accountId,
    dealId: Number(record.id),
    isDeleted: false,
    associations: { associatedCompanyIds: ids["companies"] ?? [], associatedVids: ids["contacts"] ?? [] },
    properties: await shownValues(record, names, context),
  };
}

async function ticketOf(record: StoredRecord, names: readonly string[] | undefined, context: Context): Promise<LegacyTicket> {
  return {
    objectType: "TICKET",
    portalId: context.accountId,
    objectId: Number(record.id),
    isDeleted: false,
    properties: await shownValues(record, names, context),
  };
}

function shownValues(record: StoredRecord, names: readonly string[] | undefined, context: Context): Promise<LegacyCompany["properties"]> {
  return names ? legacyValues(record, names, context, true) : allValues(record, context);
}

function ownerOf({ id, createdAt, updatedAt, archived: _, teams: __, userId, ...owner }: Owner, portalId: number): LegacyOwner {
  const times = { createdAt: Date.parse(createdAt), updatedAt: Date.parse(updatedAt) };
  return { portalId, ownerId: Number(id), ...owner, ...times, ...(userId === undefined ? {} : { activeUserId: userId }) };
}
