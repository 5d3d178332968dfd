import { hash } from "node:crypto";

// What one of the databases cannot hold in a text: NUL and halves of surrogate pairs. And our own escape character.
const unstorable = /[\0\\\ud800-\udfff]/u;
const eachUnstorable = new RegExp(unstorable, "gu");

// Postgres refuses entries of an index over 2,704 bytes, and the longest key has three texts.
const maxBytes = 600;

/**
 * A text in a form that every database can hold in a key; different texts have different forms, and most are as they were.
 * A long one becomes a hash, which no other text can be, because its backslash would be escaped.
 */
export function keyOf(text: string): string {
  const escaped = escapedText(text);
  return Buffer.byteLength(escaped) > maxBytes ? `\\h${hash("sha256", escaped, "base64url")}` : escaped;
}

/** Whether `keyOf` makes a hash of a text, so that `textOf` cannot give it back. */
export function isLong(key: string): boolean {
  return key.startsWith("\\h");
}

export function escapedText(text: string): string {
  return unstorable.test(text) ? text.replace(eachUnstorable, escapeOne) : text;
}

/** The text that was escaped. */
export function textOf(escaped: string): string {
  if (!escaped.includes("\\")) return escaped;
  return escaped.replace(/\\u([0-9a-f]{4})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/**
 * A name, of a type or a property, as it is stored.
 * @throws RangeError when it is too long to be given back
 */
export function nameOf(text: string): string {
  const key = keyOf(text);
  if (isLong(key)) throw new RangeError(`A name of a type or a property has more than ${maxBytes} bytes.`);
  return key;
}

/** The number that a record's id is; `undefined` when the text is no id. */
export function numberOf(id: string): number | undefined {
  const number = Number(id);
  return Number.isSafeInteger(number) && number >= 0 && String(number) === id ? number : undefined;
}

function escapeOne(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
