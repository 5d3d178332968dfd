import { invalidRequest, Rejection } from "../../contract/errors/rejection.ts";
import type { Problem } from "../../contract/message.ts";
import { describeValue } from "../../contract/problems/fields.ts";
import { additionalEmailsProperty, addressesIn, contactEmail, contactType, emailProperty } from "../../store/records/contacts.ts";
import type { PropertyDefinition, RecordStore, StoredRecord } from "../../store/records/recordStore.ts";
import { problemOf } from "../common/problems.ts";
import { allDefinitions } from "./definitions.ts";
import { mergedInto } from "./mergedRecords.ts";
import { type ObjectType, wordsFor } from "./objectTypes.ts";
import { isGone } from "./recyclingBin.ts";

/** Returns records, including archived ones, keyed by the requested value. @throws Rejection when the property is not unique */
export async function recordsByValue(
  records: RecordStore,
  objectType: string,
  property: string | undefined,
  values: readonly string[],
): Promise<Map<string, StoredRecord>> {
  if (isRecordId(property)) {
    const storedRecords = await records.find(objectType, values);
    return new Map(storedRecords.map((record) => [record.id, record]));
  }
  const definition = (await allDefinitions(records, objectType, [property])).get(property);
  if (!hasUniqueValues(definition)) throw invalidRequest([notUnique("idProperty", property)]);
  return recordsByUnique(records, objectType, property, values);
}

export async function recordsByUnique(
  records: RecordStore,
  objectType: string,
  property: string,
  values: readonly string[],
): Promise<Map<string, StoredRecord>> {
  const storedValues = new Map(values.map((value) => [value, storedValue(objectType, property, value)]));
  const matches = await records.findByUnique(objectType, property, [...storedValues.values()]);
  const byStored = new Map(matches.map(({ value, record }) => [value, record]));
  const byValue = new Map<string, StoredRecord>();
  for (const [value, key] of storedValues) {
    const record = byStored.get(key);
    if (record) byValue.set(value, record);
  }
  return byValue;
}

function isRecordId(idProperty: string | undefined): idProperty is "hs_object_id" | undefined {
  return idProperty === undefined || idProperty === "hs_object_id";
}

export function hasUniqueValues(definition: PropertyDefinition | undefined): boolean {
  return definition?.unique === true && definition.archivedAt === undefined;
}

export const uniqueExpectation = "must name a property whose values are unique";

export function notUnique(field: string, property: string): Problem {
  return problemOf(field, "unique", uniqueExpectation, property);
}

/** Whether a read returns the record. With `archived`, reads return only archived records that can be restored. */
export function isShown(record: StoredRecord, archived: boolean, now: number): boolean {
  return archived ? record.archivedAt !== null && !isGone(record, now) : record.archivedAt === null;
}

/** Returns a record or, if it was merged, the record that remains. @throws Rejection when the record does not exist */
export async function pathRecord(
  records: RecordStore,
  type: ObjectType,
  id: string,
  { idProperty, archived = false, now }: { readonly idProperty?: string | undefined; readonly archived?: boolean; readonly now: number },
): Promise<StoredRecord> {
  const first = (await recordsByValue(records, type.typeId, idProperty, [id])).get(id);
  const record = first && (await remainingRecord(records, first));
  if (!record || !isShown(record, archived, now)) throw idProperty === undefined ? notFound(type) : noneWith(type, idProperty, id);
  return record;
}

/** Follows merges to the record that remains. No record remains if the merges form a cycle, which a seed can contain. */
export async function remainingRecord(records: RecordStore, record: StoredRecord): Promise<StoredRecord | undefined> {
  const visitedIds = new Set<string>();
  let last: StoredRecord | undefined = record;
  while (last) {
    const id = mergedInto(last);
    if (id === undefined) return last;
    if (visitedIds.has(id)) return undefined;
    visitedIds.add(id);
    [last] = await records.find(record.objectType, [id]);
  }
  return undefined;
}

function noneWith(type: ObjectType, property: string, value: string): Rejection {
  return new Rejection("OBJECT_NOT_FOUND", `No ${wordsFor(type).one} has the ${property} "${describeValue(value, "unique")}".`);
}

/** @param fields the fields that contain the ids, if there are several ids */
export function notFound(type: ObjectType, fields: readonly string[] = []): Rejection {
  const id = fields.length === 0 ? "this id" : `the id in ${fields.join(" or in ")}`;
  return new Rejection("OBJECT_NOT_FOUND", `No ${wordsFor(type).one} has ${id}.`);
}

export function storedValue(objectType: string, property: string, value: string): string {
  if (objectType !== contactType) return value;
  if (property === additionalEmailsProperty) return addressesIn(value).join(";");
  return property === emailProperty ? contactEmail(value) : value;
}
