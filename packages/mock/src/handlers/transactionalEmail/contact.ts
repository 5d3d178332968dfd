import type { SingleSendInput } from "@crm-platform/types";
import { invalidRequest } from "../../contract/errors/rejection.ts";
import type { Problem } from "../../contract/message.ts";
import type { Context } from "../../platform/context.ts";
import { historyOf, maxPropertyNameLength, type PropertyVersion, type StoredRecord, UniqueValueTaken } from "../../store/store.ts";
import { problemOf } from "../common/problems.ts";
import { alwaysReturned } from "../records/builtInProperties.ts";
import { contactEmail, contactType, emailProperty } from "../records/contacts.ts";

// The history of a contact is limited, because each change stores the whole contact (assumed).
const maxVersions = 200;

type ContactProperties = NonNullable<SingleSendInput["contactProperties"]>;
type Values = ReadonlyMap<string, string>;

/** Reports properties that cannot be changed: the recipient's address, and properties that the platform sets. */
export function contactProblems({ message, contactProperties = [] }: SingleSendInput): Problem[] {
  return contactProperties.flatMap(({ name, value }, index) => {
    const place = `contactProperties[${index}]`;
    if (alwaysReturned.includes(name)) return [problemOf(`${place}.name`, "readOnly", "must name a property that can be set", name)];
    if (name.length > maxPropertyNameLength)
      return [problemOf(`${place}.name`, "maxLength", `must have at most ${maxPropertyNameLength} characters`, name)];
    if (name !== emailProperty || contactEmail(value) === contactEmail(message.to)) return [];
    return [problemOf(`${place}.value`, "recipient", "must be the address of the recipient", value)];
  });
}

/**
 * Sets properties of a contact. Creates the contact if it does not exist.
 * @param given validated by `contactProblems`
 * @throws Rejection when another contact has the value of a unique property
 */
export async function setContactProperties(address: string, given: ContactProperties, context: Context): Promise<void> {
  if (given.length === 0) return;
  const email = contactEmail(address);
  // If a name is repeated, the last value is used.
  const values = new Map(given.map(({ name, value }) => [name, name === emailProperty ? email : value]));
  await releaseValues(new Map([...values, [emailProperty, email]]), context);
  const [found] = await context.store.records.findByUnique(contactType, emailProperty, [email]);
  const contact = found?.record ?? (await newContact(email, context));
  const changed = new Map([...values].filter(([name, value]) => historyOf(contact, name)[0]?.value !== value));
  if (found && changed.size === 0) return;
  await put(withValues(contact, changed, context), given, context);
}

/** Clears unique values of archived contacts, which are treated as nonexistent (assumed). */
async function releaseValues(values: Values, context: Context): Promise<void> {
  const { records } = context.store;
  for (const { name, unique } of await records.properties(contactType)) {
    const value = values.get(name);
    if (!unique || value === undefined) continue;
    const [holder] = await records.findByUnique(contactType, name, [value]);
    if (holder && holder.record.archivedAt !== null) await records.put([withValues(holder.record, new Map([[name, ""]]), context)]);
  }
}

async function newContact(email: string, context: Context): Promise<StoredRecord> {
  const { now } = context;
  const id = String(await context.ids.number());
  const contact = { objectType: contactType, id, createdAt: now, updatedAt: now, archivedAt: null, properties: {} };
  return withValues(contact, new Map([[emailProperty, email]]), context);
}

function withValues(contact: StoredRecord, values: Values, context: Context): StoredRecord {
  const versions = [...values].map(([name, value]) => {
    const earlier = historyOf(contact, name);
    return [name, [version(value, earlier[0], context), ...earlier.slice(0, maxVersions - 1)]] as const;
  });
  return { ...contact, updatedAt: context.now, properties: { ...contact.properties, ...Object.fromEntries(versions) } };
}

/** Returns a version that is never older than the previous one, even if the clock was set back, because snapshots sort by time. */
function version(value: string, before: PropertyVersion | undefined, { now, caller }: Context): PropertyVersion {
  const timestamp = Math.max(now, before?.timestamp ?? now);
  return { value, timestamp, sourceType: "INTEGRATION", sourceId: String(caller.appId) };
}

async function put(contact: StoredRecord, given: ContactProperties, { store }: Context): Promise<void> {
  try {
    await store.records.put([contact]);
  } catch (error) {
    if (!(error instanceof UniqueValueTaken)) throw error;
    const index = given.findLastIndex(({ name }) => name === error.property);
    const expectation = "must not be a value that another contact has";
    throw invalidRequest([problemOf(`contactProperties[${index}].value`, "unique", expectation, given[index]?.value)]);
  }
}
