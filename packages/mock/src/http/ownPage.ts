/**
 * Whether a request comes from a page of this mock, as browsers tell: new ones by `Sec-Fetch-Site`, all of them by `Origin`
 * where something is sent. A program that sends neither is no page.
 */
export function isOwnPage(headers: Readonly<Record<string, string>>, url: URL): boolean {
  return headers["sec-fetch-site"] === "same-origin" || headers["origin"] === url.origin;
}
