import { hash } from "node:crypto";

// Matches the escape character and the characters that not every database can store: NUL and lone surrogates.
const unstorable = /[\0\\\ud800-\udfff]/u;
const eachUnstorable = new RegExp(unstorable, "gu");

// Postgres rejects index entries larger than 2,704 bytes, and the longest key consists of three strings.
const maxBytes = 600;

/** Converts a string to a key that every database can store. A long string is converted to a hash that starts with a backslash. */
export function keyOf(text: string): string {
  const key = escapedText(text);
  return Buffer.byteLength(key) > maxBytes ? `\\h${hash("sha256", key, "base64url")}` : key;
}

export function isLong(key: string): boolean {
  return key.startsWith("\\h");
}

export function escapedText(text: string): string {
  return unstorable.test(text) ? text.replace(eachUnstorable, escapeOne) : text;
}

export function textOf(key: string): string {
  if (!key.includes("\\")) return key;
  return key.replace(/\\u([0-9a-f]{4})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** @throws RangeError when the name is too long to be restored */
export function nameOf(text: string): string {
  const key = keyOf(text);
  if (isLong(key)) throw new RangeError(`The name of a type or property is longer than ${maxBytes} bytes.`);
  return key;
}

function escapeOne(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

// Matches lone surrogates and control characters. Not every database can store U+0000 and lone surrogates, and U+0001 and U+D7FF escape them.
const unsortable = /[^ -\ud7fe\ue000-\u{10ffff}]/u;
const eachUnsortable = new RegExp(unsortable, "gu");

/** Converts a string to one that every database can store. The results have different bytes, in the code-point order of the strings. */
export function sortableText(text: string): string {
  return unsortable.test(text) ? text.replace(eachUnsortable, escapeInOrder) : text;
}

function escapeInOrder(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return `\u0001${String.fromCharCode(code + 1)}`;
  return `\ud7ff${String.fromCharCode(code === 0xd7ff ? 1 : code - 0xd800 + 0xe000)}`;
}

/** Compares two sortable texts as the databases do. */
export function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Does not split a surrogate pair, because half a pair cannot be stored. */
export function startOf(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "");
}
