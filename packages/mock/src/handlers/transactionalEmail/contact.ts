import type { SingleSendInputV1 } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import type { Context } from "../../platform/context.ts";
import { contactEmail, contactType, emailProperty } from "../../store/records/contacts.ts";
import { type StoredRecord, UniqueValueTaken } from "../../store/records/recordStore.ts";
import { invalidValue, problemOf } from "../common/problems.ts";
import { propertiesWithDefault } from "../records/builtInProperties.ts";
import { type Definitions, definitionsOf } from "../records/definitions.ts";
import { type Values, valueProblem } from "../records/propertyValues.ts";
import { newRecord, putRecords, withValues } from "../records/values.ts";
import { defaultValues, keepingLaterStage, normalValues } from "../records/writtenValues.ts";

/** Returns the path of a contact property's name or value in the request. */
export type PlaceOf = (index: number, field: "name" | "value") => string;

type ContactProperties = NonNullable<SingleSendInputV1["contactProperties"]>;

/** Also returns a problem for an email address that is not the recipient's. */
export async function contactProblems(
  { message, contactProperties = [] }: SingleSendInputV1,
  { store }: Context,
  placeOf: PlaceOf,
): Promise<Problem[]> {
  const names = contactProperties.map(({ name }) => name);
  const definitions = await definitionsOf(store.records, contactType, names);
  return contactProperties.flatMap(({ name, value }, index) => {
    const nameProblem = valueProblem(definitions, name, "", placeOf(index, "name"));
    const problem = nameProblem ?? valueProblem(definitions, name, value, placeOf(index, "value"));
    if (problem) return [problem];
    if (name !== emailProperty || contactEmail(value) === contactEmail(message.to)) return [];
    return [problemOf(placeOf(index, "value"), "recipient", "must be the address of the recipient", value)];
  });
}

/**
 * Creates the contact if it does not exist.
 * @param properties validated by `contactProblems`
 * @throws Rejection when another contact already has the same value of a unique property
 */
export async function setContactProperties(
  address: string,
  properties: ContactProperties,
  context: Context,
  placeOf: PlaceOf,
): Promise<void> {
  if (properties.length === 0) return;
  const { definitions, values } = await storedValues(properties, context);
  const existing = await contactOf(address, context);
  if (existing) {
    const updatedContact = withValues(existing, keepingLaterStage(definitions, values, existing), context);
    if (updatedContact !== existing) await put(updatedContact, properties, context, placeOf);
    return;
  }
  await put(await newContact(address, definitions, values, context), properties, context, placeOf);
}

async function storedValues(properties: ContactProperties, { store }: Context): Promise<{ definitions: Definitions; values: Values }> {
  const values = Object.fromEntries(properties.map(({ name, value }) => [name, value]));
  const names = [...Object.keys(values), ...propertiesWithDefault(contactType).map(({ name }) => name)];
  const definitions = await definitionsOf(store.records, contactType, names);
  return { definitions, values: normalValues(definitions, values) };
}

/** Does nothing if a current contact has the address. */
export async function createContactOf(address: string, context: Context): Promise<void> {
  if (await contactOf(address, context)) return;
  const { definitions, values } = await storedValues([], context);
  await putRecords([await newContact(address, definitions, values, context)], context);
}

async function contactOf(address: string, { store }: Context): Promise<StoredRecord | undefined> {
  const [match] = await store.records.findByUnique(contactType, emailProperty, [contactEmail(address)]);
  return match?.record.archivedAt === null ? match.record : undefined;
}

function newContact(address: string, definitions: Definitions, values: Values, context: Context): Promise<StoredRecord> {
  const defaults = defaultValues(contactType, definitions, values);
  return newRecord(contactType, { ...values, [emailProperty]: contactEmail(address) }, context, defaults);
}

async function put(contact: StoredRecord, properties: ContactProperties, context: Context, placeOf: PlaceOf): Promise<void> {
  try {
    await putRecords([contact], context);
  } catch (error) {
    if (!(error instanceof UniqueValueTaken)) throw error;
    const index = properties.findLastIndex(({ name }) => name === error.source);
    const expectation = "must not already be used by another contact";
    throw invalidValue(placeOf(index, "value"), "unique", expectation, properties[index]?.value);
  }
}
