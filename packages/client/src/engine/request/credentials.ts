import type { Credential, SentCredential } from "../operation.ts";

/** Sends an API key as a header, a query parameter or a cookie. */
export function sendKey({ in: place, name = "" }: Credential, key: string): SentCredential {
  if (place === "query") return { search: `${encodeURIComponent(name)}=${encodeURIComponent(key)}` };
  return { headers: place === "cookie" ? { cookie: `${name}=${key}` } : { [name]: key } };
}

/** Sends `user:password` by HTTP Basic authentication (RFC 7617), in UTF-8. */
export function sendBasic(_: Credential, userAndPassword: string): SentCredential {
  const bytes = new TextEncoder().encode(userAndPassword);
  return { headers: { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` } };
}
