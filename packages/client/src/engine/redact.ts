const marker = "[redacted]";

/** Takes the secrets out of texts, as they are and as they stand in URLs, forms and JSON. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.filter(Boolean).flatMap((secret) => [secret, ...escaped(secret)]);
  // The longest first, because one may be the beginning of another. The marker is kept as it is, whatever the secrets are.
  const longest = [marker, ...[...new Set(forms)].sort((one, other) => other.length - one.length)];
  const any = new RegExp(longest.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|"), "g");
  return (text) => text.replace(any, marker);
}

function escaped(secret: string): string[] {
  const form = new URLSearchParams({ "": secret }).toString().slice(1);
  // Half of a pair of surrogates is sent as the sign for what is none.
  const part = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, "\ufffd"));
  return [part, form, JSON.stringify(secret).slice(1, -1)];
}

// Shorter values of other headers, such as a language or a version, would take letters out of every message.
const minSecretLength = 8;

/**
 * Returns the secrets in a header: its value, the longer parts of it, such as the token after a scheme or in a cookie, and what
 * HTTP Basic encodes.
 */
export function headerSecrets(name: string, value: string): string[] {
  if (name === "content-type") return [];
  const parts = [value, ...value.split(/[\s;,="]+/)].filter((part) => part.length >= minSecretLength);
  const pair = decodeBase64(/^basic (.+)/i.exec(value)?.[1] ?? "");
  return [...parts, /auth|cookie|key|token|secret/.test(name) ? value : "", pair, pair.slice(pair.indexOf(":") + 1)];
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
 * anything else may show what it keeps inside, as a URL, a Map and a request do. Headers have secrets that nobody told us of.
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
