import { hash } from "node:crypto";
import { calculatedSource, type StoredRecord } from "../records/recordStore.ts";
import { sortableText, startOf } from "../sql/text.ts";
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
    const newest = versions[0];
    if (newest?.value && newest.sourceType !== calculatedSource) values.set(name, newest.value);
  }
  return { createdAt: record.createdAt, updatedAt: record.updatedAt, values };
}

const maxKeyLength = 120;

/** Converts a sortable text to a key. A hash replaces the end of a long text, so that different texts have different keys. */
export function comparedKey(text: string): string {
  if (text.length <= maxKeyLength) return text;
  return `${startOf(text, maxKeyLength)}\\h${hash("sha256", text, "base64url")}`;
}

/** Returns the start of the text that is also in its key. The key is one character shorter if it would split a surrogate pair. */
export function keyStart(text: string): string {
  return startOf(text, maxKeyLength - 1);
}

const maxOptions = 1_000;

/** Returns the token of an option. Unlike a word, it starts with a space. */
export function optionToken(option: string): string {
  return ` ${comparedKey(sortableText(option))}`;
}

/** Returns the words of a value and, if it contains semicolons, the options between them. */
export function indexedTokens(value: string): Set<string> {
  const options = value.includes(";") ? value.split(";", maxOptions) : [];
  return new Set([...tokensOf(value), ...options.filter((option) => option !== "").map(optionToken)]);
}
