/** Where a redirect URI leads to, as people read it: the host, with its port; of an app on the same machine its scheme. */
export function targetOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (!url) return redirectUri;
  return isWeb(url) ? url.host : url.protocol;
}

/**
 * What `form-action` of a content security policy has to allow so that a form may end at a redirect URI: its scheme. Browsers
 * hold it against every redirect that comes of a form, so with a host an app could not lead the user on to another one. Nothing
 * of the registered text but the scheme, which is letters and digits, gets into the policy.
 */
export function formActionOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (!url) return "'self'";
  return isWeb(url) ? "http: https:" : url.protocol;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === "http:" || protocol === "https:";
}
