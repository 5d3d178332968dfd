import type { Operation } from "./operation.ts";

/** The texts in the arguments of a call that no message may show: everything below a sensitive name, at any depth. */
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

/** Replaces secrets in texts, in upper and lower case, also where URLs, forms, JSON or HTML escape them. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  // The longest first, because one may be the beginning of another. The marker is kept as it is, whatever the secrets are.
  const longest = [marker, ...secrets.flatMap(piecesOf).sort((one, other) => other.length - one.length)];
  const any = new RegExp(longest.map(anyForm).join("|"), "gi");
  return (text) => text.replace(any, marker);
}

/** Splits a long secret, such as a file, into pieces of at least 1,000 characters, because engines refuse longer patterns. */
function piecesOf(secret: string): readonly string[] {
  return secret.match(/.{1000}(?=.{1000})|.+/gs) ?? [];
}

/**
 * Returns a pattern for a text whose characters may be escaped. The alternatives differ, and a run of backslashes is one unit, because
 * a pattern that can match in many ways takes exponential time to fail.
 */
function anyForm(text: string): string {
  return text.replace(/\\+|[^\dA-Za-z]/gu, (sign) => {
    const code = sign.codePointAt(0) as number;
    // An escaped form may begin with the character itself, so that comes last.
    const forms = new Set([
      // Half of a surrogate pair is sent as U+FFFD.
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
    // The raw form of backslashes comes last, and more of them do not follow it.
    return `(?:${pattern}${sign.startsWith("\\") ? "(?!\\\\)" : ""})`;
  });
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

const entities: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

// Shorter values of other headers, such as a language or a version, would take letters out of every message.
const minSecretLength = 8;

/**
 * Returns the secrets in a header: its value, the longer parts of it, and what HTTP Basic encodes. Where the name suggests credentials,
 * every part is one, except for the scheme and the names of cookies.
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

/** What something that was thrown says. It may be anything, also an object whose members throw. */
export function messageOf(error: unknown): string {
  try {
    return String(Object(error).message ?? error);
  } catch {
    return "";
  }
}

/** The cause of a failure; when a library has put a secret into it, such as the URL it could not reach, only its message. */
export function redactCause(cause: unknown, hide: (text: string) => string): unknown {
  try {
    if (isClean(cause, hide, 0)) return cause;
  } catch {
    // What cannot be looked at is not handed on.
  }
  return Error(hide(messageOf(cause)));
}

/**
 * Whether nothing that a log would show of a value holds a secret. Of errors, lists and plain objects their members are all;
 * anything else may show what it keeps inside, as a URL, a Map and a request do. Headers can have secrets that we do not know.
 */
function isClean(value: unknown, hide: (text: string) => string, depth: number): boolean {
  if (Object(value) !== value) return hide(String(value)) === String(value);
  const owner = value as Record<PropertyKey, unknown>;
  const isError = / (Error|DOMException)\]$/.test(Object.prototype.toString.call(value));
  if (depth > 5 || "headers" in owner || !(isError || Array.isArray(value) || isPlain(owner))) return false;
  // Those of a DOMException are its prototype's.
  const names = [...Reflect.ownKeys(owner), ...(isError ? ["name", "message"] : [])];
  return names.every((name) => hide(String(name)) === String(name) && isClean(owner[name], hide, depth + 1));
}

/** Also those of another realm: their prototype is the end of its chain. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
