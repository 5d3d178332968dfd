import { Rejection } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import { additionalEmailsProperty, addressesIn, contactType, emailProperty, identifyingValues } from "../../store/records/contacts.ts";
import { calculatedSource, historyOf, type PropertyVersion, type StoredRecord, UniqueValueTaken } from "../../store/records/recordStore.ts";
import { storedValue } from "./find.ts";
import { knownType, wordsFor } from "./objectTypes.ts";
import type { Values } from "./propertyValues.ts";

// The history of a property is limited, because each change stores the whole record (assumed).
const maxVersions = 200;
const maxHistoryLength = 131_072;

/** Removes the oldest versions of a property if its history is too long. Always keeps the newest one. */
function limitedHistory<Version extends { readonly value: string }>(versions: readonly Version[]): Version[] {
  let length = 0;
  const tooLong = versions.findIndex(({ value }, index) => {
    length += value.length;
    return index > 0 && length > maxHistoryLength;
  });
  return versions.slice(0, Math.min(maxVersions, tooLong < 0 ? maxVersions : tooLong));
}

/** Creates a record with an unused id. The record must be stored with `putRecords`. */
export async function newRecord(objectType: string, values: Values, context: Context, defaults: Values = {}): Promise<StoredRecord> {
  const { now, ids, store } = context;
  let id: number;
  do id = await ids.number();
  while (
    // A seeded record may have any id.
    id <= (await store.records.lastId(objectType)) &&
    (await store.records.find(objectType, [String(id)])).length > 0
  );
  const record = { objectType, id: String(id), createdAt: now, updatedAt: now, archivedAt: null, properties: {} };
  return withValues(withValues(record, defaults, context, true), values, context);
}

/** Returns the time of a new version, which is never before the previous version, because snapshots sort versions by time. */
function timeAfter([last]: readonly PropertyVersion[], now: number): number {
  return Math.max(now, last?.timestamp ?? now);
}

/** Returns the same record if nothing changes. */
export function withValues(record: StoredRecord, values: Values, { now, caller }: Context, isCalculated = false): StoredRecord {
  const writer = caller.app ? { sourceType: "INTEGRATION", sourceId: String(caller.app.appId) } : { sourceType: "CRM_UI" };
  const source = isCalculated ? { sourceType: calculatedSource } : writer;
  const versions = Object.entries(values).flatMap(([name, input]) => {
    const earlier = historyOf(record, name);
    const value = storedValue(record.objectType, name, input);
    if (value === (earlier[0]?.value ?? "")) return [];
    const version: PropertyVersion = {
      value,
      timestamp: timeAfter(earlier, now),
      ...source,
    };
    return [[name, limitedHistory([version, ...earlier])] as const];
  });
  if (versions.length === 0) return record;
  return { ...record, updatedAt: now, properties: { ...record.properties, ...Object.fromEntries(versions) } };
}

/**
 * Takes unique values from archived records, which are treated as nonexistent (assumed).
 * @throws UniqueValueTaken when another current record already has a unique value; in that case, nothing is written
 */
export async function putRecords(records: readonly StoredRecord[], { store }: Pick<Context, "store">): Promise<void> {
  const formerOwners: StoredRecord[] = [];
  for (const [objectType, ofType] of Map.groupBy(records, (record) => record.objectType)) {
    formerOwners.push(...(await formerOwnersOf(objectType, ofType, store)));
  }
  await store.records.put([...formerOwners, ...records]);
}

/** Returns the archived records that have unique values of the given records, without these values. */
async function formerOwnersOf(objectType: string, records: readonly StoredRecord[], store: AccountStore): Promise<StoredRecord[]> {
  const ids = new Set(records.map(({ id }) => id));
  const formerOwners = new Map<string, StoredRecord>();
  for (const name of await store.records.uniqueProperties(objectType)) {
    const values = records.flatMap((record) => identifyingValues(record, name));
    if (values.length === 0) continue;
    for (const { value, record } of await store.records.findByUnique(objectType, name, values)) {
      if (record.archivedAt === null || ids.has(record.id)) continue;
      formerOwners.set(record.id, withoutValue(formerOwners.get(record.id) ?? record, name, value));
    }
  }
  return [...formerOwners.values()];
}

/** Removes an identifying value, which is either the value of the property or one of a contact's additional addresses. */
function withoutValue(record: StoredRecord, name: string, value: string): StoredRecord {
  const isEmail = record.objectType === contactType && name === emailProperty;
  const addresses = isEmail ? addressesIn(currentValue(record, additionalEmailsProperty)) : [];
  if (!addresses.includes(value)) return withNewest(record, name, "");
  const others = addresses.filter((address) => address !== value).join(";");
  const rest = withNewest(record, additionalEmailsProperty, others);
  return currentValue(record, name) === value ? withNewest(rest, name, "") : rest;
}

function withNewest(record: StoredRecord, name: string, value: string): StoredRecord {
  const earlier = historyOf(record, name);
  const last = earlier[0];
  if (!last) return record;
  return { ...record, properties: { ...record.properties, [name]: limitedHistory([{ ...last, value }, ...earlier]) } };
}

function currentValue(record: StoredRecord, name: string): string {
  return historyOf(record, name)[0]?.value ?? "";
}

/**
 * Converts `UniqueValueTaken` to a rejection. Returns other errors unchanged.
 * @param inputOf returns the input that sets a property of a record
 * @param creatorOf returns the input that creates a record, whose id is unknown to the client
 */
export function conflictOf(
  error: unknown,
  inputOf?: (recordId: string, property: string) => string | undefined,
  creatorOf?: (recordId: string) => string | undefined,
): unknown {
  if (!(error instanceof UniqueValueTaken)) return error;
  const { objectType, property, source, recordIds } = error;
  const name = wordsFor(knownType(objectType)).one;
  const creator = creatorOf?.(recordIds[1]);
  const message = creator
    ? `${creator} already creates a ${name} with this ${property}.`
    : `${name.charAt(0).toUpperCase()}${name.slice(1)} already exists. Existing ID: ${recordIds[1]}`;
  const input = inputOf?.(recordIds[0], source);
  const field = `${input ? `${input}.` : ""}properties.${source}`;
  const problem = { in: field, code: "unique", message: `${field} must not be a value that another record has` };
  return new Rejection("CONFLICT", message, { problems: [problem] });
}
