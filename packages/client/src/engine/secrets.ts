import type { Operation } from "./operation.ts";

/** Returns all strings below sensitive names, at any depth of a call's arguments. */
export function secretsIn({ sensitive = [] }: Operation, path: object, parameters: unknown): string[] {
  const secrets: string[] = [];
  const collect = (value: unknown, isSecret: boolean): void => {
    if (typeof value === "string" && isSecret) secrets.push(value);
    // Byte arrays have one member per byte and never contain text.
    if (typeof value !== "object" || ArrayBuffer.isView(value)) return;
    for (const name in value) collect((value as Record<string, unknown>)[name], isSecret || sensitive.includes(name));
  };
  collect({ ...path, "": parameters }, false);
  return secrets;
}

const marker = "[redacted]";

/** Returns a function that replaces secrets in a text, case-insensitively, and also if escaped for URLs, forms, JSON or HTML. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  // Longest first, because a secret may be a prefix of another. The marker comes first so that it is never redacted itself.
  const longest = [marker, ...secrets.flatMap(piecesOf).sort((one, other) => other.length - one.length)];
  const any = new RegExp(longest.map(anyForm).join("|"), "gi");
  return (text) => text.replace(any, marker);
}

/** Splits a long secret, such as a file, into pieces, because engines reject very long patterns. */
function piecesOf(secret: string): readonly string[] {
  return secret.match(/.{1000}(?=.{1000})|.+/gs) ?? [];
}

/**
 * Returns a pattern for a text whose characters may be escaped. The alternatives are distinct, and a run of backslashes is one unit,
 * because an ambiguous pattern takes exponential time to fail.
 */
function anyForm(text: string): string {
  return text.replace(/\\+|[^\dA-Za-z]/gu, (sign) => {
    const code = sign.codePointAt(0) as number;
    // The raw character comes last because an escaped form may start with it.
    const forms = new Set([
      // A lone surrogate is sent as U+FFFD.
      Array.from(new TextEncoder().encode(sign), (byte) => `%${hex(byte, 2)}`).join(""),
      sign.replace(/./gs, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`),
      `&#${code};`,
      `&#0${code};`,
      `&#x${hex(code, 2)};`,
      `&${entities[sign] ?? `#${code}`};`,
      JSON.stringify(sign).slice(1, -1),
      // PHP escapes slashes in JSON.
      sign.replace("/", "\\/"),
      sign.replace(" ", "+"),
      sign,
    ]);
    const pattern = [...forms].map((form) => form.replace(/\W/g, "\\$&")).join("|");
    // A run of raw backslashes must match completely, so no other backslash may follow it.
    return `(?:${pattern}${sign.startsWith("\\") ? "(?!\\\\)" : ""})`;
  });
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

const entities: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

// Redacting shorter header values, such as a language, would make messages unreadable.
const minSecretLength = 8;

/**
 * Returns the secrets in a header: its value, its longer parts, and decoded HTTP Basic credentials. If the name suggests credentials,
 * all parts are secrets except the scheme and cookie names.
 */
export function headerSecrets(name: string, value: string): string[] {
  const parts = [value, ...value.split(/[\s;,="]+/)].filter((part) => part.length >= minSecretLength);
  if (!/auth|cookie|credential|key|password|secret|session|token/.test(name)) {
    return /^(accept|cache-|content-|if-|origin|user-agent)/.test(name) ? [] : parts;
  }
  const words = value.replace(/^[^\s;,="]+\s+/, "").split(/[\s;,]+/);
  const pair = /(.*?):(.*)/s.exec(decodeBase64(/^basic (.+)/i.exec(value)?.[1] ?? "")) ?? [];
  return [value, ...parts, ...words.map((word) => word.replace(/^[^="]+=(?!=|$)|=*$|"/g, "")), ...pair];
}

function decodeBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  } catch {
    return "";
  }
}

/** Returns the message of any thrown value, even of an object whose getters throw. */
export function messageOf(error: unknown): string {
  try {
    return String(Object(error).message ?? error);
  } catch {
    return "";
  }
}

/** Returns the cause unchanged, or, if it may contain a secret, a new Error that has only the cause's redacted message. */
export function redactCause(cause: unknown, hide: (text: string) => string): unknown {
  try {
    if (isClean(cause, hide, 0)) return cause;
  } catch {
    // A value that cannot be inspected is not exposed.
  }
  return Error(hide(messageOf(cause)));
}

/**
 * Whether the value can be logged without showing a secret. Only errors, arrays and plain objects can be inspected completely;
 * other objects, such as a URL, Map or Request, have internal state. Headers may contain secrets that are not known here.
 */
function isClean(value: unknown, hide: (text: string) => string, depth: number): boolean {
  if (Object(value) !== value) return hide(String(value)) === String(value);
  const owner = value as Record<PropertyKey, unknown>;
  const isError = / (Error|DOMException)\]$/.test(Object.prototype.toString.call(value));
  if (depth > 5 || "headers" in owner || !(isError || Array.isArray(value) || isPlain(owner))) return false;
  const names = [...Reflect.ownKeys(owner), ...(isError ? ["name", "message"] : [])];
  return names.every((name) => hide(String(name)) === String(name) && isClean(owner[name], hide, depth + 1));
}

/** Also accepts plain objects from another realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
