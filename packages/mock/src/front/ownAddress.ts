/**
 * Returns the origin at which the client reached the mock: the URL of the request, corrected by what a reverse proxy reports in
 * `X-Forwarded-Proto` and `X-Forwarded-Host`. The client chooses all of it, so the result may only be shown to that client: never
 * store it, and never redirect to it.
 */
export function ownAddress({ url, headers }: Pick<Request, "url" | "headers">): string {
  const { protocol, host, origin } = new URL(url);
  const forwardedProtocol = /^https?$/i.exec(firstOf(headers.get("x-forwarded-proto")))?.[0];
  const forwardedHost = /^[\w.:[\]-]+$/.exec(firstOf(headers.get("x-forwarded-host")))?.[0];
  const forwarded = `${forwardedProtocol ?? protocol.slice(0, -1)}://${forwardedHost ?? host}`;
  return URL.parse(forwarded)?.origin ?? origin;
}

/** Each proxy on the way appends its own value; the first one is what the client used. */
function firstOf(list: string | null): string {
  return list?.split(",", 1)[0]?.trim() ?? "";
}
