const marker = "[redacted]";

/** Decode the escapes of URLs and forms, and those of JSON. */
const decoders: readonly ((text: string) => string)[] = [
  // `decodeURIComponent` would throw for invalid UTF-8.
  (text) => text.replace(/(%\w\w)+/g, (bytes) => readUtf8(unescape(bytes))),
  (text) => text.replace(/\\(u\p{AHex}{4}|["\\/bfnrt])/gu, (sequence) => JSON.parse(`"${sequence}"`)),
];

/**
 * Returns a function that replaces secrets in a string. It ignores the case of ASCII letters. It also finds secrets that are escaped for URLs,
 * forms or JSON, even twice, by searching decoded copies of the string.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  // The marker covers itself, so that its letters are never redacted. Secrets are also searched as they appear in a form, because a stray `%`
  // before them would garble a decoded copy.
  const forms = [marker, ...secrets].flatMap((secret) => [secret, `${new URLSearchParams({ "": secret })}`.slice(1)]);
  // Long secrets are split, so that even repetitive ones are found in linear time.
  const pieces = forms.flatMap((form) => fold(form).match(/.{200}(?=.{200})|.+/gs) ?? []);

  return function hide(text: string, levels = 2): string {
    const units = text.split("");
    const folded = fold(text);
    for (const piece of pieces) {
      for (let start = folded.indexOf(piece); start >= 0; start = folded.indexOf(piece, start + 1))
        units.fill("\uffff", start, start + piece.length);
    }
    let result = units.join("").replace(/\uffff+/g, marker);
    for (const decode of levels ? decoders : []) {
      const decoded = decode(text);
      const redacted = decoded === text ? text : hide(decoded, levels - 1);
      // A string that contains escaped secrets is returned decoded. If it also contains other secrets, it is hidden completely.
      if (redacted !== decoded && redacted !== decode(result)) result = result === text ? redacted : marker;
    }
    return result;
  };
}

/** Keeps the length. A form contains a plus for a space. */
function fold(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/ /g, "+");
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
  const isKnown = / (Array|Error|DOMException)\]$/.test({}.toString.call(owner)) || !Object.getPrototypeOf(Object.getPrototypeOf(owner));
  if (!isKnown || "headers" in owner) return false;
  return [...Reflect.ownKeys(owner), "name", "message"].every((name) => isClean(name, hide) && isClean(owner[name], hide));
}
