/** Takes the secrets out of a text, as they are and as they stand in a URL. */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]).filter(Boolean);
  return forms.reduce((rest, form) => rest.replaceAll(form, "[redacted]"), text);
}

/** The cause of a failure; when a library has put a secret into it, such as the URL it could not reach, only its message. */
export function redactCause(cause: unknown, secrets: readonly string[]): unknown {
  const { stack, cause: deeper } = Object(cause) as Partial<Error>;
  const text = `${cause} ${stack} ${deeper}`;
  return redact(text, secrets) === text ? cause : Error(redact(String(cause), secrets));
}
