/** Whether `Sec-Fetch-Site` or `Origin` shows that the request comes from a page of the mock. Programs other than browsers send neither. */
export function isOwnPage(headers: Readonly<Record<string, string>>, url: URL): boolean {
  return headers["sec-fetch-site"] === "same-origin" || headers["origin"] === url.origin;
}
