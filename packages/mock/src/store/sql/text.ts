import { hash } from "node:crypto";

// Matches the escape character and the characters that not every database can store: NUL and lone surrogates.
const unstorable = /[\0\\\ud800-\udfff]/u;
const eachUnstorable = new RegExp(unstorable, "gu");

// Postgres rejects index entries larger than 2,704 bytes, and the longest key consists of three strings.
const maxBytes = 600;

/** Converts a string to a key that every database can store. A long string is converted to a hash that starts with a backslash. */
export function keyOf(text: string): string {
  const escaped = escapedText(text);
  return Buffer.byteLength(escaped) > maxBytes ? `\\h${hash("sha256", escaped, "base64url")}` : escaped;
}

export function isLong(key: string): boolean {
  return key.startsWith("\\h");
}

export function escapedText(text: string): string {
  return unstorable.test(text) ? text.replace(eachUnstorable, escapeOne) : text;
}

export function textOf(escaped: string): string {
  if (!escaped.includes("\\")) return escaped;
  return escaped.replace(/\\u([0-9a-f]{4})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
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

/** Does not split a surrogate pair, because half a pair cannot be stored. */
export function startOf(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "");
}
