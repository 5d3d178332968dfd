import { hash } from "node:crypto";
import type { StoredRecord } from "../records/recordStore.ts";
import { escapedText, startOf } from "../sql/text.ts";
import { tokensOf } from "../words.ts";

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
  return { createdAt: record.createdAt, updatedAt: record.updatedAt, values };
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

const maxOptions = 1_000;

/** Returns the token of an option. Unlike a word, it starts with a space. */
export function optionToken(option: string): string {
  return ` ${comparedText(option)}`;
}

/** Returns the words of a value and, if it contains semicolons, the options between them. */
export function indexedTokens(value: string): Set<string> {
  const options = value.includes(";") ? value.split(";", maxOptions) : [];
  return new Set([...tokensOf(value), ...options.filter((option) => option !== "").map(optionToken)]);
}
