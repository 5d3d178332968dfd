import { hash } from "node:crypto";
import { escapedText, startOf } from "../sql/text.ts";
import type { PropertyVersion, StoredRecord } from "../store.ts";

const ticketType = "0-5";

export interface Indexable {
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The current non-empty values, keyed by property. */
  readonly values: ReadonlyMap<string, string>;
}

/** Returns the indexable parts of a record, or `undefined` for an archived record, which a search never finds. */
export function indexableOf(record: StoredRecord): Indexable | undefined {
  if (record.archivedAt !== null) return undefined;
  const values = new Map<string, string>();
  for (const [name, versions] of Object.entries(record.properties)) {
    const value = versions[0]?.value;
    if (value) values.set(name, value);
  }
  // The platform derives this property.
  if (record.objectType === ticketType) values.set("hs_ticket_id", record.id);
  return { createdAt: record.createdAt, updatedAt: record.updatedAt, values };
}

/** Returns `undefined` if the record did not exist yet. */
export function recordAt(record: StoredRecord, moment: number): StoredRecord | undefined {
  if (record.updatedAt <= moment) return record;
  if (record.createdAt > moment) return undefined;
  const properties: Record<string, readonly PropertyVersion[]> = {};
  let updatedAt = record.createdAt;
  for (const [name, versions] of Object.entries(record.properties)) {
    const earlier = versions.filter(({ timestamp }) => timestamp <= moment);
    if (earlier[0] === undefined) continue;
    updatedAt = Math.max(updatedAt, earlier[0].timestamp);
    // An assignment would fail for the name `__proto__`.
    Object.defineProperty(properties, name, { value: earlier, enumerable: true, configurable: true, writable: true });
  }
  // A record that was merged into another one has an archive time before its creation.
  const isArchived = record.archivedAt !== null && record.archivedAt >= record.createdAt && record.archivedAt <= moment;
  return { ...record, updatedAt, archivedAt: isArchived ? record.archivedAt : null, properties };
}

const maxKeyLength = 120;

/** Converts a string to a key. A hash replaces the end of a long string, so that different strings have different keys. */
export function comparedText(text: string): string {
  const escaped = escapedText(text);
  if (escaped.length <= maxKeyLength) return escaped;
  return `${startOf(escaped, maxKeyLength)}\\h${hash("sha256", escaped, "base64url")}`;
}

export function keyStart(text: string): string {
  return startOf(escapedText(text), maxKeyLength);
}

/** Returns the escaped text if its key does not contain it in full, otherwise `undefined`. */
export function longValue(text: string): string | undefined {
  const escaped = escapedText(text);
  return escaped.length > maxKeyLength ? escaped : undefined;
}
