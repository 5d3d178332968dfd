import type { CrmRecord, LegacyValue, LegacyValues, ValueWithTimestamp } from "@crm-platform/types";
import { setField } from "../../contract/openapi/document.ts";
import type { Context } from "../../platform/context.ts";
import type { StoredRecord } from "../../store/records/recordStore.ts";
import { alwaysReturned, calculatedProperties } from "../records/builtInProperties.ts";
import { calculatedNames } from "../records/calculatedValues.ts";
import { crmRecordsOf } from "../records/crmRecord.ts";
import { type Definitions, definitionsOf } from "../records/definitions.ts";
import type { Values } from "../records/propertyValues.ts";

/** If a name is repeated, the last value applies. */
export function valuesIn(inputs: readonly { readonly name: string; readonly value: string }[]): Values {
  return Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
}

/** Returns the values of all properties, with their earlier versions. */
export async function allValues(record: StoredRecord, context: Context): Promise<LegacyValues> {
  const setByService = [...alwaysReturned(record.objectType), ...calculatedProperties(record.objectType).keys()];
  const names = [...new Set([...setByService, ...Object.keys(record.properties)])];
  const [values = {}] = await legacyValues([record], names, context, true);
  return values;
}

/** Returns the values of records of one type, without those that are empty. Dates and times are in milliseconds since the epoch. */
export async function legacyValues(
  records: readonly StoredRecord[],
  names: readonly string[],
  context: Context,
  withVersions = false,
): Promise<LegacyValues[]> {
  const { store } = context;
  const [{ objectType } = { objectType: "" }] = records;
  const definitions = await definitionsOf(store.records, objectType, names);
  const values = [...definitions.keys()].sort();
  const calculated = await calculatedNames(store, objectType, values);
  const selection = { values, histories: withVersions ? values : [], calculated };
  const crmRecords = await crmRecordsOf(records, selection, context);
  return crmRecords.map((crmRecord) => shownValues(crmRecord, definitions));
}

function shownValues({ properties, propertiesWithHistory = {} }: CrmRecord, definitions: Definitions): LegacyValues {
  const result: LegacyValues = {};
  for (const [name, text] of Object.entries(properties)) {
    if (text === null) continue;
    const isTime = ["date", "datetime"].includes(definitions.get(name)?.type ?? "");
    const versions = (propertiesWithHistory[name] ?? []).map((version) => versionOf(version, isTime));
    setField(result, name, { value: textOf(text, isTime), ...versions[0], ...(versions.length > 0 ? { versions } : {}) });
  }
  return result;
}

function versionOf({ value, timestamp, sourceType: source, sourceId }: ValueWithTimestamp, isTime: boolean): LegacyVersion {
  return { value: textOf(value, isTime), timestamp: Date.parse(timestamp), source, ...(sourceId === undefined ? {} : { sourceId }) };
}

type LegacyVersion = NonNullable<LegacyValue["versions"]>[number];

function textOf(value: string, isTime: boolean): string {
  const time = isTime ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? value : String(time);
}
