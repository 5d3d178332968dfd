/** Returns a redirect URI's target in the form shown to the user: host and port, or the scheme of an app on the same machine. */
export function targetOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (!url) return redirectUri;
  return isWeb(url) ? url.host : url.protocol;
}

/**
 * Returns the scheme of a redirect URI for `form-action`. Browsers apply `form-action` to every redirect after a form submission, so
 * if the policy named a host, the app could not redirect the user to another host. The policy contains no other part of the URI, because
 * the URI is untrusted.
 */
export function formActionOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (!url) return "'self'";
  return isWeb(url) ? "http: https:" : url.protocol;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === "http:" || protocol === "https:";
}
