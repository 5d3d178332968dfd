const marker = "[redacted]";

/** Returns a function that replaces secrets in a string. It ignores case and also finds secrets escaped for URLs, forms, JSON or HTML. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  // Long secrets, such as files, are split, because engines reject very long patterns.
  const pieces = secrets.flatMap((secret) => secret.match(/.{1000}(?=.{1000})|.+/gs) ?? []);
  // Longer secrets come first, because a secret may be a prefix of another. The marker precedes them, so that it is never redacted.
  const longest = [marker, ...pieces.sort((one, other) => other.length - one.length)];
  const any = new RegExp(longest.map(anyForm).join("|"), "gi");
  return (text) => text.replace(any, marker);
}

/** The alternatives are distinct, and a run of backslashes is one unit, because an ambiguous pattern takes exponential time to fail. */
function anyForm(text: string): string {
  return text.replace(/\\+|[^\dA-Za-z]/gu, (sign) => {
    const code = sign.codePointAt(0) as number;
    // Any entity name matches, because only these characters are escaped by name.
    const entity = `&(?:#0*${code}|#x0*${code.toString(16)}${/[&<>"']/.test(sign) ? "|[a-z]+" : ""});`;
    // A lone surrogate is sent as U+FFFD.
    const bytes = Array.from(new TextEncoder().encode(sign), (byte) => `%0?${byte.toString(16)}`).join("");
    const units = sign.replace(/./gs, (unit) => `\\\\u0*${unit.charCodeAt(0).toString(16)}`);
    // PHP escapes slashes in JSON. The raw character comes last because an escaped form may start with it.
    const others = new Set([JSON.stringify(sign).slice(1, -1), sign.replace("/", "\\/"), sign.replace(" ", "+"), sign]);
    const escaped = [...others].map((form) => form.replace(/\W/g, "\\$&"));
    // A run of raw backslashes must match completely, so no other backslash may follow it.
    return `(?:${[entity, bytes, units, ...escaped].join("|")}${sign.startsWith("\\") ? "(?!\\\\)" : ""})`;
  });
}

/**
 * Returns the secrets in a header: its value, its longer parts, and decoded HTTP Basic credentials. If the name suggests credentials,
 * all parts are secrets except the scheme and cookie names.
 */
export function headerSecrets([name, value]: readonly [string, string]): string[] {
  const isCredential = /auth|cookie|credential|key|password|secret|session|token/.test(name);
  if (!isCredential && /^(accept|cache-|content-|if-|origin|user-agent)/.test(name)) return [];
  const words = (isCredential ? value.replace(/^[^\s;,="]+\s+/, "") : value).split(/[\s;,]+/);
  const named = words.map((word) => word.replace(/^[^="]+=(?!=|$)|=*$|"/g, ""));
  const pair = decodeBase64(/^basic (.+)/i.exec(value)?.[1] ?? "").split(/:(.*)/s);
  // Redacting shorter header values, such as a language, would make messages unreadable.
  return [value, ...words, ...named, ...pair].filter((part) => isCredential || part.length >= 8);
}

function decodeBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  } catch {
    return "";
  }
}

/**
 * Whether the value can be logged without showing a secret. Only errors, arrays and plain objects can be inspected completely;
 * other objects, such as a URL, Map or Request, have internal state. Headers may contain secrets that are not known here.
 */
export function isClean(value: unknown, hide: (text: string) => string): boolean {
  if (Object(value) !== value) return hide(String(value)) === String(value);
  const owner = value as Record<PropertyKey, unknown>;
  const isKnown =
    / (Array|Error|DOMException)\]$/.test(Object.prototype.toString.call(owner)) || !Object.getPrototypeOf(Object.getPrototypeOf(owner));
  if (!isKnown || "headers" in owner) return false;
  return [...Reflect.ownKeys(owner), "name", "message"].every((name) => isClean(name, hide) && isClean(owner[name], hide));
}
