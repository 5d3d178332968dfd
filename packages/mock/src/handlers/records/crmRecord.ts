import type { CrmRecord, ValueWithTimestamp } from "@crm-platform/types";
import { setField } from "../../contract/openapi/document.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import { historyOf, type PropertyVersion, type StoredRecord } from "../../store/records/recordStore.ts";
import { invalidValue } from "../common/problems.ts";
import { timestampOf } from "../common/timestamps.ts";
import { alwaysReturned, builtInProperties, fieldProperties, returnedByDefault } from "./builtInProperties.ts";
import { type Calculating, calculatedNames, withCalculatedValues } from "./calculatedValues.ts";
import { definitionsOf } from "./definitions.ts";

export interface RequestedProperties {
  readonly values: readonly string[];
  readonly histories: readonly string[];
  /** The calculated properties among them. */
  readonly calculated: readonly string[];
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
  store: Pick<AccountStore, "records">,
  objectType: string,
  { properties = returnedByDefault(objectType), propertiesWithHistory = [] }: Requested,
): Promise<RequestedProperties> {
  const values = [...new Set([...alwaysReturned(objectType), ...properties, ...propertiesWithHistory])].sort();
  const histories = [...new Set(propertiesWithHistory)].sort();
  const builtIn = builtInProperties(objectType);
  const others = values.filter((name) => !builtIn.has(name));
  const definitions = others.length > 0 ? await definitionsOf(store.records, objectType, others) : builtIn;
  const isKnown = (name: string) => builtIn.has(name) || definitions.has(name);
  const calculated = await calculatedNames(store, objectType, values);
  return { values: values.filter(isKnown), histories: histories.filter(isKnown), calculated };
}

export function writtenProperties(objectType: string, names: readonly string[]): RequestedProperties {
  return { values: [...new Set([...alwaysReturned(objectType), ...names])].sort(), histories: [], calculated: [] };
}

export async function crmRecordsOf(
  records: readonly StoredRecord[],
  selection: RequestedProperties,
  calculating: Calculating,
): Promise<CrmRecord[]> {
  const whole = await withCalculatedValues(records, selection.calculated, calculating);
  return whole.map((record) => crmRecordOf(record, selection));
}

/** @param calculated the values of calculated properties, which the record does not contain */
export function crmRecordOf(
  record: StoredRecord,
  { values, histories }: Omit<RequestedProperties, "calculated">,
  calculated: ReadonlyMap<string, string> = new Map(),
): CrmRecord {
  const createdAt = timestampOf(record.createdAt);
  const updatedAt = timestampOf(record.updatedAt);
  const properties: Record<string, string | null> = {};
  const crmRecord: CrmRecord = { id: record.id, archived: record.archivedAt !== null, createdAt, updatedAt, properties };
  const fields = fieldProperties(record.objectType);
  for (const name of values) {
    const field = fields.get(name);
    // An empty value clears the property.
    setField(properties, name, field ? crmRecord[field] : calculated.get(name) || historyOf(record, name)[0]?.value || null);
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
