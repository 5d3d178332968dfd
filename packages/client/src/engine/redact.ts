/** Takes the secrets out of a text, as they are and as they stand in a URL. */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]).filter(Boolean);
  // The longest first, because one may be the beginning of another.
  forms.sort((one, other) => other.length - one.length);
  return forms.reduce((rest, form) => rest.replaceAll(form, "[redacted]"), text);
}

/** The cause of a failure; when a library has put a secret into it, such as the URL it could not reach, only its message. */
export function redactCause(cause: unknown, secrets: readonly string[]): unknown {
  return isClean(cause, secrets, 0) ? cause : Error(redact(String(cause), secrets));
}

/** Whether nothing that a log would show of a value holds a secret. A request and its headers show what they carry. */
function isClean(value: unknown, secrets: readonly string[], depth: number): boolean {
  if (Object(value) !== value) return redact(String(value), secrets) === String(value);
  if (depth > 5 || value instanceof Headers || "headers" in (value as object)) return false;
  return Reflect.ownKeys(value as object).every((name) => isClean((value as Record<PropertyKey, unknown>)[name], secrets, depth + 1));
}
