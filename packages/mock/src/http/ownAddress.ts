/** Returns the origin according to `X-Forwarded-*`. It is untrusted, so it must be returned only to the same client. */
export function ownAddress({ protocol, host, origin }: URL, headers: Readonly<Record<string, string>>): string {
  const forwardedProtocol = /^https?$/i.exec(firstOf(headers["x-forwarded-proto"]))?.[0];
  const forwardedHost = /^[\w.:[\]-]+$/.exec(firstOf(headers["x-forwarded-host"]))?.[0];
  const address = `${forwardedProtocol ?? protocol.slice(0, -1)}://${forwardedHost ?? host}`;
  return URL.parse(address)?.origin ?? origin;
}

/** The first value describes the client's own request, because each proxy appends its value. */
function firstOf(list: string | undefined): string {
  return list?.split(",", 1)[0]?.trim() ?? "";
}
