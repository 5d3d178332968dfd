/** By `Sec-Fetch-Site` or `Origin`. Programs send neither. */
export function isOwnPage(headers: Readonly<Record<string, string>>, url: URL): boolean {
  return headers["sec-fetch-site"] === "same-origin" || headers["origin"] === url.origin;
}
