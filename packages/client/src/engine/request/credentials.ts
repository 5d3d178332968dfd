import type { SentCredential } from "../operation.ts";

/** Sends an API key as a header, a query parameter or a cookie. */
export function sendKey(place: "header" | "query" | "cookie", name: string, key: string, search: string): SentCredential {
  if (place === "query") return { search: `${search}${search ? "&" : "?"}${encodeURIComponent(name)}=${encodeURIComponent(key)}` };
  return { headers: place === "cookie" ? { cookie: `${name}=${key}` } : { [name]: key } };
}

/** Sends `user:password`, encoded as UTF-8, by HTTP Basic authentication (RFC 7617). */
export function sendBasic(userAndPassword: string): SentCredential {
  const bytes = new TextEncoder().encode(userAndPassword);
  return { headers: { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` } };
}
