import type { LegacyCompany, LegacyContact, LegacyDeal, LegacyOwner, LegacyTicket, LegacyValues, Owner } from "@crm-platform/types";
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
const dealAssociations = ["companies", "contacts"];
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
    const values = await legacyValues(page, property, context);
    const results = page.map((record, index) => ({ ...contactOf(record, context), properties: values[index] ?? {} }));
    return { status: 200, body: { contacts: results, "has-more": hasMore, "vid-offset": next } };
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
    const record = await createRecord(companies, valuesIn(body.properties), {}, context);
    return { status: 200, body: companyOf(record, await allValues(record, context), context) };
  }),
  "legacy.listCompanies": readsTogether(async ({ query: { limit = recordsPerPage, offset = 0, properties = [] } }, context) => {
    const { page, hasMore, next } = await pageAfter(companies, offset, limit, context);
    const values = await legacyValues(page, properties, context, true);
    const results = page.map((record, index) => companyOf(record, values[index], context));
    return { status: 200, body: { companies: results, "has-more": hasMore, offset: next } };
  }),
  "legacy.createDeal": writes(async ({ body: { properties, associations = {} } }, context) => {
    const ids = { companies: associations.associatedCompanyIds, contacts: associations.associatedVids };
    const record = await createRecord(deals, valuesIn(properties), ids, context);
    const [associated] = await associatedIds(deals, [record], dealAssociations, context);
    return { status: 200, body: dealOf(record, await allValues(record, context), associated, context) };
  }),
  "legacy.listDeals": readsTogether(async ({ query }, context) => {
    const { limit = recordsPerPage, offset = 0, properties = [], includeAssociations = false } = query;
    const { page, hasMore, next } = await pageAfter(deals, offset, limit, context);
    const values = await legacyValues(page, properties, context, true);
    const ids = includeAssociations ? await associatedIds(deals, page, dealAssociations, context) : [];
    const results = page.map((record, index) => dealOf(record, values[index], ids[index], context));
    return { status: 200, body: { deals: results, hasMore, offset: next } };
  }),
  "legacy.createTicket": writes(async ({ body }, context) => {
    const record = await createRecord(tickets, valuesIn(body), {}, context);
    return { status: 200, body: ticketOf(record, await allValues(record, context), context) };
  }),
  "legacy.listTickets": readsTogether(async ({ query: { offset = 0, properties = [] } }, context) => {
    const { page, hasMore, next } = await pageAfter(tickets, offset, recordsPerPage, context);
    const values = await legacyValues(page, properties, context, true);
    const results = page.map((record, index) => ticketOf(record, values[index], context));
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

function companyOf({ id }: StoredRecord, properties: LegacyValues = {}, { accountId: portalId }: Context): LegacyCompany {
  return { portalId, companyId: Number(id), isDeleted: false, properties };
}

function dealOf(
  { id }: StoredRecord,
  properties: LegacyValues = {},
  { companies: companyIds = [], contacts: vids = [] }: Readonly<Record<string, number[]>> = {},
  { accountId: portalId }: Context,
): LegacyDeal {
  const associations = { associatedCompanyIds: companyIds, associatedVids: vids };
  return { portalId, dealId: Number(id), isDeleted: false, associations, properties };
}

function ticketOf({ id }: StoredRecord, properties: LegacyValues = {}, { accountId: portalId }: Context): LegacyTicket {
  return { objectType: "TICKET", portalId, objectId: Number(id), isDeleted: false, properties };
}

function ownerOf({ id, createdAt, updatedAt, archived: _, teams: __, userId, ...owner }: Owner, portalId: number): LegacyOwner {
  const times = { createdAt: Date.parse(createdAt), updatedAt: Date.parse(updatedAt) };
  return { portalId, ownerId: Number(id), ...owner, ...times, ...(userId === undefined ? {} : { activeUserId: userId }) };
}
