/** Whether a request comes from a page of the mock, according to `Sec-Fetch-Site` or `Origin`, or from a program, which sends neither. */
export function isOwnPage(headers: Readonly<Record<string, string>>, url: URL): boolean {
  return headers["sec-fetch-site"] === "same-origin" || headers["origin"] === url.origin;
}
