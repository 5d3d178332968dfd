/** Returns the host and port of a website, or the scheme of an app on the same machine. */
export function targetOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (!url) return redirectUri;
  return isWeb(url) ? url.host : url.protocol;
}

/**
 * Browsers apply `form-action` to every redirect after a form submission, so the policy must not name a host. Other parts of the URI are
 * omitted, because the URI is untrusted.
 */
export function formActionOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (!url) return "'self'";
  return isWeb(url) ? "http: https:" : url.protocol;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === "http:" || protocol === "https:";
}
