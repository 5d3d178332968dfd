import type { SingleSendInput } from "@crm-platform/types";
import { invalidRequest } from "../../contract/refusal.ts";
import type { Context } from "../../platform/context.ts";
import { type PropertyVersion, type StoredRecord, UniqueValueTaken } from "../../store/store.ts";
import { contactEmail, contactType, emailProperty } from "../contacts.ts";

/**
 * Sets properties on the contact with this email address, and makes the contact when there is none.
 * @throws Refusal when another contact has the value of a unique property
 */
export async function setContactProperties(
  address: string,
  given: NonNullable<SingleSendInput["contactProperties"]>,
  context: Context,
): Promise<void> {
  if (given.length === 0) return;
  const email = contactEmail(address);
  const [found] = await context.store.records.findByUnique(contactType, emailProperty, [email]);
  const contact = found?.record ?? (await newContact(email, context));
  // Of two values for one name the last counts.
  const values = new Map(given.map(({ name, value }) => [name, name === emailProperty ? contactEmail(value) : value]));
  const changed = [...values].filter(([name, value]) => ownVersions(contact, name)[0]?.value !== value);
  if (found && changed.length === 0) return;
  const versions = changed.map(([name, value]) => [name, [version(value, context), ...ownVersions(contact, name)]] as const);
  const properties = { ...contact.properties, ...Object.fromEntries(versions) };
  await put({ ...contact, updatedAt: context.now, properties }, context);
}

async function newContact(email: string, context: Context): Promise<StoredRecord> {
  const id = String(await context.ids.number());
  const properties = { [emailProperty]: [version(email, context)] };
  return { objectType: contactType, id, createdAt: context.now, updatedAt: context.now, archivedAt: null, properties };
}

function version(value: string, { now, caller }: Context): PropertyVersion {
  return { value, timestamp: now, sourceType: "INTEGRATION", sourceId: String(caller.appId) };
}

function ownVersions({ properties }: StoredRecord, name: string): readonly PropertyVersion[] {
  return Object.hasOwn(properties, name) ? (properties[name] ?? []) : [];
}

async function put(contact: StoredRecord, { store }: Context): Promise<void> {
  try {
    await store.records.put([contact]);
  } catch (error) {
    if (!(error instanceof UniqueValueTaken)) throw error;
    const message = `contactProperties must not give ${error.property} a value that another contact has`;
    throw invalidRequest([{ in: "contactProperties", code: "unique", message }]);
  }
}
