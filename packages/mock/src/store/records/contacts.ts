import { historyOf, type StoredRecord } from "./recordStore.ts";

export const contactType = "0-1";

/** A property with unique values; see `builtInProperties`. */
export const emailProperty = "email";

/** Lists the other addresses of a contact, separated by semicolons. */
export const additionalEmailsProperty = "hs_additional_emails";

/** Normalizes an email address, because addresses are case-insensitive. */
export function contactEmail(address: string): string {
  return address.trim().toLowerCase();
}

/** Returns the normalized addresses, each once. */
export function addressesIn(list: string): string[] {
  return [...new Set(list.split(";").map(contactEmail))].filter((address) => address !== "");
}

/** Returns the values by which a unique property identifies a record. The additional addresses of a contact identify it like its `email`. */
export function identifyingValues(record: StoredRecord, property: string): string[] {
  return identifyingEntries(record, property).map(([, value]) => value);
}

/** Returns the identifying values, each with the property that contains it. */
export function identifyingEntries(record: StoredRecord, property: string): [source: string, value: string][] {
  const value = historyOf(record, property)[0]?.value ?? "";
  const isEmail = record.objectType === contactType && property === emailProperty;
  const others = isEmail ? addressesIn(historyOf(record, additionalEmailsProperty)[0]?.value ?? "") : [];
  const own: [string, string][] = value === "" ? [] : [[property, value]];
  return [...own, ...others.map((address): [string, string] => [additionalEmailsProperty, address])];
}
