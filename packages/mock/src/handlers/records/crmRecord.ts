import type { CrmRecord, ValueWithTimestamp } from "@crm-platform/types";
import { setField } from "../../contract/openapi/document.ts";
import { historyOf, type PropertyVersion, type RecordStore, type StoredRecord } from "../../store/records/recordStore.ts";
import { invalidValue } from "../common/problems.ts";
import { timestampOf } from "../common/timestamps.ts";
import { alwaysReturned, builtInProperties, returnedByDefault } from "./builtInProperties.ts";
import { definitionsOf } from "./definitions.ts";
import type { Values } from "./propertyValues.ts";

export interface RequestedProperties {
  readonly values: readonly string[];
  readonly histories: readonly string[];
}

export interface Requested {
  /** Default: the default properties of the object type. */
  readonly properties?: readonly string[] | undefined;
  readonly propertiesWithHistory?: readonly string[] | undefined;
}

const maxWithHistory = 50;

/** @throws Rejection when the request reads the histories of too many records */
export function limitHistories({ propertiesWithHistory = [] }: Requested, field: "limit" | "inputs", count: number): void {
  if (propertiesWithHistory.length === 0 || count <= maxWithHistory) return;
  const [code, bound] =
    field === "limit" ? ["maximum", `be at most ${maxWithHistory}`] : ["maxItems", `have at most ${maxWithHistory} items`];
  throw invalidValue(field, code, `must ${bound} if propertiesWithHistory is not empty`, count);
}

/** Always includes some properties and those with history, and omits unknown names. */
export async function requestedProperties(
  store: RecordStore,
  objectType: string,
  { properties = returnedByDefault(objectType), propertiesWithHistory = [] }: Requested,
): Promise<RequestedProperties> {
  const values = [...new Set([...alwaysReturned(objectType), ...properties, ...propertiesWithHistory])].sort();
  const histories = [...new Set(propertiesWithHistory)].sort();
  const builtIn = builtInProperties(objectType);
  const others = values.filter((name) => !builtIn.has(name));
  const definitions = others.length > 0 ? await definitionsOf(store, objectType, others) : builtIn;
  const isKnown = (name: string) => builtIn.has(name) || definitions.has(name);
  return { values: values.filter(isKnown), histories: histories.filter(isKnown) };
}

export function writtenProperties(objectType: string, values: Values): RequestedProperties {
  return { values: [...new Set([...alwaysReturned(objectType), ...Object.keys(values)])].sort(), histories: [] };
}

export function crmRecordOf(record: StoredRecord, { values, histories }: RequestedProperties): CrmRecord {
  const createdAt = timestampOf(record.createdAt);
  const updatedAt = timestampOf(record.updatedAt);
  const properties: Record<string, string | null> = {};
  const crmRecord: CrmRecord = { id: record.id, archived: record.archivedAt !== null, createdAt, updatedAt, properties };
  const builtIn = builtInProperties(record.objectType);
  for (const name of values) {
    const field = builtIn.get(name)?.derivedFrom;
    // An empty value clears the property.
    setField(properties, name, field ? crmRecord[field] : historyOf(record, name)[0]?.value || null);
  }
  if (record.archivedAt !== null) crmRecord.archivedAt = timestampOf(record.archivedAt);
  if (histories.length === 0) return crmRecord;
  // Properties that are set by the platform have no history (assumed).
  const propertiesWithHistory: Record<string, ValueWithTimestamp[]> = {};
  for (const name of histories) setField(propertiesWithHistory, name, historyOf(record, name).map(withTimestamp));
  crmRecord.propertiesWithHistory = propertiesWithHistory;
  return crmRecord;
}

function withTimestamp(version: PropertyVersion): ValueWithTimestamp {
  return { ...version, timestamp: timestampOf(version.timestamp) };
}
