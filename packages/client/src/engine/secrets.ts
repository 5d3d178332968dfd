const marker = "[redacted]";

/** Decode the escapes of URLs and forms, and those of JSON. */
const decoders: readonly ((text: string) => string)[] = [
  // `decodeURIComponent` would throw for invalid UTF-8.
  (text) => text.replace(/(%\w\w)+/g, (bytes) => readUtf8(unescape(bytes))),
  (text) => text.replace(/\\(u\p{AHex}{4}|["\\/bfnrt])/gu, (sequence) => JSON.parse(`"${sequence}"`)),
];

/**
 * Returns a function that replaces secrets in a string. It ignores case. It also finds secrets that are escaped for URLs, forms or JSON, even
 * twice, by searching decoded copies of the string: the patterns of all possible escapes can be too large to compile.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  // Long secrets, such as files, are split, because engines reject very long patterns.
  const pieces = secrets.flatMap((secret) => secret.match(/.{1000}(?=.{1000})|.+/gs) ?? []);
  // Longer secrets come first, because a secret may be a prefix of another. The marker precedes them, so that it is never redacted.
  const longest = [marker, ...pieces.sort((one, other) => other.length - one.length)];
  const any = new RegExp(longest.map(literal).join("|"), "gi");

  function hide(text: string, levels: number): string {
    const hidden = text.replace(any, marker);
    let result = hidden;
    for (const decode of levels > 0 ? decoders : []) {
      const decoded = decode(hidden);
      const redacted = decoded === hidden ? decoded : hide(decoded, levels - 1);
      // A string that contains escaped secrets is returned decoded. If it needs several decoders, it is hidden completely.
      if (redacted !== decoded) result = result === hidden ? redacted : marker;
    }
    return result;
  }

  return (text) => hide(text, 2);
}

/** A form contains a plus for a space, and a lone surrogate is sent as U+FFFD. */
function literal(text: string): string {
  return text
    .replace(/\W/gu, "\\$&")
    .replace(/\\[ +]/g, "[ +]")
    .replace(/\\\p{Surrogate}/gu, "[^]");
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
    return readUtf8(atob(text));
  } catch {
    return "";
  }
}

/** @param bytes one character per byte */
function readUtf8(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
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
