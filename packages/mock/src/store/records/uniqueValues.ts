import type { Connection } from "../sql/connection.ts";
import { inBatches, type UniqueProperties } from "../sql/scope.ts";
import { entryAccount, number, statement, text } from "../sql/statement.ts";
import { keyOf, nameOf, textOf } from "../sql/text.ts";
import { uniqueForm } from "../values.ts";
import { emailProperty, identifyingEntries, identifyingValues } from "./contacts.ts";
import { recordNumber } from "./recordRows.ts";
import { type PropertyType, type StoredRecord, UniqueValueTaken } from "./recordStore.ts";

interface Values {
  readonly account: number;
  readonly rows: string;
}

/** The newest value in the history of a unique property. Empty values need not be unique. */
type UniqueValue = readonly [objectType: string, property: string, value: string, recordId: number];

// Cross joins prevent SQLite from reordering the tables. With plain joins, it would read all unique values.
const selectOwners = statement<Values, { objectType: string; property: string; value: string; owner: number; taker: number }>(
  ({ entries }) => `
    select taken.object_type as "objectType", taken.property, taken.value, taken.record_id as owner, ${number(3)} as taker
    from ${entries(":rows")} cross join unique_values as taken
    where taken.account_id = ${entryAccount} and taken.object_type = ${text(0)} and taken.property = ${text(1)} and taken.value = ${text(2)}`,
);

const insert = statement<Values>(
  ({ entries }) => `
    insert into unique_values (account_id, object_type, property, value, record_id)
    select cast(:account as bigint), ${text(0)}, ${text(1)}, ${text(2)}, ${number(3)} from ${entries(":rows")}`,
);

const insertFree = statement<Values>(
  ({ entries }) => `
    insert into unique_values (account_id, object_type, property, value, record_id)
    select cast(:account as bigint), ${text(0)}, ${text(1)}, ${text(2)}, ${number(3)} from ${entries(":rows")} where true
    on conflict do nothing`,
);

const remove = statement<Values>(
  ({ entries }) => `
    delete from unique_values where (account_id, object_type, property, value)
    in (select ${entryAccount}, ${text(0)}, ${text(1)}, ${text(2)} from ${entries(":rows")})`,
);

const removeProperty = statement<{ account: number; objectType: string; property: string }>(
  "delete from unique_values where account_id = :account and object_type = :objectType and property = :property",
);

export async function forgetUniqueValues(connection: Connection, account: number, objectType: string, property: string): Promise<void> {
  await removeProperty(connection, { account, objectType: nameOf(objectType), property: nameOf(property) });
}

interface Writing {
  readonly records: readonly StoredRecord[];
  /** The previous states of the written records whose values are in the table. */
  readonly existing: readonly StoredRecord[];
  readonly unique: UniqueProperties;
}

/** Requires the account's lock. @throws UniqueValueTaken when two records would share a value; in that case, nothing is written */
export async function keepUniqueValues(connection: Connection, account: number, { records, existing, unique }: Writing): Promise<void> {
  const valuesIn = (some: readonly StoredRecord[]) =>
    new Map(
      some.flatMap((record) => valuesOf(record, [...(unique.get(record.objectType) ?? [])])).map((value) => [JSON.stringify(value), value]),
    );
  const before = valuesIn(existing);
  const after = valuesIn(records);
  const writtenKeys = new Set(records.map((record) => ownerKey(nameOf(record.objectType), recordNumber(record.id))));
  rejectTwice(records, after, before);
  const newValues = [...after].filter(([key]) => !before.has(key)).map(([, value]) => value);
  const oldValues = [...before].filter(([key]) => !after.has(key)).map(([, value]) => value);
  await inBatches(newValues, async (batch) => {
    for (const { objectType, property, value, owner, taker } of await selectOwners(connection, { account, rows: JSON.stringify(batch) })) {
      if (!writtenKeys.has(ownerKey(objectType, owner))) throw conflict(records, [objectType, property, value, taker], owner);
    }
  });
  await inBatches(oldValues, (batch) => remove(connection, { account, rows: JSON.stringify(batch) }));
  await inBatches(newValues, (batch) => insert(connection, { account, rows: JSON.stringify(batch) }));
}

function valuesOf(record: StoredRecord, properties: readonly (readonly [string, PropertyType | undefined])[]): UniqueValue[] {
  return properties.flatMap(([property, type]) =>
    identifyingValues(record, property).map(
      (value): UniqueValue => [nameOf(record.objectType), nameOf(property), uniqueKey(value, type), recordNumber(record.id)],
    ),
  );
}

/** Adds the addresses of contacts, except those that other contacts have, for databases of a version that did not add all of them. */
export async function addEmails(connection: Connection, account: number, contacts: readonly StoredRecord[]): Promise<void> {
  const values = contacts.flatMap((contact) => valuesOf(contact, [[emailProperty, undefined]]));
  await inBatches(values, (batch) => insertFree(connection, { account, rows: JSON.stringify(batch) }));
}

/** Returns the key of a value, which equal values share. */
export function uniqueKey(value: string, type: PropertyType | undefined): string {
  return keyOf(uniqueForm(value, type));
}

function rejectTwice(
  records: readonly StoredRecord[],
  after: ReadonlyMap<string, UniqueValue>,
  before: ReadonlyMap<string, UniqueValue>,
): void {
  const owners = new Map<string, number>();
  for (const [key, [objectType, property, value, recordId]] of after) {
    const sharedKey = JSON.stringify([objectType, property, value]);
    const other = owners.get(sharedKey);
    // A record that already had the value owns it.
    const [taker, owner] = before.has(key) ? [other, recordId] : [recordId, other];
    if (taker !== undefined && owner !== undefined) throw conflict(records, [objectType, property, value, taker], owner);
    owners.set(sharedKey, recordId);
  }
}

function conflict(records: readonly StoredRecord[], [objectType, property, value, taker]: UniqueValue, owner: number): UniqueValueTaken {
  const record = records.find(({ objectType: type, id }) => nameOf(type) === objectType && recordNumber(id) === taker);
  const name = textOf(property);
  // Only addresses have another source, and their type is a string.
  const [source = name] = (record && identifyingEntries(record, name).find(([, one]) => uniqueKey(one, undefined) === value)) ?? [];
  return new UniqueValueTaken(textOf(objectType), name, source, [String(taker), String(owner)]);
}

function ownerKey(objectType: string, id: number): string {
  return `${objectType} ${id}`;
}
