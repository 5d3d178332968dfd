/** Whether a text is a host name or an address, without a port or wildcards. */
export function isHost(text: string): boolean {
  const host = text.includes(":") ? `[${text}]` : text;
  return !text.includes("*") && URL.parse(`http://${host}`)?.host === host.toLowerCase();
}

/** Whether a host name or an address refers to this machine. */
export function isLocalHost(hostname: string): boolean {
  return hostname.endsWith(".localhost") || isLoopback(hostname);
}

export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, "$1").replace(/^::ffff:/, "");
  return name === "localhost" || name === "::1" || /^127(\.\d{1,3}){3}$/.test(name);
}

/** Returns the hostname of a URL, without the brackets of an IPv6 address and without a dot at the end. */
export function hostnameOf({ hostname }: URL): string {
  return hostname.replace(/^\[|[\].]$/g, "");
}
