/** The target of a redirect URI as the user reads it: host and port, or the scheme of an app on the same machine. */
export function targetOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (!url) return redirectUri;
  return isWeb(url) ? url.host : url.protocol;
}

/**
 * Returns the `form-action` source of a redirect URI: its scheme. Browsers apply `form-action` to every redirect after a form, so a
 * host would keep the app from redirecting the user to another one. No other part of the URI, which is untrusted, enters the policy.
 */
export function formActionOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (!url) return "'self'";
  return isWeb(url) ? "http: https:" : url.protocol;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === "http:" || protocol === "https:";
}
